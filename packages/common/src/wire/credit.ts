import { z } from "zod";

/** The body of operation 2's request (docs/interface.md 2.3). A missing key is treated like an empty one. */
export const topupRequest = z.object({ key: z.string().optional() });

export type TopupRequest = z.infer<typeof topupRequest>;

/** The answers of operation 2, in New API's shape. The interface itself shows no shape (docs/interface.md 4.2). */
export const topupAnswer = z.discriminatedUnion("success", [
	/** `data` is what was credited, in quota units. */
	z.object({ success: z.literal(true), message: z.literal(""), data: z.int().nonnegative() }),
	/** `code` comes only with a status of 401 or 403. */
	z.object({ success: z.literal(false), message: z.string(), code: z.string().optional() }),
]);

export type TopupAnswer = z.infer<typeof topupAnswer>;

/** `success` as services send it: some write 1 or "true", and 0 or "false". */
const receivedSuccess = z.union([
	z.boolean(),
	z.literal([0, 1]).transform(Boolean),
	z.stringbool({ truthy: ["true"], falsy: ["false"] }),
]);

/** The answer as services really send it; `success` is undefined if it is missing or can't be read. */
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

/** The paths at which some services show the balance of the speech key and of the account, for display only. */
export const balancePaths = { key: "/api/usage/token/", account: "/api/user/self" } as const;

/** The path at which gateways since May 2026 tell an account's own token whether they redeem codes. */
export const topupInfoPath = "/api/user/topup/info";

export const receivedTopupInfo = z.object({ data: z.object({ payment_compliance_confirmed: z.boolean() }) });

/** A speech key's balance, as some services show it. Amounts are in quota units, as numbers or as text. */
export const receivedKeyBalance = z.object({
	data: z.object({ total_available: z.unknown().optional(), unlimited_quota: z.boolean().catch(false) }),
});

/** An account's balance, as some services show it. */
export const receivedAccountBalance = z.object({
	success: z.literal(true).optional(),
	data: z.object({ quota: z.unknown() }),
});

/** A key's usage as New API gateways show it; amounts in quota units. */
export const usageAnswer = z.object({
	code: z.literal(true),
	message: z.string(),
	data: z.object({
		object: z.literal("token_usage"),
		name: z.string(),
		total_granted: z.int(),
		total_used: z.int(),
		/** May be negative: speech is charged after it is made. */
		total_available: z.int(),
		unlimited_quota: z.boolean(),
		model_limits: z.record(z.string(), z.boolean()),
		model_limits_enabled: z.boolean(),
		/** In seconds since the epoch; 0 is never. */
		expires_at: z.int(),
	}),
});

export type UsageAnswer = z.infer<typeof usageAnswer>;

/** An account's usage as New API gateways show it; amounts in quota units. */
export const selfAnswer = z.object({
	success: z.literal(true),
	message: z.string(),
	data: z.object({
		id: z.int(),
		username: z.string(),
		display_name: z.string(),
		role: z.int(),
		status: z.int(),
		quota: z.int(),
		used_quota: z.int(),
		request_count: z.int(),
		group: z.string(),
	}),
});

export type SelfAnswer = z.infer<typeof selfAnswer>;
