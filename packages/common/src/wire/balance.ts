import { z } from "zod";

/** Where some services show the balance, for display only: of the speech key, and of the account. */
export const balancePaths = { key: "/api/usage/token/", account: "/api/user/self" } as const;

/** Where gateways since May 2026 say whether they redeem codes, to an account's own token. */
export const topupInfoPath = "/api/user/topup/info";

export const receivedTopupInfo = z.object({ data: z.object({ payment_compliance_confirmed: z.boolean() }) });

/** A speech key's balance at such a service. Amounts are in quota units, as numbers or as text. */
export const receivedKeyBalance = z.object({
	data: z.object({ total_available: z.unknown().optional(), unlimited_quota: z.boolean().catch(false) }),
});

/** An account's balance at such a service. */
export const receivedAccountBalance = z.object({
	success: z.literal(true).optional(),
	data: z.object({ quota: z.unknown() }),
});
