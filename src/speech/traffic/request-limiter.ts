import { FairQueue } from "@herald/common/fair-queue.ts";
import { Recent } from "@herald/common/recent.ts";
import { type Measures, measure } from "../../shared/measures.ts";
import { type Party, partyKey } from "../../shared/party.ts";
import { Problem } from "../../shared/problem.ts";
import type { TextAdmission } from "../line.ts";

/** What an answer of the speech service tells about its load. */
export interface LoadReport {
	/**
	 * Answers of one kind usually take equally long: they come from one model, and are of about the same size or failed
	 * in the same way.
	 */
	readonly kind: string;
	readonly ms: number;
	/** Whether the service is overloaded: 429, 503, or no answer in time. */
	readonly strained: boolean;
	/**
	 * How long the service wants no requests of the account, in ms; 0 if it didn't say, or still takes requests for other
	 * models.
	 */
	readonly waitMs: number;
}

/** How many accounts' limits are remembered. */
const accountsMax = 2_000;

export interface RequestLimiter {
	/**
	 * Waits for a permit of a guild, as `acquire` of {@link fairLimiter} does.
	 *
	 * @param account - the ID of the account that pays; "" for the operator's
	 */
	acquire(guild: string, signal: AbortSignal, patienceMs?: number, account?: string): Promise<() => void>;
	/** Records what an answer to an account's request says about the service's load. */
	note(answered: LoadReport, account?: string): void;
}

/** A fixed limit for the requests of all accounts. Each account's own limit adapts. */
const limitAll = (max: number) => ({
	current: () => max,
	pauseMs: () => 0,
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
	const all = fairLimiter(limitAll(max));
	const limitAccount = () => {
		const limit = adaptiveLimit(max, now);
		return { limit, limiter: fairLimiter(limit) };
	};
	const accounts = new Recent<ReturnType<typeof limitAccount>>(accountsMax);
	const find = (account: string) => accounts.get(account, limitAccount);
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
			limit.note(answered, limiter.queue.running);
			limiter.queue.startNext();
		},
	};
};

