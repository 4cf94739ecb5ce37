import type { ClipReading } from "../clips/clip-reading.ts";
import { type Cost, noUsage } from "../usage.ts";
import type { AttemptFailure } from "./failure.ts";

/** The result of a request. */
export type Asked = { readonly failure: AttemptFailure } | { readonly reading: ClipReading };

/** The least tokens that models of this family count for a second of sound. */
const tokensPerSecond = 25;

/** @returns what a request cost; undefined where that isn't known: it may have been made, and charged */
export const costOf = (asked: Asked): Cost | undefined => {
	if ("failure" in asked) {
		const { billed, madeMs = billed ? undefined : 0 } = asked.failure;
		return madeMs === undefined ? undefined : { madeMs, usage: noUsage };
	}
	const { reading } = asked;
	const { usage } = reading;
	if ("madeMs" in reading && reading.madeMs !== undefined) return { madeMs: reading.madeMs, usage };
	if ((reading.kind === "bad_response" || reading.kind === "unplayable") && usage.audioTokens === 0)
		return undefined;
	return { madeMs: (usage.audioTokens / tokensPerSecond) * 1_000, usage };
};
