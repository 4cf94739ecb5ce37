/** The result of one check of the doctor. */
export interface Finding {
	/** `wrong` keeps Herald from working; a `note` doesn't, but the operator should know. */
	readonly verdict: "ok" | "note" | "wrong";
	/** One sentence for the operator, with what to do unless all is well. */
	readonly sentence: string;
}

export const ok = (sentence: string): Finding => ({ verdict: "ok", sentence });
export const note = (sentence: string): Finding => ({ verdict: "note", sentence });
export const wrong = (sentence: string): Finding => ({ verdict: "wrong", sentence });
