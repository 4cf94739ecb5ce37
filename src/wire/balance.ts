import { z } from "zod";

/** Where some services show what is left, for display alone: of the speech key, and of the account itself. */
export const balancePaths = { key: "/api/usage/token/", account: "/api/user/self" } as const;

/** What such a service says of a speech key. Amounts are in quota units, as numbers or as text. */
export const receivedKeyBalance = z.object({
	data: z.object({ total_available: z.unknown().optional(), unlimited_quota: z.boolean().catch(false) }),
});

/** What such a service says of an account. */
export const receivedAccountBalance = z.object({
	success: z.literal(true).optional(),
	data: z.object({ quota: z.unknown() }),
});