export const tooManyRequests = (retryAt: number): Problem =>
	new Problem(
		{ kind: "rate_limited", retryAt, daily: false },
		"too many requests wait for the speech service",
	);

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
export const takePermit = async (need: PermitNeed, patienceMs?: number): Promise<() => void> => {
	const { limiter, party, account, signal } = need;
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

const atFirst = 16;
/** How much the limit grows per second while requests wait, if there was no trouble for `searchAfterMs`. */
const growthPerSecond = 16;
/** How long there must be no trouble, in ms, for the limit to be searched again (see {@link adaptiveLimit}). */
const searchAfterMs = 60_000;
/** The lowest limit that slow answers alone lead to. */
const slowLeast = 8;
/** The highest limit. Each answer is held in memory, up to some MB. */
const requestsMax = 2_000;
/** What the limit is multiplied by after a sign of overload: a 429, a 503, or a timeout. */
const strainedFactor = 0.7;
/** What the limit is multiplied by after mostly slow answers. */
const slowFactor = 0.8;
/** The share by which the limit grows in a round trip: while as many answers come as the limit allows requests. */
const growth = 0.1;
/** An answer is slow if it takes more than `slowTimes` times as long as usual, and also more than `slowMs`. */
const slowTimes = 3;
const slowMs = 1_000;
/** The time constant with which the usual duration follows faster answers, in ms. */
const fasterWithinMs = 30_000;
/**
 * The time constant with which the usual duration follows slower answers, in ms. It is longer, because an overloaded
 * service stays slow for minutes.
 */
const slowerWithinMs = 300_000;
/**
 * How many more slow answers than others must have come for the limit to be lowered; half the limit if that is more.
 */
const slowAnswersMin = 8;
/** The longest pause before requests go out again, in ms, even if the service asked for a longer one. */
const pauseMaxMs = 60_000;

/**
 * How many requests the speech service takes at once, found by AIMD. At first, and after a minute without trouble, the
 * limit is searched: it doubles with each round trip, and also grows every second, since answers may take long to come.
 * Otherwise it grows by a tenth with each round trip. A 429, a 503, a timeout, or mostly slow answers lower it.
 */
const adaptiveLimit = (max = requestsMax, now = () => performance.now()) => {
	let limit = Math.min(atFirst, max);
	let cutAt = Number.NEGATIVE_INFINITY;
	let pausedUntil = Number.NEGATIVE_INFINITY;
	let reviewedAt = now();
	/** How many more slow answers than others have come since the last cut; never below 0. */
	let slow = 0;
	/** How long answers usually take, by kind. */
	const usual = new Map<string, { ms: number; at: number }>();

	const current = (): number => Math.floor(limit);
	const isSearching = (): boolean => now() - cutAt >= searchAfterMs;
	const growBy = (requests: number): void => {
		limit = Math.min(max, limit + requests);
	};
	const cut = (factor: number, least: number, at: number): void => {
		cutAt = at;
		slow = 0;
		limit = Math.max(Math.min(least, limit), limit * factor);
	};
	const isSlowAnswer = (kind: string, ms: number, at: number): boolean => {
		const known = usual.get(kind);
		if (!known) {
			usual.set(kind, { ms, at });
			return false;
		}
		const isSlow = ms > Math.max(slowMs, known.ms * slowTimes);
		const within = ms < known.ms ? fasterWithinMs : slowerWithinMs;
		known.ms += (ms - known.ms) * (1 - Math.exp((known.at - at) / within));
		known.at = at;
		return isSlow;
	};
	const weigh = ({ kind, ms, strained, waitMs }: LoadReport, underWay: number): void => {
		const at = now();
		const isSlow = !strained && isSlowAnswer(kind, ms, at);
		pausedUntil = Math.max(pausedUntil, at + Math.min(waitMs, pauseMaxMs));
		// Requests that began before the last cut say nothing about the time after it.
		if (at - ms < cutAt) return;
		slow = Math.max(0, slow + (isSlow ? 1 : -1));
		if (strained) {
			// After a cut, more requests may be running than the new limit. Their answers are no reason for another cut.
			if (underWay > current()) return;
			// Only the part of the limit that was used is known to work, so the cut starts from that.
			limit = Math.min(limit, Math.max(underWay, atFirst));
			cut(strainedFactor, 1, at);
		} else if (slow >= Math.max(slowAnswersMin, limit / 2)) cut(slowFactor, slowLeast, at);
		else if (!isSlow && underWay * 2 >= limit)
			growBy(isSearching() ? 1 : Math.max(1, limit * growth) / limit);
	};

	return {
		current,

		/** How much longer no request may begin, in ms. */
		pauseMs: (): number => Math.max(0, pausedUntil - now()),

		/** @returns how long it takes until `requests` more have begun after the running ones, if each takes `requestMs` */
		waitMs: (requests: number, requestMs: number): number => {
			const times = requests / limit;
			if (!isSearching()) return requestMs * times;
			// While searching, each request that ends makes room for two.
			const growingMs = Math.min(requestMs * Math.log2(1 + times / 2), (requests / growthPerSecond) * 1_000);
			return Math.max(growingMs, (requestMs * requests) / max);
		},

		/**
		 * Lets a fully used limit grow with the time since the last review, while it is searched.
		 *
		 * @param underWay - how many requests are running
		 */
		review: (underWay: number): void => {
			const at = now();
			const ms = Math.min(reviewEveryMs, at - reviewedAt);
			reviewedAt = at;
			if (isSearching() && underWay >= current()) growBy((growthPerSecond * ms) / 1_000);
		},

		/** @param underWay - how many requests are running, including the answered one */
		note: (answered: LoadReport, underWay: number): void => {
			weigh(answered, underWay);
			measure("requestLimit", { limit: current() });
		},
	};
};

/** How many tasks may run at once. `review` is called every {@link reviewEveryMs} while tasks wait. */
type Limit = Pick<ReturnType<typeof adaptiveLimit>, "current" | "pauseMs" | "waitMs" | "review">;

/** How often it is checked which tasks may begin and which would wait too long, in ms. */
const reviewEveryMs = 250;
/** The most tasks of one guild at once: one that is awaited and one ahead. So no guild can take all permits. */
const perGuild = 2;
/** The weight of the latest task in the average duration. */
const latestWeight = 0.1;

/**
 * Lets as many tasks run at once as the limit allows, and at most {@link perGuild} of one guild. Waiting guilds get
 * permits in turn, so that one guild's long text doesn't hold up another's short one.
 */
const fairLimiter = (limit: Limit) => {
	const queue = new FairQueue<string>({
		mayBegin: (running) => limit.pauseMs() === 0 && running < limit.current(),
		perOwner: perGuild,
	});
	let taskMs = 0;
	let reviewing: NodeJS.Timeout | undefined;

	/** @returns how long a task waits behind `others` other guilds and `own` tasks of its own guild, in ms */
	const foresee = (others: number, own: number): number => {
		const ownMs = taskMs * Math.floor(own / perGuild);
		return limit.pauseMs() + Math.max(ownMs, limit.waitMs(others, taskMs));
	};

	/** Starts tasks that may begin, and refuses those that would wait too long. */
	const review = (): void => {
		limit.review(queue.running);
		queue.startNext();
		const now = performance.now();
		for (const [others, tasks] of [...queue.waiting.values()].entries())
			for (const [own, { until, refuse }] of [...tasks].entries()) {
				const waitMs = foresee(others, own);
				if (now + waitMs > until) refuse(tooManyRequests(Date.now() + waitMs));
			}
		if (queue.waiting.size > 0) return;
		clearInterval(reviewing);
		reviewing = undefined;
	};

	/**
	 * Waits for a permit for `guild`.
	 *
	 * @param patienceMs - the longest wait
	 * @returns a function that gives the permit back; calling it again does nothing
	 * @throws {@link Problem} `rate_limited` if the wait is longer, at once if that can be foreseen; the signal's reason
	 * if it aborts during the wait
	 */
	const acquire = async (guild: string, signal: AbortSignal, patienceMs = Number.POSITIVE_INFINITY) => {
		signal.throwIfAborted();
		const { running, waiting } = queue;
		const own = queue.runningOf(guild) + (waiting.get(guild)?.size ?? 0);
		const waitMs = foresee(waiting.size + (running < limit.current() ? 0 : 1), own);
		if (waitMs > patienceMs) throw tooManyRequests(Date.now() + waitMs - patienceMs);
		const permit = queue.acquire(guild, signal, performance.now() + patienceMs);
		if (waiting.size > 0) reviewing ??= setInterval(review, reviewEveryMs).unref();
		const release = await permit;
		const startedAt = performance.now();
		let held = true;
		return () => {
			if (!held) return;
			held = false;
			const ms = performance.now() - startedAt;
			taskMs += (ms - taskMs) * (taskMs === 0 ? 1 : latestWeight);
			release();
		};
	};
	return { queue, acquire };
};
