import { z } from "zod";

/** The body of operation 2's request (docs/interface.md 2.3). A missing key is treated like an empty one. */
export const topupRequest = z.object({ key: z.string().default("") });

export type TopupRequest = z.infer<typeof topupRequest>;

/** Every answer of operation 2. The interface shows no fields (docs/interface.md 4.2): these are the family's. */
export const topupAnswer = z.discriminatedUnion("success", [
	/** `data` is what was credited, in quota units. */
	z.object({ success: z.literal(true), message: z.literal(""), data: z.int().nonnegative() }),
	/** `code` comes with a status of 401 or 403 alone. */
	z.object({ success: z.literal(false), message: z.string(), code: z.string().optional() }),
]);

export type TopupAnswer = z.infer<typeof topupAnswer>;

/** The same as services really send it. */
export const receivedTopup = z.object({
	success: z.boolean(),
	message: z.string().catch(""),
	code: z.string().catch(""),
	data: z.unknown().optional(),
});
