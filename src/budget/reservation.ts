import { defer } from "@herald/common/defer.ts";
import { type Budget, measure } from "../shared/measures.ts";
import { everyone, type Party, partyKey, payingParty, whoseIs } from "../shared/party.ts";
import { Problem, type ProblemDetail } from "../shared/problem.ts";
import { endOfDay, firstOfMonth } from "../shared/utc-day.ts";
import type { SpeechTotals } from "../store/database.ts";
import {
	type DayLimits,
	type ExceededLimit,
	findExceeded,
	GuildDay,
	type PaidSpeech,
	type SpeechDay,
	type SpeechDays,
	type SpeechMonths,
} from "../store/speech-days.ts";
import type { Charge, Estimate, MadeSpeech, Payer } from "./payer.ts";

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

export interface ReservationOptions {
	readonly store: { readonly speechDays: SpeechDays; readonly speechMonths: SpeechMonths };
	readonly whose: SpeechDay;
	readonly reserved: ReservationState;
	readonly limits: DayLimits;
	/**
	 * Reads the account that pays now (undefined for the operator's), and the day's limits with that account, if the
	 * guild's account may change. By default, `limits` apply.
	 */
	readonly readTerms?:
		| (() => Promise<Readonly<{ account: string | undefined; limits: DayLimits }>>)
		| undefined;
	/**
	 * Set if a member's own account pays. Opens a reservation on the budget of the operator's account, which pays for
	 * later requests if the member's account is disconnected.
	 */
	readonly ofOperators?: (() => Promise<Reservation>) | undefined;
	/** The gate of the reservation's day. Released when the reservation is settled. */
	readonly gate: DayGate;
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
		const { gate, whose, readTerms, ofOperators } = this.#options;
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
		if (stopped) refuseExceeded(stopped.exceeded, whose);
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
				using _releasing = defer(() => gate.release());
				if (cost && madeMs !== undefined)
					await Promise.all([
						this.#correct(paidBy(madeMs - counted.ms)),
						this.#countInMonth({ madeMs, ...cost.usage }),
					]);
			},
		};
	}

	/** Books a request's estimate, and reserves what is missing for it. */
	async #spend(request: PaidSpeech, limits: DayLimits): Promise<void> {
		const { store, whose } = this.#options;
		this.#spent = sumOf(this.#spent, request);
		const change = this.#setAside();
		if (!isChange(change)) return;
		try {
			const exceeded = await store.speechDays.reserve(whose, change, limits);
			if (exceeded) refuseExceeded(exceeded, whose);
		} catch (error) {
			this.#spent = sumOf(this.#spent, request, -1);
			this.#reserved = sumOf(this.#reserved, change, -1);
			throw error;
		}
	}

	/** Makes the reservation cover what was spent. Shrinks a reservation only once it is settled. @returns the change */
	#setAside(): PaidSpeech {
		const before = this.#reserved;
		const madeMs = this.#isSettled ? this.#spent.madeMs : Math.max(this.#spent.madeMs, before.madeMs);
		const operatorsMs = this.#spent.madeMs - this.#spent.connectedMs;
		const connectedMs = Math.max(this.#spent.connectedMs, Math.min(before.connectedMs, madeMs - operatorsMs));
		this.#reserved = { madeMs, connectedMs };
		return sumOf(this.#reserved, before, -1);
	}

	async count(lines: readonly MadeSpeech[]): Promise<void> {
		if (lines.length === 0) return;
		const cachedLines = lines.filter(({ madeMs }) => madeMs === 0).length;
		const texts = this.#isCounted ? 0 : 1;
		this.#isCounted = true;
		await this.#countInMonth({ texts, lines: lines.length, cachedLines });
	}

	/**
	 * Gives back what no request took. Must be called once nothing more of the text is requested. The estimates of
	 * running requests are corrected when their cost is known.
	 *
	 * @param lines - the text's Lines, to count in the guild's month
	 */
	async settle(lines: readonly MadeSpeech[] = []): Promise<void> {
		if (this.#isSettled) return;
		this.#isSettled = true;
		using _releasing = defer(() => this.#options.gate.release());
		const others = await this.#ofOperators?.catch(() => undefined);
		await Promise.all([this.#correct(nothing), this.count(lines), others?.settle()]);
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

/** @returns a payer for one part of a text, from the reservation of the whole text */
export const payPart = (whole: Reservation) => {
	const made = Promise.withResolvers<readonly MadeSpeech[]>();
	const counted = made.promise.then((lines) => whole.count(lines));
	return {
		party: whole.party,
		charge: (...request: Parameters<Payer["charge"]>) => whole.charge(...request),
		/** Resolves when the part's Lines are counted in the guild's month. */
		counted,
		/** Counts the part's Lines. Must be called once no more of them are requested. */
		settle: (lines: readonly MadeSpeech[]): Promise<void> => {
			made.resolve(lines);
			return counted;
		},
	};
};

const nothing: PaidSpeech = { madeMs: 0, connectedMs: 0 };

const sumOf = (one: PaidSpeech, other: PaidSpeech, sign = 1): PaidSpeech => ({
	madeMs: one.madeMs + sign * other.madeMs,
	connectedMs: one.connectedMs + sign * other.connectedMs,
});

const isChange = ({ madeMs, connectedMs }: PaidSpeech): boolean => madeMs !== 0 || connectedMs !== 0;

const ignoreProblem = (error: unknown): void => {
	if (!(error instanceof Problem)) throw error;
};

/** Counts a refusal in the metrics. @throws {@link Problem} with this detail */
export const refuse = (budget: Budget, detail: ProblemDetail): never => {
	measure("budgetRefused", { budget });
	const share = "onlyRead" in detail && detail.onlyRead ? ", of which reading's share is used up" : "";
	throw new Problem(detail, `${detail.kind}: ${budget}${share}`);
};

/** @returns whose limit a member is told about. Outside of guilds, `guild` is the limit of all members together */
export const describeWhose = <Whose extends ExceededLimit["whose"]>(
	whose: Whose,
	guildId: Party,
): Whose | "everyone" => (whose === "guild" && guildId === everyone ? "everyone" : whose);

/** @throws {@link Problem} `over_budget` about a limit that a guild's day exceeds */
export const refuseExceeded = (
	exceeded: ExceededLimit,
	{ guildId, day }: Pick<SpeechDay, "guildId" | "day">,
): never => {
	const whose = describeWhose(exceeded.whose, guildId);
	const detail = { kind: "over_budget", ...exceeded, whose } as const;
	return whose === "month"
		? refuse("all_month", { ...detail, reopensAt: endOfDay(firstOfMonth(day, 1) - 1) })
		: refuse(`${whose}_day`, { ...detail, reopensAt: endOfDay(day) });
};

type DayUser = Pick<SpeechDay, "userId" | "isRead">;

/**
 * Why a request must not be sent now: it would exceed a limit (`exceeded`), or the running requests might exceed one
 * (`held`, which resolves when a running request ends).
 */
type GateStop = { readonly exceeded: ExceededLimit } | { readonly held: Promise<void> };

type DayGate = ReturnType<typeof makeGate>;

/**
 * Decides when the requests of a guild's day may be sent. While running requests might exceed a limit, no other request
 * is sent, so at most one request exceeds a limit.
 *
 * @param members - the day's use so far. The use must not change until the promise resolves
 * @param onUnused - called when everybody who retained the gate has released it
 */
const makeGate = (day: number, members: ReturnType<SpeechDays["list"]>, onUnused: () => void) => {
	/** The speech made so far, with the estimates of running requests. */
	const likely = new GuildDay(day, []);
	/** The speech made so far, with the most that running requests may still make. */
	const atMost = new GuildDay(day, []);
	let users = 0;
	let settled = Promise.withResolvers<void>();

	const add = ({ userId, isRead }: DayUser, likelyMs: number, mostMs: number): void => {
		likely.add(userId, { madeMs: likelyMs, readMs: isRead ? likelyMs : 0 });
		atMost.add(userId, { madeMs: mostMs, readMs: isRead ? mostMs : 0 });
	};

	return {
		/** Resolves when the day's use so far is known. */
		known: members.then((all) => {
			for (const each of all) for (const sums of [likely, atMost]) sums.add(each.userId, each);
		}),

		retain: (): void => {
			users += 1;
		},

		release: (): void => {
			users -= 1;
			if (users === 0) onUnused();
		},

		/** Subtracts the unused rest of a reservation from before a restart, in ms, since the stored use includes it. */
		takeOff: (whose: DayUser, ms: number): void => add(whose, -ms, -ms),

		/** Counts a request, if it may be sent. @returns why the request may not be sent; undefined if it may */
		admit: (whose: DayUser, { ms, mostMs }: Estimate, limits: DayLimits): GateStop | undefined => {
			const { userId, isRead = false } = whose;
			const exceeded = findExceeded(likely.sum(userId), ms, limits, isRead);
			if (exceeded) return { exceeded };
			if (findExceeded(atMost.sum(userId), 0, limits, isRead)) return { held: settled.promise };
			add(whose, ms, mostMs);
			return undefined;
		},

		/** Ends a request. @param madeMs - how much sound it made, in ms; by default, its estimate */
		settle: (whose: DayUser, { ms, mostMs }: Estimate, madeMs = ms): void => {
			add(whose, madeMs - ms, madeMs - mostMs);
			settled.resolve();
			settled = Promise.withResolvers();
		},
	};
};

/**
 * The gates of days with reserved speech. They are only in memory, because one process sends all requests of a guild.
 *
 * @returns a function that opens a day's gate, which must be released. Until the promise resolves, nothing of the day may
 * be reserved
 */
export const keepGates = (days: Pick<SpeechDays, "list">) => {
	const gates = new Map<string, DayGate>();
	return async ({ day, guildId }: Pick<SpeechDay, "day" | "guildId">): Promise<DayGate> => {
		const key = `${day} ${partyKey(guildId)}`;
		const endUnused = () => {
			if (gates.get(key) === gate) gates.delete(key);
		};
		const gate = gates.get(key) ?? makeGate(day, days.list(day, guildId), endUnused);
		gates.set(key, gate);
		gate.retain();
		try {
			await gate.known;
		} catch (error) {
			gate.release();
			throw error;
		}
		return gate;
	};
};
