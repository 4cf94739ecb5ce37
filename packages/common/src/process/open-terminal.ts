import type { Writable } from "node:stream";
import type { DestinationStream } from "pino";
import { escapeControls } from "../log.ts";

/** Of a line, only a stack has several; `cleanStack` has seen to what begins them. */
const cleanField = (key: string, value: unknown): unknown => {
	if (typeof value !== "string") return value;
	return key === "stack" ? value.split("\n").map(escapeControls).join("\n") : escapeControls(value);
};

/**
 * @returns a stream that writes log lines for people, where standard output is a terminal and nothing says that this is
 * production; undefined where JSON belongs
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
