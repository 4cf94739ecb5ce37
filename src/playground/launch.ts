import { fork } from "node:child_process";
import { Child } from "@herald/common/child.ts";
import type { LogFields, ProcessLogger } from "@herald/common/log.ts";
import { StartError } from "@herald/common/start-error.ts";
import {
	type FirstStep,
	InputError,
	type PlaygroundOptions,
	startPlayground,
	type Texts,
	type Trouble,
	type VoiceSource,
} from "@herald/playground";
import { type Administration, openAdministration, type ServiceTrouble } from "@herald/service/administration";
import { findSherpaOnnx, readVoicesFile } from "@herald/service/voices";
import type { Config } from "../config.ts";
import { Voices } from "../say/sound/voices.ts";
import texts from "./texts.json" with { type: "json" };

/** Herald's texts for the playground's page, in the page's languages. */
const pageTexts = texts satisfies Readonly<Record<string, Required<Texts>>>;

/**
 * The playground account's credit, in quota units: about four and a half minutes of speech, so that one can try
 * running out of credit.
 */
const startCredit = 20_000;
const codeCount = 3;
const codeUnits = 100_000;

/** By default, the playground's members may also install Herald for themselves. */
const installs = process.env.INSTALLS || "both";

/** By default, a playground has no limits per day. */
const withoutDay = Object.fromEntries(
	[
		"MEMBER_SECONDS_PER_DAY",
		"GUILD_SECONDS_PER_DAY",
		...(installs === "servers" ? [] : ["USER_SECONDS_PER_DAY", "ALL_USERS_SECONDS_PER_DAY"]),
	].map((name) => [name, process.env[name] || "0"]),
);

/** How long after its grace the bot may take to exit before it is killed, in ms. */
const endPatienceMs = 11_000;
/** How many ports are tried, starting with `port`. */
const portsTried = 20;

/**
 * Starts the playground with Herald, with codes to redeem and troubles of the embedded service to try. Prints the
 * page's address as soon as it can be opened. If the port is in use, says so and uses the next free one.
 *
 * @param botEntry - Herald's entry file, which is run against the playground instead of Discord
 * @returns a function that stops bot and playground. With a grace in ms, the bot finishes its work first
 * @throws StartError with a sentence for the operator
 */
export const launchPlayground = async (
	config: Config,
	logger: ProcessLogger,
	botEntry: URL,
): Promise<(graceMs?: number) => Promise<void>> => {
	// Invalid settings stop the launcher before they would stop the bot.
	new Voices(config.speech);
	const service = config.speech.baseUrl === "" ? openAdministration(config.dataDir) : undefined;
	const codes = service?.mintCodes(codeCount, codeUnits, "playground") ?? [];
	const playground = await startOnFreePort({
		port: config.port,
		logger,
		botName: "Herald",
		bornAt,
		firstSteps: firstSteps(codes),
		voices: service && openVoices(config.dataDir),
		chatHint: {
			text: pageTexts.nothingRead,
			command: "server",
			choose: { menu: "server:page", value: "reading" },
		},
	});
	if (config.port !== 0 && playground.port !== config.port)
		process.stdout.write(`Port ${config.port} is in use, so the playground uses ${playground.port}.\n`);
	process.stdout.write(`Herald's playground is at ${playground.url}/\n`);
	const start = () =>
		startBot(botEntry, {
			...withoutDay,
			INSTALLS: installs,
			...(service && { EMBEDDED_CREDIT: String(config.credit.embedded ?? startCredit) }),
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
		await endBot(bot, config.stopGraceMs);
		if (!stopping) watch(await start());
	};

	try {
		watch(await start());
	} catch (error) {
		await playground.stop();
		throw error;
	}
	for (const trouble of service ? speechTroubles(service) : []) playground.troubles.add(trouble);
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

	if (service) process.stdout.write(`Codes for /redeem: ${codes.join("  ")}\n`);

	return async (graceMs = 0) => {
		stopping = true;
		await restart;
		await endBot(bot, graceMs);
		await playground.stop();
		service?.close();
	};
};

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

const speechTroubles = (service: Administration): readonly Trouble[] => {
	let current: ServiceTrouble | undefined;
	const toggle = (which: ServiceTrouble) => ({
		isOn: () => current === which,
		run: () => {
			current = current === which ? undefined : which;
			service.simulate(current);
		},
	});
	return [
		{ id: "slow-speech", label: pageTexts.slowSpeech, ...toggle("slow") },
		{ id: "failing-speech", label: pageTexts.failingSpeech, ...toggle("failing") },
		{
			id: "spend-credit",
			label: pageTexts.spendCredit,
			run: () => {
				if (!service.spendCredit()) throw new InputError(pageTexts.unlimited);
			},
		},
	];
};

/**
 * @param codes - codes to redeem
 * @returns the page's suggestions of what to try. The page leaves out commands that the application doesn't have
 */
const firstSteps = (codes: readonly string[]): readonly FirstStep[] => [
	{
		command: "say",
		values: { text: "Hello! I am Herald, and this is what I sound like." },
		atOnce: true,
	},
	{ command: "voice list", values: {} },
	{ command: "voice me", values: {} },
	{ command: "join", values: {} },
	{
		command: "redeem",
		values: codes[0] === undefined ? {} : { code: codes[0] },
		offers: { option: "code", values: codes },
	},
	{ command: "server", values: {} },
];

/** @returns the embedded service's voices for the page: the same as for `npm run voices -- get` */
const openVoices = (dataDir: string): VoiceSource => {
	const open = async () =>
		(await import("@herald/service/voice-shop")).openVoiceShop(dataDir, process.env.VOICES_URL);
	let opened: ReturnType<typeof open> | undefined;
	/** Loads the code that downloads voices on demand. */
	const shop = () => {
		opened ??= open();
		return opened;
	};
	return {
		speaking: () => readVoicesFile(dataDir).voices.map(({ name, languages }) => ({ name, languages })),
		obstacle: () => (findSherpaOnnx() === undefined ? pageTexts.noEngine : undefined),
		list: async (signal) => (await shop()).list(signal),
		describe: async (name, signal) => (await shop()).describe(name, signal),
		get: async (name, signal, onProgress) => (await shop()).get(name, signal, onProgress),
	};
};
