import { dialectOf } from "../../wire/models.ts";
import type { ClipReading } from "../clips/clip-reading.ts";
import type { Line } from "../line.ts";
import { estimateSeconds } from "../text/script.ts";
import type { Failure, Next } from "./failure.ts";

/**
 * Whether a sound is of an unlikely length for its text: sentences repeated, an instruction obeyed, or the end cut.
 * Digits are left alone, since how long a number takes to say can't be told from its length.
 */
export const isDoubtful = (text: string, durationMs: number): boolean => {
	if (/\p{N}/u.test(text)) return false;
	const expectedMs = estimateSeconds(text) * 1_000;
	return durationMs > 2 * expectedMs + 1_500 || durationMs < 0.25 * expectedMs;
};

/** What has happened to a Line so far, as far as it decides what a silent answer means. */
export interface Silences {
	/** 200s without sound for this Line, this one not counted. */
	readonly before: number;
	readonly style: boolean;
	/** Whether the text can still be cut. */
	readonly mayCut: boolean;
}

/** A silent answer is asked for once more as it was, then without its style; then the text is cut, or another model asked. */
const afterSilence = ({ before, style, mayCut }: Silences): Next => {
	if (before === 0 || (before === 1 && style)) return "again";
	return mayCut ? "end" : "other_model";
};

/** Says what a 200 that is no Clip means for the attempts after it. It was charged all the same. */
export const judgeReading = (
	reading: Exclude<ClipReading, { kind: "clip" }>,
	line: Line,
	model: string,
	silences: Silences,
): Failure => {
	switch (reading.kind) {
		case "no_audio":
			return {
				detail: { kind: "no_audio", finishReason: reading.finishReason },
				next: line.text.length <= 2 && silences.before > 0 ? "end" : afterSilence(silences),
				billed: true,
				message: `a 200 without audio (finish reason ${reading.finishReason})`,
			};
		case "blocked":
			return {
				detail: { kind: "blocked", reason: reading.reason },
				// Prompt models also refuse harmless text that they take for an instruction.
				next: dialectOf(model) === "prompt" && reading.reason === "PROHIBITED_CONTENT" ? "firmly" : "end",
				billed: true,
				message: `the speech service refused the text (${reading.reason})`,
			};
		case "bad_response":
			return { detail: { kind: "bad_response" }, next: "end", billed: true, message: reading.why };
	}
};
