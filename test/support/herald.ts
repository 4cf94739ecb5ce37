import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { createLogger } from "@herald/common/log.ts";
import {
	homeDescription,
	type InteractionTrace,
	ManualClock,
	type Member,
	type Playground,
	startPlayground,
} from "@herald/playground";
import type { Overrides } from "../../src/bot/bot-options.ts";
import { readConfig } from "../../src/config.ts";
import { LanguageDetector } from "../../src/speech/language/choose-language.ts";
import { findSecrets } from "./find-secrets.ts";
import { prepareStore } from "./prepared-store.ts";
import { shareClipThreads } from "./share-clip-threads.ts";
import { startBot } from "./start-bot.ts";
import { trustVoice } from "./trust-voice.ts";

const botToken = "test-bot-token";

/** Times of attempts, in ms: short enough for tests, and long enough for a busy machine. */
export const quickAttempts = {
	attemptTimeoutMs: 15_000,
	lineDeadlineMs: 45_000,
	backoffBaseMs: 5,
	backoffMaxMs: 20,
};

/** Times of attempts, in ms: a test can hold an answer back for five minutes before it is late. */
export const patientAttempts = {
	...quickAttempts,
	attemptTimeoutMs: 300_000,
	lineDeadlineMs: 300_000,
	stream: { firstSoundMs: 300_000, stallMs: 300_000 },
};

/**
 * How long the playground waits for an acknowledgement, in ms: far longer than Discord, because a machine may be busy.
 */
export const acknowledgeWithinMs = 60_000;

/**
 * Detects languages for all bots: a thread and tables for each bot would cost as much as the bot's start. The time
 * limit is never reached, so that the result depends on the text alone.
 */
const testDetector = new LanguageDetector(60_000);

type LogLine = Readonly<Record<string, unknown>>;

/** The options of a command. */
export type Values = Parameters<Playground["command"]>[2];

/** The complete Herald on its own playground. */
export interface Herald {
	readonly playground: Playground;
	readonly dataDir: string;
	/** All lines logged so far, oldest first. */
	readonly logs: readonly LogLine[];
	use(who: Member, command: string, values?: Values, locale?: string): InteractionTrace;
	say(who: Member, text: string, values?: Values): InteractionTrace;
	/** Advances the clock of budgets and breakers. */
	advance(ms: number): void;
	/**
	 * Stops the bot and starts it again, with the same data and playground.
	 * @param changes - settings that replace those of the first start. By default, the settings of the last start stay
	 * @param graceMs - how long the stop may take
	 */
	restart(changes?: Readonly<Record<string, string>>, graceMs?: number): Promise<void>;
	stop(): Promise<void>;
}

const collectLogs = (logs: LogLine[]) =>
	createLogger(
		"herald",
		"debug",
		new Writable({
			write(chunk: Buffer, _encoding, done) {
				logs.push(JSON.parse(chunk.toString("utf8")));
				done();
			},
		}),
	);

/** The bot's token, and those of all interactions that it answered. */
const tokensOf = ({ requests }: Playground): string[] => [
	botToken,
	...requests.flatMap(({ path }) => /\/(?:interactions|webhooks)\/\d+\/([^/?]+)/.exec(path)?.[1] ?? []),
];

/** The bot's configured keys, and the key that its embedded service created. */
const keysOf = (environment: Readonly<Record<string, string>>, dataDir: string): string[] => {
	const file = join(dataDir, "speech-service.key");
	return [
		...[environment.SPEECH_API_KEY, environment.TOPUP_TOKEN].flatMap((key) => key ?? []),
		...(existsSync(file) ? [readFileSync(file, "utf8").trim()] : []),
	];
};

/**
 * Starts a playground and the bot against it, in this process, which trusts the playground's voice servers.
 * @param environment - settings as an operator would give them
 * @param overrides - by default, attempts are quick. A `clock` is also the playground's, unless `playgroundClock` is given
 */
export const startHerald = async (
	environment: Readonly<Record<string, string>> = {},
	overrides: Overrides = {},
	playgroundClock = overrides.clock,
): Promise<Herald> => {
	const dataDir = mkdtempSync(join(tmpdir(), "herald-"));
	await prepareStore(dataDir);
	const logs: LogLine[] = [];
	const logger = collectLogs(logs);
	const { clock } = overrides;
	const playground = await startPlayground({
		port: 0,
		logger,
		botToken,
		botName: "Herald",
		guilds: [{ ...homeDescription, stickers: [{ name: "Wave" }] }],
		acknowledgeWithinMs,
		...(playgroundClock && { clock: playgroundClock }),
	});
	const distrustVoice = trustVoice(playground);
	let offsetMs = 0;
	let current = environment;
	const start = () =>
		startBot(
			readConfig({
				DISCORD_TOKEN: botToken,
				DISCORD_API_URL: playground.apiUrl,
				DATA_DIR: dataDir,
				...current,
			}),
			logger,
			{
				now: () => (clock?.now() ?? Date.now()) + offsetMs,
				elapsed: () => performance.now() + offsetMs,
				detector: testDetector,
				clipThreads: shareClipThreads(),
				// By default, this clock stands still, so that no progress is shown, however long an answer takes.
				progressClock: clock ?? new ManualClock(),
				timing: quickAttempts,
				...overrides,
			},
		);
	let stopBot = await start();
	return {
		playground,
		dataDir,
		logs,
		use: (who, command, values, locale) =>
			playground.command(who, command, values, locale ? { locale } : undefined),
		say: (who, text, values) => playground.command(who, "say", { text, ...values }),
		advance: (ms) => {
			offsetMs += ms;
		},
		restart: async (changes, graceMs = 0) => {
			if (changes) current = { ...environment, ...changes };
			await stopBot(graceMs);
			stopBot = await start();
		},
		stop: async () => {
			await stopBot();
			distrustVoice();
			await playground.stop();
			const found = findSecrets({
				secrets: [...tokensOf(playground), ...keysOf(current, dataDir)],
				logs,
				dataDir,
				publicAnswers: playground.messagesFor(playground.home.owner).filter(({ ephemeral }) => !ephemeral),
			});
			rmSync(dataDir, { recursive: true, force: true });
			// Secrets are searched for whenever a test stops its Herald.
			if (found.length > 0) throw new Error(`Secrets stand where they must not:\n${found.join("\n")}`);
		},
	};
};
