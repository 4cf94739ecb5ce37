import { Problem } from "../problem.ts";
import { SlidingWindow } from "../sliding-window.ts";
import type { SpeechDays } from "../store/speech-days.ts";
import { dayOf, endOfDay } from "../utc-day.ts";

/** Nobody listens to more; each costs answers and requests even where the sound is cached. */
const textsPerMinutePerMember = 10;

/** Speech a day, in seconds; 0 is no limit. */
export interface BudgetLimits {
	readonly memberSecondsPerDay: number;
	readonly guildSecondsPerDay: number;
}

/** Sound set aside for a text before it is made. */
export interface Reservation {
	/** Replaces the estimate by what was really made, in ms. Once; later calls do nothing. */
	settle(madeMs: number): void;
}

/** @returns the lower of two limits of which 0 and null are none */
const lower = (operator: number, own: number | null): number =>
	own === null ? operator : operator === 0 ? own : Math.min(operator, own);

/** What a member and a guild may still have spoken: reserved by estimate, settled by what came. */
export class SpeechBudget {
	readonly #days: SpeechDays;
	readonly #limits: BudgetLimits;
	readonly #now: () => number;
	readonly #texts = new SlidingWindow(textsPerMinutePerMember, 60_000);

	constructor(days: SpeechDays, limits: BudgetLimits, now: () => number = Date.now) {
		this.#days = days;
		this.#limits = limits;
		this.#now = now;
	}

	/**
	 * Counts a text against the member's texts a minute.
	 *
	 * @throws {@link Problem} `too_fast` when there were too many
	 */
	countText(userId: string): void {
		const retryAt = this.#texts.admit([userId], this.#now());
		if (retryAt !== undefined) throw new Problem({ kind: "too_fast", retryAt });
	}

	/**
	 * Sets speech aside for a text.
	 *
	 * @param guildSeconds - the guild's own seconds a day, which count where they are fewer than the operator's
	 * @throws {@link Problem} `over_day` when the text alone is longer than a day allows, `over_budget` when too little of today is left
	 */
	reserve(
		guildId: string,
		userId: string,
		estimateMs: number,
		guildSeconds: number | null = null,
	): Reservation {
		const now = this.#now();
		const day = dayOf(now);
		const reopensAt = endOfDay(now);
		const used = this.#days.read({ day, guildId, userId });
		const { memberSecondsPerDay } = this.#limits;
		const guildSecondsPerDay = lower(this.#limits.guildSecondsPerDay, guildSeconds);
		for (const [whose, seconds, usedMs] of [
			["member", memberSecondsPerDay, used.memberMs],
			["guild", guildSecondsPerDay, used.guildMs],
		] as const) {
			if (seconds === 0) continue;
			if (estimateMs > seconds * 1_000) throw new Problem({ kind: "over_day", whose, seconds });
			if (usedMs + estimateMs > seconds * 1_000) throw new Problem({ kind: "over_budget", whose, reopensAt });
		}
		const reservedMs = Math.round(estimateMs);
		this.#days.add({ day, guildId, userId }, reservedMs);
		let open = true;
		return {
			settle: (madeMs) => {
				if (!open) return;
				open = false;
				try {
					this.#days.add({ day, guildId, userId }, Math.round(madeMs) - reservedMs);
				} catch (error) {
					// What was spoken is not lost over its accounting: the estimate stands.
					if (!(error instanceof Problem)) throw error;
				}
			},
		};
	}
}
