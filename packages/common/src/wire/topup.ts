import { z } from "zod";

/** The body of operation 2's request (docs/interface.md 2.3). A missing key is treated like an empty one. */
export const topupRequest = z.object({ key: z.string().optional() });

export type TopupRequest = z.infer<typeof topupRequest>;

/** Every answer of operation 2. The interface shows no fields (docs/interface.md 4.2): these are the family's. */
export const topupAnswer = z.discriminatedUnion("success", [
	/** `data` is what was credited, in quota units. */
	z.object({ success: z.literal(true), message: z.literal(""), data: z.int().nonnegative() }),
	/** `code` comes with a status of 401 or 403 alone. */
	z.object({ success: z.literal(false), message: z.string(), code: z.string().optional() }),
]);

export type TopupAnswer = z.infer<typeof topupAnswer>;

/** Some services write 1 or "true". */
const receivedSuccess = z.union([
	z.boolean(),
	z.literal([0, 1]).transform(Boolean),
	z.stringbool({ truthy: ["true"], falsy: ["false"] }),
]);

/** The same as services really send it; `success` is undefined where they don't say. */
export const receivedTopup = z
	.object({
		success: receivedSuccess.optional().catch(undefined),
		message: z.string().catch(""),
		error: z
			.union([z.string(), z.object({ message: z.string() }).transform(({ message }) => message)])
			.catch(""),
		code: z.string().catch(""),
		data: z.unknown().optional(),
	})
	.transform(({ message, error, ...others }) => ({ ...others, message: message || error }));
