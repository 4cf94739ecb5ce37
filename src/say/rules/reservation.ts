import { everyone, type Party, payingParty, whoseIs } from "../../shared/party.ts";
import { Problem } from "../../shared/problem.ts";
import type { Payer, SpokenLine } from "../../speech/spoken.ts";
import type { Charge, Estimate } from "../../speech/usage.ts";
import type { SpeechTotals } from "../../store/database.ts";
import type { DayLimits, ExceededLimit, SpeechDay } from "../../store/guild-day.ts";
import type { SpeechDays } from "../../store/speech-days.ts";
import type { SpeechMonths } from "../../store/speech-months.ts";
import type { DayGate } from "./day-gate.ts";

/** A reservation, as it is kept over a restart. */
export interface ReservationState {
	/** Days since the epoch (UTC). */
	readonly day: number;
	readonly ms: number;
	/** The speech that its requests took, in ms; those in flight by estimate. */
	readonly spentMs: number;
}

/** Which account pays for a guild, undefined being the operator's, and the day's limits of what it pays for. */
export interface PayingTerms {
	readonly account: string | undefined;
	readonly limits: DayLimits;
}

export interface ReservationOptions {
	readonly store: { readonly speechDays: SpeechDays; readonly speechMonths: SpeechMonths };
	readonly whose: SpeechDay;
	readonly reserved: ReservationState;
	/** The limits of its day. */
	readonly limits: DayLimits;
	/** Where another account may come to pay for the guild: what holds now. Without it, `limits` do. */
	readonly readTerms?: (() => Promise<PayingTerms>) | undefined;
	/** For a member's own account: opens the operator's reservation, for what that pays in its place. */
	readonly ofOperators?: (() => Promise<Reservation>) | undefined;
	/** The gate of its day, released when all is settled. */
	readonly gate: DayGate;
	/** @throws {@link Problem} that says which limit is exceeded */
	readonly refuse: (exceeded: ExceededLimit) => never;
}

/**
 * Speech that was set aside for a text on a day's budget, and pays for its requests: each counts by estimate when it
 * leaves, and then as what it cost. Nothing leaves that has no room in what is set aside, or else in what is left of the
 * day, or that the day's {@link DayGate} stops. What is counted is counted in the guild's month, too.
 */
export class Reservation implements Payer {
	/** Told before each request leaves, and when its cost is known. */
	onSpent: () => void | Promise<void> = () => {};
	readonly #options: ReservationOptions;
	#reservedMs: number;
	#spentMs: number;
	#isCounted: boolean;
	#isSettled = false;
	#ofOperators: Promise<Reservation> | undefined;

	constructor(options: ReservationOptions) {
		const { ms, spentMs } = options.reserved;
		this.#options = options;
		this.#reservedMs = ms;
		this.#spentMs = spentMs;
		this.#isCounted = spentMs > 0;
	}

	get party(): Party {
		return payingParty(this.#options.whose);
	}

	get reserved(): ReservationState {
		return { day: this.#options.whose.day, ms: this.#reservedMs, spentMs: this.#spentMs };
	}

	async charge(estimate: Estimate, account?: string): Promise<Charge> {
		const { gate, whose, refuse, readTerms, ofOperators } = this.#options;
		const terms = await readTerms?.();
		if (terms && terms.account !== account) return { kind: "other_account" };
		if (terms && account === undefined && ofOperators) {
			this.#ofOperators ??= ofOperators().catch((error) => {
				this.#ofOperators = undefined;
				throw error;
			});
			return (await this.#ofOperators).charge(estimate, account);
		}
		const { limits } = terms ?? this.#options;
		const counted = { ms: Math.round(estimate.ms), mostMs: Math.round(estimate.mostMs) };
		const stopped = gate.admit(whose, counted, limits);
		if (stopped && "held" in stopped) return { kind: "held", until: stopped.held };
		if (stopped) refuse(stopped.exceeded);
		gate.retain();
		try {
			await this.#spend(counted.ms, limits);
		} catch (error) {
			gate.settle(whose, counted, 0);
			gate.release();
			throw error;
		}
		await this.onSpent();
		return {
			kind: "charged",
			settle: async (cost) => {
				const madeMs = cost && Math.round(cost.madeMs);
				gate.settle(whose, counted, madeMs);
				try {
					if (cost && madeMs !== undefined)
						await Promise.all([
							this.#correct(madeMs - counted.ms),
							this.#countInMonth({ madeMs, ...cost.usage }),
						]);
				} finally {
					gate.release();
				}
			},
		};
	}

	/** Takes what a request needs of what is set aside, and of the day what is missing. */
	async #spend(ms: number, limits: DayLimits): Promise<void> {
		const { store, whose, refuse } = this.#options;
		this.#spentMs += ms;
		const missingMs = Math.max(0, this.#spentMs - this.#reservedMs);
		if (missingMs === 0) return;
		this.#reservedMs += missingMs;
		try {
			const exceeded = await store.speechDays.reserve(whose, missingMs, limits);
			if (exceeded) refuse(exceeded);
		} catch (error) {
			this.#spentMs -= ms;
			this.#reservedMs -= missingMs;
			throw error;
		}
	}

	/** Counts Lines of its text in the guild's month. */
	async count(lines: readonly Pick<SpokenLine, "madeMs">[]): Promise<void> {
		if (lines.length === 0) return;
		const cachedLines = lines.filter(({ madeMs }) => madeMs === 0).length;
		const texts = this.#isCounted ? 0 : 1;
		this.#isCounted = true;
		await this.#countInMonth({ texts, lines: lines.length, cachedLines });
	}

	/**
	 * Gives back what no request took, once nothing more of the text is asked for. What is still in flight is corrected
	 * when its cost is known.
	 *
	 * @param lines - of the text, to be counted
	 */
	async settle(lines: readonly Pick<SpokenLine, "madeMs">[] = []): Promise<void> {
		if (this.#isSettled) return;
		this.#isSettled = true;
		try {
			const others = await this.#ofOperators?.catch(() => undefined);
			await Promise.all([this.#correct(0), this.count(lines), others?.settle()]);
		} finally {
			this.#options.gate.release();
		}
	}

	/** Corrects what requests took by so many ms; at least that much stays set aside. */
	async #correct(byMs: number): Promise<void> {
		this.#spentMs += byMs;
		const reservedMs = this.#isSettled ? this.#spentMs : Math.max(this.#spentMs, this.#reservedMs);
		const changeMs = reservedMs - this.#reservedMs;
		this.#reservedMs = reservedMs;
		if (byMs !== 0) await this.onSpent();
		if (changeMs === 0) return;
		const { store, whose } = this.#options;
		// Failed accounting must not lose the speech: the estimate stands.
		await store.speechDays.correct(whose, changeMs).catch(ignoreProblem);
	}

	async #countInMonth(totals: Partial<SpeechTotals>): Promise<void> {
		if (!Object.values(totals).some(Boolean)) return;
		const { store, whose } = this.#options;
		const guildId = whoseIs(whose.guildId) === "member" ? everyone : whose.guildId;
		await store.speechMonths.add([{ guildId, totals }]);
	}
}

const ignoreProblem = (error: unknown): void => {
	if (!(error instanceof Problem)) throw error;
};
