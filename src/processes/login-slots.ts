import type { Logger } from "@herald/common/log.ts";
import type { LoginRequest } from "./talk.ts";

/** How many logins Discord still allows a bot, from `GET /gateway/bot`. */
export interface LoginLimit {
	remaining: number;
	/** How long until the limit resets, in ms. */
	readonly reset_after: number;
}

interface LoginSlotsOptions {
	/** Resolves to undefined if Discord can't be reached, or doesn't name the limit. */
	readonly readLimit: () => Promise<LoginLimit | undefined>;
	/**
	 * How many logins one start of the bot needs. This start always gets them, and as many are kept for the next start.
	 */
	readonly ofStart: number;
	/**
	 * Takes one of the slots that all machines share; undefined if no other machine runs the bot. Resolves to 0 if the
	 * shard may log in, otherwise to the ms after which to ask again. May reject.
	 */
	readonly takeShared?: ((bucket: number, spacingMs: number) => Promise<number>) | undefined;
	readonly logger: Logger;
	/** A clock, in ms. */
	readonly now?: () => number;
}

/** How long Discord's answer is reused, in ms. Logins since then are subtracted. */
const limitMaxAgeMs = 60_000;
/** How long a shard without a slot waits before it asks again, in ms. */
const askAgainMs = 30_000;
/** The shortest interval between log lines that few logins are left, in ms. */
const logEveryMs = 3_600_000;

export type LoginSlots = ReturnType<typeof createLoginSlots>;

/**
 * Grants logins at Discord's gateway to the shards of all processes, one shard of a bucket at a time. After the start's
 * own logins, grants none while no more are left than another start needs: Discord resets the token of a bot that
 * uses its last login.
 */
export const createLoginSlots = (options: LoginSlotsOptions) => {
	const { readLimit, ofStart, takeShared, logger, now = () => performance.now() } = options;
	/** When each bucket's slot is free again, in ms by the clock. */
	const slots = new Map<number, number>();
	let granted = 0;
	/** Discord's last answer, minus the logins granted since. Concurrent callers share it. */
	let known: { readonly at: number; readonly answer: Promise<LoginLimit | undefined> } | undefined;
	let loggedAt = Number.NEGATIVE_INFINITY;
	let areFewLeft = false;

	/**
	 * @returns 0 if the shard may log in now; otherwise the ms after which to ask again
	 * @throws an Error if the shared slots can't be asked
	 */
	const take = async ({ bucket, spacingMs }: LoginRequest): Promise<number> => {
		const at = now();
		const freeAt = slots.get(bucket) ?? at;
		if (freeAt > at) return freeAt - at;
		// Taken before the first await: during the await, another shard could take the slot.
		slots.set(bucket, at + spacingMs);
		let waitMs = askAgainMs;
		try {
			const sharedMs = (await takeShared?.(bucket, spacingMs)) ?? 0;
			if (sharedMs > 0) waitMs = sharedMs;
			else if (await mayLogIn()) waitMs = 0;
			return waitMs;
		} finally {
			if (waitMs > 0) slots.delete(bucket);
		}
	};

	const mayLogIn = async () => {
		granted += 1;
		if (granted <= ofStart) return true;
		const limit = await read();
		areFewLeft = limit !== undefined && limit.remaining <= ofStart;
		if (limit && areFewLeft) logFewLeft(limit.remaining, limit.reset_after);
		else if (limit) limit.remaining -= 1;
		return !areFewLeft;
	};

	const read = () => {
		const at = now();
		if (!known || at - known.at >= limitMaxAgeMs)
			known = { at, answer: readLimit().then((limit) => limit && { ...limit }) };
		return known.answer;
	};

	const logFewLeft = (remaining: number, resetAfterMs: number) => {
		if (now() - loggedAt < logEveryMs) return;
		loggedAt = now();
		logger.error(
			{ event: "logins_low", remaining, minutes: Math.ceil(resetAfterMs / 60_000) },
			"Discord allows this bot few more logins for now, and they are left for a start: shards that lose their session wait. Find out what makes them log in so often",
		);
	};
	return {
		take,
		/** Whether shards wait because few logins are left. */
		areFewLeft: () => areFewLeft,
	};
};
