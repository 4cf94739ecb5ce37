import { z } from "zod";

/** The body of operation 2's request (docs/interface.md 2.3). A missing key is told as an empty one is. */
export const topupRequest = z.object({ key: z.string().default("") });

export type TopupRequest = z.infer<typeof topupRequest>;

/** What operation 2 answers, whatever came of it. The interface shows no fields (docs/interface.md 4.2): these are the family's. */
export type TopupAnswer =
	/** `data` is what was credited, in quota units. */
	| { readonly success: true; readonly message: ""; readonly data: number }
	/** `code` comes with a status of 401 or 403 alone. */
	| { readonly success: false; readonly message: string; readonly code?: string };

/** The same as it really comes. */
export const receivedTopup = z.object({
	success: z.boolean(),
	message: z.string().catch(""),
	code: z.string().catch(""),
	data: z.unknown().optional(),
});
