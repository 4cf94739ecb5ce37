import type { Writable } from "node:stream";
import { type DestinationStream, type Logger as Pino, pino } from "pino";

export type { Logger as ProcessLogger } from "pino";

/**
 * The events of log lines. Names stay as they are, since people search and alert by them; docs/watching.md
 * says what each means.
 */
export const logEvents = [
	// The process.
	"ready",
	"not_started",
	"stopping",
	"data_dir_open",
	"setting_removed",
	"database_unreachable",
	"default_language_unspoken",
	"not_stored",
	"clips_damaged",
	"operations_listening",
	"operations_failed",
	"uncaught_exception",
	"unhandled_rejection",
	"bot_died",
	"process_died",
	"process_failed",
	"process_hung",
	"process_silent",
	"logins_low",
	"malformed_event",
	// Discord.
	"discord_unreachable",
	"discord_error",
	"discord_warning",
	"discord_gave_up",
	"intent_withdrawn",
	"identify_waits",
	"gateway_lost",
	"gateway_back",
	"interaction",
	"departures_failed",
	"guilds_erased",
	"old_data_erased",
	"old_data_kept",
	// Voice channels.
	"voice_joined",
	"voice_leaving",
	"voice_left",
	"voice_closed",
	"voice_fault",
	"voice_connection_failed",
	"voice_not_rejoined",
	"voice_rejoin_failed",
	"voice_places_failed",
	"voice_settings_unreadable",
	"stage_refused",
	"playback_failed",
	"line_failed",
	"bad_setting",
	"book_failed",
	"text_not_told",
	"voice_not_told",
	"shards_lost",
	"shards_taken",
	"speech_not_counted",
	// Messages that are read aloud.
	"messages_read",
	"reading_failed",
	"not_read",
	// The speech service, as Herald sees it.
	"speech_attempt_failed",
	"speech_extras_refused",
	"line_shared",
	// Redemptions.
	"redemption",
	"redemptions_lost",
	"redemption_not_saved",
	"redemption_not_marked_told",
	"bot_secret_changed",
	// Accounts that servers and members have connected.
	"own_account",
	"own_account_unreadable",
	// Herald's own speech service.
	"service_started",
	"service_died",
	"service_restart_failed",
	"service_key_changed",
	"service_secret_changed",
	"trouble_simulated",
	"voice_loaded",
	"voice_died",
	"voice_damaged",
	"voices_changed",
	"voices_unused",
	"voices_listed",
	"voices_missing",
	"voices_not_listed",
	"voices_unreadable",
	"request",
	"request_failed",
	"code_redeemed",
] as const;

/** The fields that a log line has besides its sentence. Errors belong under `err`. */
export interface LogFields {
	readonly event: (typeof logEvents)[number];
	readonly [field: string]: unknown;
}

type Write = (fields: LogFields, sentence: string) => void;

/** Herald's logger. A new kind of line needs a name in {@link logEvents}, and a row in docs/watching.md. */
export interface Logger
	extends Readonly<Record<"trace" | "debug" | "info" | "warn" | "error" | "fatal", Write>> {
	readonly level: string;
}

const redacted = ["authorization", "token", "key", "redemptionCode", "text", "apiKey"];

const messageMax = 2_000;

/** Characters that a terminal would obey: controls, separators of lines, and those that change the writing direction. */
const controls = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const writeEscape = (found: string): string => `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** @returns the text in one line: characters that a terminal would obey become escapes like `\u001b` */
export const escapeControls = (text: string): string => text.replace(controls, writeEscape);

/** Escapes control characters that JSON leaves as they are, except for the line break at the end. */
const escapeRest = (line: string): string =>
	line.replace(controls, (found) => (found === "\n" ? found : writeEscape(found)));

const beforeFrame = "\n    at ";

/**
 * Puts a stack's message on one line, and cuts it to `messageMax`: the message may quote anyone, and one of its lines
 * could look like another log line.
 */
const cleanStack = (stack: string): string => {
	const [message = "", ...frames] = stack.split(beforeFrame);
	return [escapeControls(message.slice(0, messageMax)), ...frames].join(beforeFrame);
};

/**
 * The fields of an error that may be logged: what went wrong, and where. Other fields may hold anything: in Discord's
 * errors, they hold the whole request, with a token in its address, a member's words or a file.
 */
const describeError = (error: unknown): object => {
	if (!(error instanceof Error)) return { message: String(error).slice(0, messageMax) };
	const { name, message, stack, cause } = error;
	const { code, status, method } = error as { code?: unknown; status?: unknown; method?: unknown };
	return {
		type: name,
		message: message.slice(0, messageMax),
		stack: stack && cleanStack(stack),
		code,
		status,
		method,
		...(cause !== undefined && { cause: describeError(cause) }),
	};
};

/**
 * Makes the logger of a process: one JSON line per event, on standard output by default. Within Herald, use it as a
 * {@link Logger}; the playground and libraries take it as it is.
 *
 * If a field's name suggests a secret or a member's words, its value becomes "[redacted]", also inside an object, or an
 * object in an object.
 */
export const createLogger = (name: string, level: string, destination?: DestinationStream): Pino =>
	pino(
		{
			name,
			level,
			serializers: { err: describeError },
			hooks: { streamWrite: escapeRest },
			redact: {
				paths: redacted.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
				censor: "[redacted]",
			},
		},
		destination ?? pino.destination({ dest: 1, sync: true }),
	);

/**
 * Escapes control characters, except for the line breaks of a stack: `cleanStack` has put the stack's message on one
 * line.
 */
const cleanField = (key: string, value: unknown): unknown => {
	if (typeof value !== "string") return value;
	return key === "stack" ? value.split("\n").map(escapeControls).join("\n") : escapeControls(value);
};

/**
 * @returns a stream that writes log lines for people, if standard output is a terminal and NODE_ENV isn't production;
 * undefined if the log is to be JSON
 */
export const openTerminal = async (
	output: Writable & { readonly isTTY?: boolean } = process.stdout,
): Promise<DestinationStream | undefined> => {
	if (!output.isTTY || process.env.NODE_ENV === "production") return undefined;
	const { default: pretty } = await import("pino-pretty");
	const lines = pretty({
		destination: output,
		singleLine: true,
		translateTime: "SYS:HH:MM:ss",
		ignore: "pid,hostname,name",
	});
	return { write: (line) => void lines.write(`${JSON.stringify(JSON.parse(line, cleanField))}\n`) };
};
