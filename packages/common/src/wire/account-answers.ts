import { z } from "zod";

/** A key's usage as gateways of the family show it; amounts in quota units. */
export const usageAnswer = z.object({
	code: z.literal(true),
	message: z.string(),
	data: z.object({
		object: z.literal("token_usage"),
		name: z.string(),
		total_granted: z.int(),
		total_used: z.int(),
		/** May be below zero: speech is charged after it was made. */
		total_available: z.int(),
		unlimited_quota: z.boolean(),
		model_limits: z.record(z.string(), z.boolean()),
		model_limits_enabled: z.boolean(),
		/** In seconds since the epoch; 0 is never. */
		expires_at: z.int(),
	}),
});

/** An account's usage as gateways of the family show it; amounts in quota units. */
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
