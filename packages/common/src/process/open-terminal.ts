import type { Writable } from "node:stream";
import type { DestinationStream } from "pino";
import { escapeControls } from "../log.ts";

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
