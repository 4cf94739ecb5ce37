import { measure } from "../shared/measures.ts";
import { dayOf, firstOfMonth } from "../shared/utc-day.ts";
import type { ExceededLimit, SpeechDays } from "../store/speech-days.ts";

/** Limits on what the operator's account pays for, in ms; undefined means no limit. */
export type AllLimits = Readonly<Record<"day" | "month", number | undefined>>;

/**
 * How old the known use of other processes may be, in ms. What these processes use within this time may exceed a limit.
 */
const knownForMs = 5_000;

/** What all servers and members had used at `readAt`, in ms. `todayMs` also has what this process took since. */
interface UseOfAll {
	readonly readAt: number;
	readonly day: number;
	/** The month's use before this day. */
	readonly earlierMs: number;
	todayMs: number;
}

/** Tracks what all servers and members together use of the operator's account. */
class AllUsed {
	readonly #days: SpeechDays;
	readonly #limits: AllLimits;
	readonly #now: () => number;
	#known: UseOfAll | undefined;
	#reading: Promise<UseOfAll> | undefined;
	/** What was taken in this process since its start, and how much of that isn't written yet, in ms. */
	#takenMs = 0;
	#unwrittenMs = 0;

	constructor(days: SpeechDays, limits: AllLimits, now: () => number) {
		this.#days = days;
		this.#limits = limits;
		this.#now = now;
	}

	/** Takes `ms` if the limits allow it, and calls `write`. If `write` refuses or fails, gives the `ms` back. */
	async take(
		ms: number,
		write: () => Promise<ExceededLimit | undefined>,
	): Promise<ExceededLimit | undefined> {
		const known = await this.#know();
		const { day = Number.POSITIVE_INFINITY, month = Number.POSITIVE_INFINITY } = this.#limits;
		if (known.todayMs + ms > day) return { whose: "all", onlyRead: false };
		if (known.earlierMs + known.todayMs + ms > month) return { whose: "month", onlyRead: false };
		known.todayMs += ms;
		this.#takenMs += ms;
		this.#unwrittenMs += ms;
		let isTaken = false;
		try {
			const exceeded = await write();
			isTaken = exceeded === undefined;
			return exceeded;
		} finally {
			this.#unwrittenMs -= ms;
			if (!isTaken) known.todayMs -= ms;
		}
	}

	async #know(): Promise<UseOfAll> {
		const known = this.#known;
		const isOfToday = known?.day === dayOf(this.#now());
		if (known && isOfToday && this.#now() - known.readAt < knownForMs) return known;
		this.#reading ??= this.#read().finally(() => {
			this.#reading = undefined;
		});
		try {
			return await this.#reading;
		} catch (error) {
			// While the database can't be read, the last known use counts, if it is of today.
			if (known && isOfToday) return known;
			throw error;
		}
	}

	async #read(): Promise<UseOfAll> {
		const readAt = this.#now();
		const day = dayOf(readAt);
		const before = { takenMs: this.#takenMs, unwrittenMs: this.#unwrittenMs };
		const earlierMs =
			this.#known?.day === day
				? this.#known.earlierMs
				: this.#limits.month === undefined
					? 0
					: await this.#days.sumAll(firstOfMonth(day), day);
		const writtenMs = await this.#days.sumAll(day, day + 1);
		// What was taken during this reading may be counted twice, until the next reading.
		const todayMs = writtenMs + before.unwrittenMs + this.#takenMs - before.takenMs;
		this.#known = { readAt, day, earlierMs, todayMs };
		measure("allUsed", { day, used: { day: todayMs, month: earlierMs + todayMs }, limits: this.#limits });
		return this.#known;
	}
}

/** @returns `days`, but reservations that would exceed these limits are refused */
export const limitAll = (days: SpeechDays, limits: AllLimits, now: () => number): SpeechDays => {
	if (limits.day === undefined && limits.month === undefined) return days;
	const all = new AllUsed(days, limits, now);
	return {
		...days,
		reserve: (whose, more, limits) => {
			const write = () => days.reserve(whose, more, limits);
			const ms = more.madeMs - more.connectedMs;
			return ms > 0 ? all.take(ms, write) : write();
		},
	};
};
