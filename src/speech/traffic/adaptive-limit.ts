import { measure } from "../../shared/measures.ts";
import { reviewEveryMs } from "./limiter.ts";

/** An answer of the speech service as a sign of its load. */
export interface LoadReport {
	/** Answers of one kind usually take about as long: those of one model, with about as much sound. */
	readonly kind: string;
	readonly ms: number;
	/** Whether the service has too much to do: 429, 503, or no answer in time. */
	readonly strained: boolean;
	/** How long it wants no requests of the account, in ms; 0 where it didn't say so. */
	readonly waitMs: number;
}

const atFirst = 16;
/** How much the limit grows in each second that passes without trouble while requests wait, before answers arrive. */
const growthPerSecond = 16;
/** After so long without trouble it is searched again how much the service takes, in ms. */
const searchAfterMs = 60_000;
/** Slow answers alone are no reason for fewer. */
const slowLeast = 8;
/** Each answer is held in memory, up to some MB. */
export const requestsMax = 2_000;
/** The share of the limit that remains after a strained answer, and when most are slow. */
const strainedFactor = 0.7;
const slowFactor = 0.8;
/** How much the limit grows while as many answers arrive as it allows at once. */
const growth = 0.1;
/** An answer is slow when it takes so many times as long as usual, and at least so long, in ms. */
const slowTimes = 3;
const slowMs = 1_000;
/** In how long "usual" follows faster and slower answers, in ms: a service in trouble stays slow for minutes. */
const fasterWithinMs = 30_000;
const slowerWithinMs = 300_000;
/** The surplus of slow answers that is no chance: so many, or half as many as may be under way. */
const slowAnswersMin = 8;
/** Requests go out again after this, in ms, even if the service wants to be left alone for longer. */
const pauseMaxMs = 60_000;

/**
 * How many requests the speech service takes at once (AIMD). After a minute without trouble and at first, it is searched:
 * the limit doubles with each round trip, and grows with each second too, as slow answers tell nothing early. Otherwise,
 * each round trip adds a tenth; a 429, a 503, a timeout, and most answers being slow lower it.
 */
export class AdaptiveLimit {
	readonly #max: number;
	readonly #now: () => number;
	#limit: number;
	#cutAt = Number.NEGATIVE_INFINITY;
	#pausedUntil = Number.NEGATIVE_INFINITY;
	#reviewedAt: number;
	/** How many more slow answers than others have come of late. */
	#slow = 0;
	/** How long answers usually take, by their kinds. */
	readonly #usual = new Map<string, { ms: number; at: number }>();

	/** @param now - in ms, of a clock that is never set */
	constructor(max = requestsMax, now = () => performance.now()) {
		this.#max = max;
		this.#now = now;
		this.#limit = Math.min(atFirst, max);
		this.#reviewedAt = now();
	}

	get current(): number {
		return Math.floor(this.#limit);
	}

	/** How long nothing may be requested, in ms. */
	get pauseMs(): number {
		return Math.max(0, this.#pausedUntil - this.#now());
	}

	/** @returns how long it takes until so many have begun after those under way, when each takes `requestMs` */
	waitMs(requests: number, requestMs: number): number {
		const times = requests / this.#limit;
		if (!this.#isSearching()) return requestMs * times;
		// Each that ends makes room for two.
		const growingMs = Math.min(requestMs * Math.log2(1 + times / 2), (requests / growthPerSecond) * 1_000);
		return Math.max(growingMs, (requestMs * requests) / this.#max);
	}

	/** Lets the limit grow with the time since the last review, while requests wait. */
	review(underWay: number): void {
		const now = this.#now();
		const ms = Math.min(reviewEveryMs, now - this.#reviewedAt);
		this.#reviewedAt = now;
		if (this.#isSearching() && underWay >= this.current) this.#growBy((growthPerSecond * ms) / 1_000);
	}

	/** @param underWay - how many requests there are now, with the answered one */
	note(answered: LoadReport, underWay: number): void {
		this.#weigh(answered, underWay);
		measure("requestLimit", { limit: this.current });
	}

	#weigh({ kind, ms, strained, waitMs }: LoadReport, underWay: number): void {
		const now = this.#now();
		const isSlow = !strained && this.#isSlow(kind, ms, now);
		this.#pausedUntil = Math.max(this.#pausedUntil, now + Math.min(waitMs, pauseMaxMs));
		// Requests from before the last cut say nothing of the time after it.
		if (now - ms < this.#cutAt) return;
		this.#slow = Math.max(0, this.#slow + (isSlow ? 1 : -1));
		if (strained) {
			// More than the limit were under way before the last cut.
			if (underWay > this.current) return;
			// A limit that isn't used says nothing of what the service takes.
			this.#limit = Math.min(this.#limit, Math.max(underWay, atFirst));
			this.#cut(strainedFactor, 1, now);
		} else if (this.#slow >= Math.max(slowAnswersMin, this.#limit / 2)) this.#cut(slowFactor, slowLeast, now);
		else if (!isSlow && underWay * 2 >= this.#limit)
			this.#growBy(this.#isSearching() ? 1 : Math.max(1, this.#limit * growth) / this.#limit);
	}

	#isSearching(): boolean {
		return this.#now() - this.#cutAt >= searchAfterMs;
	}

	#growBy(requests: number): void {
		this.#limit = Math.min(this.#max, this.#limit + requests);
	}

	#cut(factor: number, least: number, now: number): void {
		this.#cutAt = now;
		this.#slow = 0;
		this.#limit = Math.max(Math.min(least, this.#limit), this.#limit * factor);
	}

	#isSlow(kind: string, ms: number, now: number): boolean {
		const usual = this.#usual.get(kind);
		if (!usual) {
			this.#usual.set(kind, { ms, at: now });
			return false;
		}
		const isSlow = ms > Math.max(slowMs, usual.ms * slowTimes);
		const within = ms < usual.ms ? fasterWithinMs : slowerWithinMs;
		usual.ms += (ms - usual.ms) * (1 - Math.exp((usual.at - now) / within));
		usual.at = now;
		return isSlow;
	}
}
