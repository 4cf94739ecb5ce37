import { StartError } from "@herald/common/start-error.ts";

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

/** @returns those that there are */
export const found = (...findings: readonly (Finding | false | undefined)[]): Finding[] =>
	findings.filter((finding) => finding !== undefined && finding !== false);

/** @returns what a check finds; a sentence that it throws is a finding, too */
export const attempt = async (check: () => Promise<Finding[]>): Promise<Finding[]> => {
	try {
		return await check();
	} catch (error) {
		if (error instanceof StartError) return [wrong(error.message)];
		throw error;
	}
};
