import { dialectOf } from "@herald/common/wire/models.ts";
import type { Line } from "../line.ts";
import { estimateSeconds, isWrittenShort } from "../text/lines.ts";
import type { SilentReading } from "./answer-reading.ts";
import { classifyRefusal } from "./classify.ts";
import type { AttemptFailure, Next } from "./failure.ts";

/**
 * Whether audio has an implausible length for its text: sentences were repeated, an instruction was obeyed, or the end
 * was cut. Texts with digits or signs are exempt: the length of a number doesn't tell how long it takes to say.
 */
export const isDoubtful = (text: string, durationMs: number): boolean => {
	if (isWrittenShort(text)) return false;
	const expectedMs = estimateSeconds(text) * 1_000;
	return durationMs > 2 * expectedMs + 1_500 || durationMs < 0.25 * expectedMs;
};

/** @returns the most sound that is taken for a text, in seconds: more is no speech of it, and is refused unheard */
export const soundMaxSeconds = (text: string): number => 4 * estimateSeconds(text) + 10;

/** A Line's earlier answers, as far as they affect what a silent one means. */
export interface Silences {
	/** Earlier 200s without audio for this Line. */
	readonly before: number;
	readonly style: boolean;
	/** Whether the text can still be split. */
	readonly mayCut: boolean;
}

/**
 * After a silent answer, the same request is retried, then without its style; then the text is split, or another model
 * is tried.
 */
const afterSilence = ({ before, style, mayCut }: Silences): Next => {
	if (before === 0 || (before === 1 && style)) return "again";
	return mayCut ? "end" : "other_model";
};

/** Decides what follows a 200 that didn't yield a Clip. It was charged all the same. */
export const judgeReading = (
	reading: SilentReading,
	line: Line,
	model: string,
	silences: Silences,
): AttemptFailure => {
	switch (reading.kind) {
		case "no_audio":
			return {
				detail: { kind: "no_audio", finishReason: reading.finishReason },
				next: line.text.length <= 2 && silences.before > 0 ? "end" : afterSilence(silences),
				billed: true,
				message: `an answer without audio (finish reason ${reading.finishReason})`,
			};
		case "blocked":
			return {
				detail: { kind: "blocked", reason: reading.reason },
				// Prompt models also refuse harmless text that they mistake for an instruction.
				next: dialectOf(model) === "prompt" && reading.reason === "PROHIBITED_CONTENT" ? "firmly" : "end",
				billed: true,
				message: `the speech service refused the text (${reading.reason})`,
			};
		case "bad_response":
			return { detail: { kind: "bad_response" }, next: "end", billed: true, message: reading.why };
		case "unplayable":
			return { detail: { kind: "unplayable_sound" }, next: "end", billed: true, message: reading.why };
		case "refused": {
			const { status, body, madeMs } = reading;
			const failure = classifyRefusal({ status, headers: {}, body }, Date.now());
			return { ...failure, billed: madeMs !== undefined, message: `in a stream, ${failure.message}` };
		}
	}
};
