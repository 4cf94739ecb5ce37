import { Recent } from "@herald/common/recent.ts";
import { type Measures, measure } from "../../shared/measures.ts";
import { type Party, partyKey } from "../../shared/party.ts";
import { Problem } from "../../shared/problem.ts";
import type { TextAdmission } from "../line.ts";
import { AdaptiveLimit, FairLimiter, type LoadReport, perGuild, requestsMax } from "./adaptive-limit.ts";

/** How many accounts' limits are remembered. */
const accountsMax = 2_000;

export interface RequestLimiter {
	/**
	 * Waits for a permit of a guild, as {@link FairLimiter.acquire} does.
	 *
	 * @param account - the ID of the account that pays; "" for the operator's
	 */
	acquire(guild: string, signal: AbortSignal, patienceMs?: number, account?: string): Promise<() => void>;
	/** Records what an answer to an account's request says about the service's load. */
	note(answered: LoadReport, account?: string): void;
}

/** A fixed limit for the requests of all accounts. Each account's own limit adapts. */
const limitAll = (max: number) => ({
	current: max,
	pauseMs: 0,
	waitMs: (requests: number, requestMs: number) => (requestMs * requests) / max,
	review: () => {},
});

/**
 * Limits each account's requests to as many as the service accepts from it, and the requests of all accounts together.
 * Guilds get permits in turn.
 *
 * @param max - the most requests at once, for each account and for all together
 * @param now - a monotonic clock, in ms
 */
export const createRequestLimiter = (max = requestsMax, now?: () => number): RequestLimiter => {
	const all = new FairLimiter(limitAll(max));
	const accounts = new Recent<{ readonly limit: AdaptiveLimit; readonly limiter: FairLimiter }>(accountsMax);
	const find = (account: string) =>
		accounts.get(account, () => {
			const limit = new AdaptiveLimit(max, now);
			return { limit, limiter: new FairLimiter(limit) };
		});
	return {
		acquire: async (guild, signal, patienceMs, account = "") => {
			const queuedAt = performance.now();
			const release = await find(account).limiter.acquire(guild, signal, patienceMs);
			try {
				const leftMs = patienceMs && Math.max(0, patienceMs - (performance.now() - queuedAt));
				const releaseAll = await all.acquire(guild, signal, leftMs);
				return () => {
					releaseAll();
					release();
				};
			} catch (error) {
				release();
				throw error;
			}
		},
		note: (answered, account = "") => {
			const { limit, limiter } = find(account);
			limit.note(answered, limiter.running);
			limiter.startNext();
		},
	};
};

interface PermitNeed {
	readonly limiter: RequestLimiter;
	readonly party: Party;
	/** The ID of the account that pays; undefined for the operator's. */
	readonly account: string | undefined;
	readonly signal: AbortSignal;
}

/**
 * Waits for a permit, and measures the wait.
 *
 * @param patienceMs - the longest wait; set only for a text's first request
 */
export const takePermit = async (
	{ limiter, party, account, signal }: PermitNeed,
	patienceMs?: number,
): Promise<() => void> => {
	const queuedAt = performance.now();
	const isFirst = patienceMs !== undefined;
	const note = (step: Measures["requestTurn"]["step"]) =>
		measure("requestTurn", { step, waitedMs: performance.now() - queuedAt, isFirst });
	note("queued");
	try {
		const release = await limiter.acquire(partyKey(party), signal, patienceMs, account);
		note("begun");
		return () => {
			release();
			note("ended");
		};
	} catch (error) {
		note(error instanceof Problem ? "refused" : "given up");
		throw error;
	}
};

/** How long members wait for the first word of a text, in ms. */
const patienceMs = 30_000;

/**
 * Waits for a Line's first permit. If the first Line of a text would wait longer than `patienceMs`, that Line is refused,
 * and the whole text with it. The other Lines wait as long as it takes, since half a text is worse than a pause.
 *
 * @throws the {@link Problem} that refused the text
 */
export const admitLine = async (need: PermitNeed, text: TextAdmission): Promise<() => void> => {
	if (!text.first) {
		const permit = takePermit(need, patienceMs);
		text.first = permit;
		return permit;
	}
	await text.first.catch((error: unknown) => {
		if (error instanceof Problem) throw error;
	});
	return takePermit(need);
};

/**
 * Permits that were given back while their requests still run, because no caller waits. Each guild may have `perGuild`
 * of these.
 */
export class YieldedPermits {
	readonly #running = new Map<string, number>();

	/** @param release - gives the permit back. @returns a function to call when the request has ended */
	add(guild: string, release: () => void): () => void {
		const before = this.#running.get(guild) ?? 0;
		if (before >= perGuild) return release;
		this.#running.set(guild, before + 1);
		release();
		return () => {
			const left = (this.#running.get(guild) ?? 1) - 1;
			if (left > 0) this.#running.set(guild, left);
			else this.#running.delete(guild);
		};
	}
}
