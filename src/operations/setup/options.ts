import { existsSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { UsageError } from "@herald/common/process/command-line.ts";
import { StartError } from "@herald/common/start-error.ts";
import type { DiscordAccess } from "../ask-discord.ts";
import type { Terminal } from "./terminal.ts";

/** The parts of the setup that can be run alone. */
const parts = ["token", "application", "voice", "invite"] as const;
export type SetupPart = (typeof parts)[number];

export const usage = `Set Herald up for a real server: the bot's token, its application, its voice, and the invite. Asks in a terminal;
shows all changes before it makes them, and Ctrl-C changes nothing. Run again, it changes one thing.

  npm run setup -- [${parts.join("|")}]
      --plain               plain lines, for screen readers and simple terminals
      --yes                 changes what it shows without asking
      --json                prints the result as JSON, and asks nothing
      --token-file FILE     the bot's token; - reads it from standard input
      --installs WHO        who may add Herald: servers, members or both
      --no-read-aloud       leaves the Message Content intent alone
      --voice WHO           who speaks: own, google, gateway or other
      --service-url URL     the service's address, for a gateway or another service
      --key-file FILE       the service's key
      --models A,B          models, tried in this order
      --seconds-per-day N   how much a server may have spoken in a day; 0 for no limit
      --language TAG        gets a natural voice of this language for Herald's own service
      --wait SECONDS        waits so long for Herald to be added to a server

Secrets are never options: they are read from files, or from DISCORD_TOKEN and SPEECH_API_KEY in the
environment.
The exit code is 0 when all is set up, 1 when something is wrong or left to do, 2 for a command line that isn't
understood, and 130 after Ctrl-C.
`;

const voiceKinds = ["own", "google", "gateway", "other"] as const;
export type VoiceKind = (typeof voiceKinds)[number];

const known = {
	plain: { type: "boolean" },
	yes: { type: "boolean" },
	json: { type: "boolean" },
	"token-file": { type: "string" },
	installs: { type: "string" },
	"no-read-aloud": { type: "boolean" },
	voice: { type: "string" },
	"service-url": { type: "string" },
	"key-file": { type: "string" },
	models: { type: "string" },
	"seconds-per-day": { type: "string" },
	language: { type: "string" },
	wait: { type: "string" },
} as const;

const dayS = 86_400;

const readSeconds = (option: string, given: string | undefined): number | undefined => {
	if (given === undefined) return undefined;
	if (/^\d+$/.test(given) && Number(given) <= dayS) return Number(given);
	throw new UsageError(`${option} must be a whole number of seconds up to ${dayS}, not "${given}".`);
};

/** @param what - what error messages call the value: its option, or `The part` */
const oneOf = <T extends string>(what: string, given: string | undefined, words: readonly T[]) => {
	if (given === undefined) return undefined;
	const found = words.find((word) => word === given);
	if (found === undefined)
		throw new UsageError(`${what} must be one of ${words.join(", ")}, not "${given}".`);
	return found;
};

export type Options = ReturnType<typeof readOptions>;

/** @throws UsageError, or what `parseArgs` throws */
export const readOptions = (args: readonly string[]) => {
	const { values, positionals } = parseArgs({ args: [...args], options: known, allowPositionals: true });
	const [part, ...more] = positionals;
	if (more.length > 0) throw new UsageError(`Unexpected "${more.join(" ")}".`);
	return {
		part: oneOf("The part", part, parts),
		isPlain: values.plain === true,
		yes: values.yes === true,
		json: values.json === true,
		tokenFile: values["token-file"],
		installs: oneOf("--installs", values.installs, ["servers", "members", "both"]),
		readAloud: values["no-read-aloud"] !== true,
		voice: oneOf("--voice", values.voice, voiceKinds),
		serviceUrl: values["service-url"],
		keyFile: values["key-file"],
		models: values.models?.split(",").flatMap((model) => model.trim() || []),
		secondsPerDay: readSeconds("--seconds-per-day", values["seconds-per-day"]),
		language: values.language,
		waitSeconds: readSeconds("--wait", values.wait),
	};
};

/** @returns the secret in a file, or from standard input for "-". @throws StartError if it can't be read */
export const readSecretFile = (file: string): string => {
	try {
		if (file !== "-" && !existsSync(file)) throw new StartError(`There is no file ${file}.`);
		return readFileSync(file === "-" ? 0 : file, "utf8").trim();
	} catch (error) {
		if (error instanceof StartError) throw error;
		throw new StartError(`${file} can't be read (${(error as NodeJS.ErrnoException).code}).`);
	}
};

export interface Context {
	readonly terminal: Terminal;
	readonly options: Options;
	/**
	 * The settings that Herald will read. A setting in the environment takes the place of the same setting in the file.
	 */
	readonly environment: NodeJS.ProcessEnv;
	/** The settings in the file. */
	readonly settings: Readonly<Record<string, string>>;
	/** The path of the file with the settings: ENV_FILE, by default `.env`. */
	readonly file: string;
	/** How requests to Discord are made, without the token. */
	readonly asking: Omit<DiscordAccess, "token">;
	/** Waits for `ms`. Rejects if the signal aborts. */
	readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
}
