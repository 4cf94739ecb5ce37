import { describeProblem } from "../discord/describe-problem.ts";
import type { ProblemDetail, VoiceTrouble } from "../shared/problem.ts";
import type { Translate } from "../texts/index.ts";

/** How a book ended before it was done; without a problem, a failure was a bug, which is logged. */
export type EarlyEnd =
	| { readonly how: "cancelled" | "expired" }
	| { readonly how: "failed"; readonly problem?: ProblemDetail };

/** How a book ended that was spoken into files. */
export type BookEnd = { readonly how: "done"; readonly lengthMs: number; readonly parts: number } | EarlyEnd;

/** How a book ended in a voice channel: `left` with what removed Herald from there, or without if it was asked to leave. */
export type HeardEnd =
	| { readonly how: "heard" }
	| { readonly how: "pause_over" }
	| { readonly how: "left"; readonly trouble?: VoiceTrouble }
	| EarlyEnd;

/** The store couldn't be asked, or Herald is being stopped: what is kept of the book stays for the next start. */
export interface Kept {
	readonly how: "kept";
}

/** @returns how a book ended before it was done */
export const describeEnd = (
	end: EarlyEnd,
	about: { readonly voice: string; readonly percent: number; readonly text: string },
	t: Translate,
): string => {
	if (end.how !== "failed") return t(`book.${end.how}`, about);
	const why = end.problem ? describeProblem(end.problem, t) : t("channel.failed");
	return t("book.failed", { ...about, why });
};
