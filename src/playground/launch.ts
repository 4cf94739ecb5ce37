import { fork } from "node:child_process";
import { Child } from "@herald/common/child.ts";
import type { LogFields, ProcessLogger } from "@herald/common/log.ts";
import { StartError } from "@herald/common/start-error.ts";
import { type PlaygroundOptions, startPlayground, type Trouble } from "@herald/playground";
import { pageTexts } from "./texts.ts";

interface LaunchOptions extends Pick<PlaygroundOptions, "firstSteps" | "voices" | "chatHint"> {
	readonly port: number;
	readonly logger: ProcessLogger;
	/** The bot's entry file. The bot is run against the playground instead of Discord. */
	readonly botEntry: URL;
	/** The bot's environment variables, in addition to this process's own. */
	readonly environment: Readonly<Record<string, string>>;
	/** Troubles that the page offers to cause, in addition to the playground's own. */
	readonly troubles?: readonly Trouble[];
	/** How long the bot may take to finish its work when the page restarts it, in ms. */
	readonly restartGraceMs?: number;
}

/** How long after its grace the bot may take to exit before it is killed, in ms. */
const endPatienceMs = 11_000;
/** How many ports are tried, starting with `port`. */
const portsTried = 20;

const startBot = async (entry: URL, environment: Readonly<Record<string, string>>): Promise<Child> => {
	const child = new Child(fork(entry, { env: { ...process.env, ...environment } }));
	const ready = new Promise<undefined>((resolve) => child.process.once("message", () => resolve(undefined)));
	const end = await Promise.race([ready, child.ended]);
	if (end) throw new StartError(`The bot exited with code ${end.code} before it was ready.`);
	return child;
};

/** Ends the bot. With a grace, the bot gets SIGTERM and finishes its work first; without one, it gets SIGINT. */
const endBot = (child: Child, graceMs: number) =>
	child.end(() => child.process.kill(graceMs > 0 ? "SIGTERM" : "SIGINT"), graceMs + endPatienceMs);

const isTaken = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === "EADDRINUSE";

/** Starts the playground on `port` or, if that port is in use, on the next free one. */
const startOnFreePort = async (options: PlaygroundOptions & { readonly port: number }) => {
	for (let tried = 1; ; tried++) {
		const port = options.port + tried - 1;
		try {
			return await startPlayground({ ...options, port });
		} catch (error) {
			if (!isTaken(error) || tried === portsTried || port === 65_535) throw error;
		}
	}
};

/**
 * When the playground's server, members and channels were made. Fixed, so that their IDs are the same at each start.
 */
const bornAt = Date.UTC(2026, 0, 1);

/**
 * Starts the playground with the real bot, and prints the page's address as soon as it can be opened. If the port is in
 * use, says so and uses the next free one.
 *
 * @returns a function that stops bot and playground. With a grace in ms, the bot finishes its work first
 */
export const launchPlayground = async ({
	botEntry,
	environment,
	troubles = [],
	restartGraceMs = 0,
	...options
}: LaunchOptions): Promise<(graceMs?: number) => Promise<void>> => {
	const { port, logger } = options;
	const playground = await startOnFreePort({ ...options, botName: "Herald", bornAt });
	if (port !== 0 && playground.port !== port)
		process.stdout.write(`Port ${port} is in use, so the playground uses ${playground.port}.\n`);
	process.stdout.write(`Herald's playground is at ${playground.url}/\n`);
	const start = () =>
		startBot(botEntry, {
			...environment,
			DISCORD_TOKEN: playground.token,
			DISCORD_API_URL: playground.apiUrl,
			NODE_EXTRA_CA_CERTS: playground.certificateFile,
		});
	let stopping = false;
	let bot: Child;
	let restart: Promise<void> | undefined;

	const fail = (why: object) => {
		if (stopping) return;
		logger.error({ event: "bot_died", ...why } satisfies LogFields, "the bot exited unexpectedly");
		void playground.stop().finally(() => process.exit(1));
	};
	const watch = (child: Child) => {
		bot = child;
		void child.ended.then((end) => {
			if (!restart) fail(end);
		});
	};
	const restartBot = async () => {
		await endBot(bot, restartGraceMs);
		if (!stopping) watch(await start());
	};

	try {
		watch(await start());
	} catch (error) {
		await playground.stop();
		throw error;
	}
	for (const trouble of troubles) playground.troubles.add(trouble);
	playground.troubles.add({
		id: "restart-bot",
		label: pageTexts.restartBot,
		run() {
			restart ??= restartBot()
				.catch((error: unknown) => fail({ err: error }))
				.finally(() => {
					restart = undefined;
				});
			return restart;
		},
	});

	return async (graceMs = 0) => {
		stopping = true;
		await restart;
		await endBot(bot, graceMs);
		await playground.stop();
	};
};
