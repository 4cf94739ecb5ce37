import { type DestinationStream, type Logger, pino } from "pino";

export type { Logger } from "pino";

const redacted = ["authorization", "token", "key", "redemptionCode", "text", "apiKey"];

const messageMax = 2_000;

/**
 * The fields of an error that may be logged: what went wrong, and where. Other fields may hold anything; Discord's hold
 * the whole request, with a token in its address, a member's words, a file.
 */
const describeError = (error: unknown): object => {
	if (!(error instanceof Error)) return { message: String(error).slice(0, messageMax) };
	const { name, message, stack, cause } = error;
	const { code, status, method } = error as { code?: unknown; status?: unknown; method?: unknown };
	return {
		type: name,
		message: message.slice(0, messageMax),
		stack: stack?.replace(message, message.slice(0, messageMax)),
		code,
		status,
		method,
		...(cause !== undefined && { cause: describeError(cause) }),
	};
};

/**
 * Makes the logger of a process: one JSON line per event, on standard output by default. Errors belong under `err`.
 * Fields whose names suggest a secret or a member's words are removed, up to two levels deep.
 */
export const createLogger = (name: string, level: string, destination?: DestinationStream): Logger =>
	pino(
		{
			name,
			level,
			serializers: { err: describeError },
			redact: {
				paths: redacted.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
				censor: "[redacted]",
			},
		},
		destination ?? pino.destination({ dest: 1, sync: true }),
	);
