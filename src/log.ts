import { type DestinationStream, type Logger, pino } from "pino";

export type { Logger } from "pino";

const redacted = ["authorization", "token", "key", "redemptionCode", "text", "apiKey"];

/**
 * Makes the logger of a process: one JSON line an event, on standard output unless told otherwise.
 * Whatever stands under a name that could hold a secret or a member's words is removed, up to two levels deep.
 */
export const createLogger = (name: string, level: string, destination?: DestinationStream): Logger =>
	pino(
		{
			name,
			level,
			redact: {
				paths: redacted.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
				censor: "[redacted]",
			},
		},
		destination ?? pino.destination({ dest: 1, sync: true }),
	);
