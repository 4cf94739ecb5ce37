/** What the doctor found out about one thing. */
export interface Finding {
	/** `wrong` keeps Herald from its work; a `note` doesn't, but somebody should know. */
	readonly verdict: "ok" | "note" | "wrong";
	/** One sentence for the operator; unless all is well, it says what to do. */
	readonly sentence: string;
}

export const ok = (sentence: string): Finding => ({ verdict: "ok", sentence });
export const note = (sentence: string): Finding => ({ verdict: "note", sentence });
export const wrong = (sentence: string): Finding => ({ verdict: "wrong", sentence });
