import type { Writable } from "node:stream";
import type { DestinationStream } from "pino";

/**
 * @returns a stream that writes log lines for people, where standard output is a terminal and nothing says that this is
 * production; undefined where JSON belongs
 */
export const openTerminal = async (
	output: Writable & { readonly isTTY?: boolean } = process.stdout,
): Promise<DestinationStream | undefined> => {
	if (!output.isTTY || process.env.NODE_ENV === "production") return undefined;
	const { default: pretty } = await import("pino-pretty");
	return pretty({
		destination: output,
		singleLine: true,
		translateTime: "SYS:HH:MM:ss",
		ignore: "pid,hostname,name",
	});
};
