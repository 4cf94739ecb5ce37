import { measure } from "../../measures.ts";

/** What an answer of the speech service says of its load. */
export interface Answered {
	/** Answers of one kind usually take about as long: those of one model, with about as much sound. */
	readonly kind: string;
	readonly ms: number;
	/** Whether the service has too much to do: 429, 503, or no answer in time. */
	readonly strained: boolean;
	/** How long it wants no requests of the account, in ms; 0 where it didn't say so. */
	readonly waitMs: number;
}

const atFirst = 16;
/** Slow answers alone are no reason for fewer. */
const slowLeast = 8;
/** Each answer is held in memory, up to some MB. */
const requestsMax = 2_000;
/** What remains of the limit after a strained answer, and when most are slow. */
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
/** So many more slow answers than others, or half as many as may be under way, are no chance. */
const slowAnswersMin = 8;
/** Requests go out again after this, in ms, even if the service wants to be left alone for longer. */
const pauseMaxMs = 60_000;

/**
 * How many requests the speech service takes at once (AIMD): doubled with each round trip until the first trouble, then
 * a tenth more with each; less after a 429, a 503, a timeout, or when most answers are slow.
 */
export class AdaptiveLimit {
	readonly #max: number;
	readonly #now: () => number;
	#limit: number;
	/** Whether nothing has gone wrong yet. */
	#isSearching = true;
	#cutAt = Number.NEGATIVE_INFINITY;
	#pausedUntil = Number.NEGATIVE_INFINITY;
	/** How many more slow answers than others have come of late. */
	#slow = 0;
	/** How long answers usually take, by their kinds. */
	readonly #usual = new Map<string, { ms: number; at: number }>();

	/** @param now - in ms, of a clock that is never set */
	constructor(max = requestsMax, now = () => performance.now()) {
		this.#max = max;
		this.#now = now;
		this.#limit = Math.min(atFirst, max);
	}

	get current(): number {
		return Math.floor(this.#limit);
	}

	/** How long nothing may be requested, in ms. */
	get pauseMs(): number {
		return Math.max(0, this.#pausedUntil - this.#now());
	}

	/** @returns how many times a request's duration passes before so many have begun after those under way */
	roundsFor(requests: number): number {
		const times = requests / this.#limit;
		// Each that ends makes room for two.
		return this.#isSearching ? Math.log2(1 + times / 2) : times;
	}

	/** @param underWay - how many requests there are now, with the answered one */
	note(answered: Answered, underWay: number): void {
		this.#weigh(answered, underWay);
		measure("requestLimit", { limit: this.current });
	}

	#weigh({ kind, ms, strained, waitMs }: Answered, underWay: number): void {
		const now = this.#now();
		const isSlow = !strained && this.#isSlow(kind, ms, now);
		this.#pausedUntil = Math.max(this.#pausedUntil, now + Math.min(waitMs, pauseMaxMs));
		// What was requested before the last cut says nothing of the time after it.
		if (now - ms < this.#cutAt) return;
		this.#slow = Math.max(0, this.#slow + (isSlow ? 1 : -1));
		if (strained) this.#cut(strainedFactor, 1, now);
		else if (this.#slow >= Math.max(slowAnswersMin, this.#limit / 2)) this.#cut(slowFactor, slowLeast, now);
		else if (!isSlow && underWay * 2 >= this.#limit) this.#grow();
	}

	#grow(): void {
		const step = this.#isSearching ? 1 : Math.max(1, this.#limit * growth) / this.#limit;
		this.#limit = Math.min(this.#max, this.#limit + step);
	}

	#cut(factor: number, least: number, now: number): void {
		this.#isSearching = false;
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
