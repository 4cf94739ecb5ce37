import { everyone, type Party, payingParty, whoseIs } from "../../shared/party.ts";
import { Problem } from "../../shared/problem.ts";
import type { Charge, Estimate, Payer, SpokenLine } from "../../speech/line.ts";
import type { SpeechTotals } from "../../store/database.ts";
import type { DayLimits, ExceededLimit, PaidSpeech, SpeechDay } from "../../store/guild-day.ts";
import type { SpeechDays, SpeechMonths } from "../../store/speech-days.ts";
import type { DayGate } from "./day-gate.ts";

/** A reservation in its stored form, which survives a restart. */
export interface ReservationState {
	/** Days since the epoch (UTC). */
	readonly day: number;
	readonly ms: number;
	/** The speech that the text's requests took, in ms. Running requests count by estimate. */
	readonly spentMs: number;
	/** The parts of `ms` and `spentMs` that connected accounts pay for. */
	readonly connected?: { readonly ms: number; readonly spentMs: number };
}

/** The account that pays for a guild (undefined for the operator's), and the day's limits with that account. */
export interface PayingTerms {
	readonly account: string | undefined;
	readonly limits: DayLimits;
}

export interface ReservationOptions {
	readonly store: { readonly speechDays: SpeechDays; readonly speechMonths: SpeechMonths };
	readonly whose: SpeechDay;
	readonly reserved: ReservationState;
	readonly limits: DayLimits;
	/** Reads the current terms, if the guild's account may change. By default, `limits` apply. */
	readonly readTerms?: (() => Promise<PayingTerms>) | undefined;
	/** For a member's own account: opens a reservation for what the operator's account pays instead. */
	readonly ofOperators?: (() => Promise<Reservation>) | undefined;
	/** The gate of the reservation's day. Released when the reservation is settled. */
	readonly gate: DayGate;
	/** @throws {@link Problem} about the exceeded limit */
	readonly refuse: (exceeded: ExceededLimit) => never;
}

/**
 * What is reserved of a day's budget for a text, to pay for the text's requests. A request's estimate is booked when
 * the request is sent, and later corrected to the cost. Requests use up the reservation first, then the rest of the
 * day's budget. The day's {@link DayGate} may hold or stop them. Costs also count in the guild's month.
 */
export class Reservation implements Payer {
	/** Called before each request is sent, and when its cost is known. */
	onSpent: () => void | Promise<void> = () => {};
	readonly #options: ReservationOptions;
	#reserved: PaidSpeech;
	#spent: PaidSpeech;
	#isCounted: boolean;
	#isSettled = false;
	#ofOperators: Promise<Reservation> | undefined;

	constructor(options: ReservationOptions) {
		const { ms, spentMs, connected } = options.reserved;
		this.#options = options;
		this.#reserved = { madeMs: ms, connectedMs: connected?.ms ?? 0 };
		this.#spent = { madeMs: spentMs, connectedMs: connected?.spentMs ?? 0 };
		this.#isCounted = spentMs > 0;
	}

	get party(): Party {
		return payingParty(this.#options.whose);
	}

	get reserved(): ReservationState {
		const connected = { ms: this.#reserved.connectedMs, spentMs: this.#spent.connectedMs };
		const { madeMs: ms } = this.#reserved;
		return { day: this.#options.whose.day, ms, spentMs: this.#spent.madeMs, connected };
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
		const paidBy = (madeMs: number) => ({ madeMs, connectedMs: account === undefined ? 0 : madeMs });
		const counted = { ms: Math.round(estimate.ms), mostMs: Math.round(estimate.mostMs) };
		const stopped = gate.admit(whose, counted, limits);
		if (stopped && "held" in stopped) return { kind: "held", until: stopped.held };
		if (stopped) refuse(stopped.exceeded);
		gate.retain();
		try {
			await this.#spend(paidBy(counted.ms), limits);
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
							this.#correct(paidBy(madeMs - counted.ms)),
							this.#countInMonth({ madeMs, ...cost.usage }),
						]);
				} finally {
					gate.release();
				}
			},
		};
	}

	/** Books a request's estimate, and reserves what is missing for it. */
	async #spend(request: PaidSpeech, limits: DayLimits): Promise<void> {
		const { store, whose, refuse } = this.#options;
		this.#spent = sumOf(this.#spent, request);
		const change = this.#setAside();
		if (!isChange(change)) return;
		try {
			const exceeded = await store.speechDays.reserve(whose, change, limits);
			if (exceeded) refuse(exceeded);
		} catch (error) {
			this.#spent = sumOf(this.#spent, request, -1);
			this.#reserved = sumOf(this.#reserved, change, -1);
			throw error;
		}
	}

	/** Makes the reservation cover what was spent. It doesn't shrink before it is settled. @returns the change */
	#setAside(): PaidSpeech {
		const before = this.#reserved;
		const madeMs = this.#isSettled ? this.#spent.madeMs : Math.max(this.#spent.madeMs, before.madeMs);
		const operatorsMs = this.#spent.madeMs - this.#spent.connectedMs;
		const connectedMs = Math.max(this.#spent.connectedMs, Math.min(before.connectedMs, madeMs - operatorsMs));
		this.#reserved = { madeMs, connectedMs };
		return sumOf(this.#reserved, before, -1);
	}

	async count(lines: readonly Pick<SpokenLine, "madeMs">[]): Promise<void> {
		if (lines.length === 0) return;
		const cachedLines = lines.filter(({ madeMs }) => madeMs === 0).length;
		const texts = this.#isCounted ? 0 : 1;
		this.#isCounted = true;
		await this.#countInMonth({ texts, lines: lines.length, cachedLines });
	}

	/**
	 * Gives back what no request took, once no more of the text is requested. Running requests are corrected when their
	 * cost is known.
	 *
	 * @param lines - the text's Lines, to count in the guild's month
	 */
	async settle(lines: readonly Pick<SpokenLine, "madeMs">[] = []): Promise<void> {
		if (this.#isSettled) return;
		this.#isSettled = true;
		try {
			const others = await this.#ofOperators?.catch(() => undefined);
			await Promise.all([this.#correct(nothing), this.count(lines), others?.settle()]);
		} finally {
			this.#options.gate.release();
		}
	}

	/** Adds `by` to what requests took, and adjusts the reservation. */
	async #correct(by: PaidSpeech): Promise<void> {
		this.#spent = sumOf(this.#spent, by);
		const change = this.#setAside();
		if (isChange(by)) await this.onSpent();
		if (!isChange(change)) return;
		const { store, whose } = this.#options;
		// Failed accounting must not cost the member their speech: the estimate stays booked.
		await store.speechDays.correct(whose, change).catch(ignoreProblem);
	}

	async #countInMonth(totals: Partial<SpeechTotals>): Promise<void> {
		if (!Object.values(totals).some(Boolean)) return;
		const { store, whose } = this.#options;
		const guildId = whoseIs(whose.guildId) === "member" ? everyone : whose.guildId;
		await store.speechMonths.add([{ guildId, totals }]);
	}
}

const nothing: PaidSpeech = { madeMs: 0, connectedMs: 0 };

const sumOf = (one: PaidSpeech, other: PaidSpeech, sign = 1): PaidSpeech => ({
	madeMs: one.madeMs + sign * other.madeMs,
	connectedMs: one.connectedMs + sign * other.connectedMs,
});

const isChange = ({ madeMs, connectedMs }: PaidSpeech): boolean => madeMs !== 0 || connectedMs !== 0;

const ignoreProblem = (error: unknown): void => {
	if (!(error instanceof Problem)) throw error;
};
