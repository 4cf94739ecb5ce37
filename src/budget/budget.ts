import { SlidingWindow } from "@herald/common/sliding-window.ts";
import { type Measures, measure } from "../shared/measures.ts";
import {
	elsewhere,
	everyone,
	type Owner,
	ofGuild,
	ofMember,
	type Party,
	type Place,
	partyOf,
	payingParty,
	placeOfParty,
	whoseIs,
} from "../shared/party.ts";
import { dayOf, firstOfMonth } from "../shared/utc-day.ts";
import type { DayLimits, SpeechDay, SpeechDays } from "../store/speech-days.ts";
import type { Store } from "../store/store.ts";
import {
	describeWhose,
	keepGates,
	Reservation,
	type ReservationOptions,
	type ReservationState,
	refuse,
	refuseExceeded,
} from "./reservation.ts";

/** Limits on speech, in seconds per day or month, and on texts per minute. 0 means no limit. */
export interface BudgetLimits {
	readonly memberSecondsPerDay: number;
	readonly guildSecondsPerDay: number;
	/** The limits of a member outside of guilds, and of all these members together. */
	readonly userSecondsPerDay?: number;
	readonly allUsersSecondsPerDay?: number;
	/** Limits on everything that the operator's account pays for. */
	readonly allSecondsPerDay?: number;
	readonly allSecondsPerMonth?: number;
	/**
	 * How many texts a member may have spoken per minute. Each text costs answers and requests, even if its sound is
	 * cached.
	 */
	readonly memberTextsPerMinute: number;
}

/** @returns the ID of the account that pays for a party now; undefined for the operator's */
export type PayerIdOf = (party: Party) => Promise<string | undefined>;

/** A day's limit and what is left of it, in ms; undefined if there is no limit. */
export interface DayLeft {
	readonly limitMs: number | undefined;
	readonly leftMs: number | undefined;
}

type BudgetStore = Pick<Store, "speechDays" | "speechMonths" | "settings" | "userTexts">;

/** A member, and the party whose day their speech counts towards. */
type DayMember = Pick<SpeechDay, "guildId" | "userId">;

/**
 * @returns whose day speech counts towards by default: the guild's, or the common one of all members outside of guilds
 */
const dayIn = ({ place, userId }: Owner): DayMember => ({
	guildId: place === elsewhere ? everyone : partyOf({ place, userId }),
	userId,
});

const minuteMs = 60_000;

/** @returns the lower of the operator's limit (0 for none) and a server's own (null for none) */
const lower = (operator: number, own: number | null): number =>
	own === null ? operator : operator === 0 ? own : Math.min(operator, own);

/** @returns a day's limit in ms; undefined if there is none */
const toMs = (seconds: number): number | undefined => (seconds === 0 ? undefined : seconds * 1_000);

/** @returns a share of a day's limit in ms; undefined if there is no limit */
const shareOf = (seconds: number, percent: number) => (seconds === 0 ? undefined : seconds * 10 * percent);

/**
 * @param seconds - the limits in seconds per day; 0 for none
 * @param sharePercent - for a message that is read aloud: the share of a daily limit that reading may take
 */
const toLimits = (seconds: Record<"member" | "guild", number>, sharePercent?: number): DayLimits => ({
	memberMs: toMs(seconds.member),
	guildMs: toMs(seconds.guild),
	...(sharePercent !== undefined && {
		read: { memberMs: shareOf(seconds.member, sharePercent), guildMs: shareOf(seconds.guild, sharePercent) },
	}),
});

/** The speech that members and guilds may still have. It is reserved by estimate, and settled by what was generated. */
export class SpeechBudget {
	readonly limits: BudgetLimits;
	readonly #store: BudgetStore;
	readonly #now: () => number;
	readonly #texts: SlidingWindow;
	readonly #openGate: ReturnType<typeof keepGates>;
	readonly #payerIdOf: PayerIdOf | undefined;

	/** @param payerIdOf - by default, the operator's account pays for all */
	constructor(store: BudgetStore, limits: BudgetLimits, now: () => number = Date.now, payerIdOf?: PayerIdOf) {
		this.#payerIdOf = payerIdOf;
		const { allSecondsPerDay = 0, allSecondsPerMonth = 0 } = limits;
		const all = { day: toMs(allSecondsPerDay), month: toMs(allSecondsPerMonth) };
		this.#store = { ...store, speechDays: limitAll(store.speechDays, all, now) };
		this.limits = limits;
		this.#texts = new SlidingWindow(limits.memberTextsPerMinute, minuteMs);
		this.#now = now;
		this.#openGate = keepGates(store.speechDays);
	}

	/**
	 * Counts a text towards the member's texts per minute.
	 *
	 * @throws {@link Problem} `too_fast` if there were too many
	 */
	async countText({ place, userId }: Owner): Promise<void> {
		const { memberTextsPerMinute: max } = this.limits;
		if (max === 0) return;
		// Outside of guilds, texts are counted in the database, because another process may get the member's next text.
		const retryAt =
			place === elsewhere
				? await this.#store.userTexts.take(userId, { withinMs: minuteMs, max })
				: this.#texts.admit([userId], this.#now());
		if (retryAt !== undefined) refuse("member_minute", { kind: "too_fast", retryAt });
	}

	/**
	 * Checks whether a message may still be read aloud today. Reserves nothing.
	 *
	 * @returns `exceeded`: whose daily limit, or reading's share of it, the message would exceed (the member's is checked
	 * first); undefined if neither. `leftMs`: how much more can be read today; undefined without a limit
	 */
	async weighRead(speaker: Owner, estimateMs: number, sharePercent: number) {
		const today = { day: dayOf(this.#now()), ...dayIn(speaker) };
		const { member, guild } = await this.#secondsOf(today);
		const { all, read } = await this.#store.speechDays.sum(today);
		const left = (seconds: number, usedMs: number, readMs: number) =>
			Math.min(
				(toMs(seconds) ?? Number.POSITIVE_INFINITY) - usedMs,
				(shareOf(seconds, sharePercent) ?? Number.POSITIVE_INFINITY) - readMs,
			);
		const members = left(member, all.memberMs, read.memberMs);
		const guilds = left(guild, all.guildMs, read.guildMs);
		const leftMs = Math.max(0, Math.min(members, guilds));
		const exceeded: "member" | "guild" | undefined =
			members < estimateMs ? "member" : guilds < estimateMs ? "guild" : undefined;
		return { exceeded, leftMs: Number.isFinite(leftMs) ? leftMs : undefined };
	}

	/**
	 * @returns the operator's limit for a guild in seconds per day. 0 for no limit: the operator set none, or a connected
	 * account pays for the guild
	 */
	async readOperatorsSeconds(guildId: string): Promise<number> {
		return this.#ofGuild(await this.#payerIdOf?.(ofGuild(guildId)));
	}

	#ofGuild(account: string | undefined): number {
		return account === undefined ? this.limits.guildSecondsPerDay : 0;
	}

	/**
	 * @returns the limits for a member and their guild, in seconds per day, 0 for none; outside of guilds, for the member
	 * and for all members there together. The guild's own limit applies if it is lower than the operator's. `account`:
	 * the ID of the account that pays; undefined for the operator's
	 */
	async #secondsOf(whose: DayMember) {
		const { memberSecondsPerDay } = this.limits;
		const account = await this.#payerIdOf?.(payingParty(whose));
		if (whoseIs(whose.guildId) === "member") {
			const { userSecondsPerDay = 0, allUsersSecondsPerDay = 0 } = this.limits;
			const isOperators = account === undefined;
			return {
				account,
				member: isOperators ? userSecondsPerDay : 0,
				guild: isOperators ? allUsersSecondsPerDay : 0,
			};
		}
		const { secondsPerDay } = await this.#store.settings.readGuild(placeOfParty(whose.guildId));
		return { account, member: memberSecondsPerDay, guild: lower(this.#ofGuild(account), secondsPerDay) };
	}

	/**
	 * Reserves speech for a text.
	 *
	 * @param sharePercent - for a message that is read aloud: the share of a daily limit that reading may take. Undefined
	 * if a member asked for the text
	 * @throws {@link Problem} `over_day` if the text alone exceeds a daily limit, `over_budget` if it exceeds what is left
	 * of a limit
	 */
	async reserve(
		place: Place,
		userId: string,
		estimateMs: number,
		sharePercent?: number,
	): Promise<Reservation> {
		const usual = dayIn({ place, userId });
		const seconds = await this.#secondsOf(usual);
		const { allSecondsPerDay: all = 0 } = this.limits;
		if (seconds.account === undefined && all > 0 && estimateMs > all * 1_000)
			refuse("all_day", { kind: "over_day", whose: "all", seconds: all });
		for (const whose of ["member", "guild"] as const)
			if (seconds[whose] > 0 && estimateMs > seconds[whose] * 1_000) {
				const owner = describeWhose(whose, usual.guildId);
				refuse(`${owner}_day`, { kind: "over_day", whose: owner, seconds: seconds[whose] });
			}
		const whose = {
			day: dayOf(this.#now()),
			// Speech that a member's own account pays for doesn't count towards the common day.
			guildId: seconds.account === undefined ? usual.guildId : payingParty(usual),
			userId,
			isRead: sharePercent !== undefined,
		};
		const limits = toLimits(seconds, sharePercent);
		const ms = Math.round(estimateMs);
		const connectedMs = seconds.account === undefined ? 0 : ms;
		const gate = await this.#openGate(whose);
		try {
			const exceeded = await this.#store.speechDays.reserve(whose, { madeMs: ms, connectedMs }, limits);
			if (exceeded) refuseExceeded(exceeded, whose);
		} catch (error) {
			gate.release();
			throw error;
		}
		return this.#hold(
			{
				whose,
				limits,
				gate,
				reserved: { day: whose.day, ms, spentMs: 0, connected: { ms: connectedMs, spentMs: 0 } },
			},
			sharePercent,
		);
	}

	/** Opens a reservation from before a restart again, in its stored state. */
	async reopen(speaker: Owner, reserved: ReservationState): Promise<Reservation> {
		const whose = { day: reserved.day, ...dayIn(speaker) };
		const limits = toLimits(await this.#secondsOf(whose));
		const gate = await this.#openGate(whose);
		gate.takeOff(whose, reserved.ms - reserved.spentMs);
		return this.#hold({ whose, limits, gate, reserved });
	}

	/**
	 * @returns what a member and their guild have left today; outside of guilds, what the member and all members there
	 * have left
	 */
	async weighDay(place: Place, userId: string) {
		const today = { day: dayOf(this.#now()), ...dayIn({ place, userId }) };
		const { member, guild } = await this.#secondsOf(today);
		const { all } = await this.#store.speechDays.sum(today);
		const left = (seconds: number, usedMs: number): DayLeft => {
			const limitMs = toMs(seconds);
			return { limitMs, leftMs: limitMs === undefined ? undefined : Math.max(0, limitMs - usedMs) };
		};
		return { member: left(member, all.memberMs), guild: left(guild, all.guildMs) };
	}

	#hold(options: Pick<ReservationOptions, "whose" | "limits" | "gate" | "reserved">, sharePercent?: number) {
		const { whose } = options;
		const readTerms = this.#payerIdOf && (() => this.#readTerms(whose, sharePercent));
		const isOwn = whose.guildId === ofMember(whose.userId);
		const ofOperators = isOwn ? () => this.reserve(elsewhere, whose.userId, 0) : undefined;
		return new Reservation({ store: this.#store, ...options, readTerms, ofOperators });
	}

	async #readTerms(whose: DayMember, sharePercent: number | undefined) {
		const seconds = await this.#secondsOf(whose);
		return { account: seconds.account, limits: toLimits(seconds, sharePercent) };
	}
}

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

/**
 * @returns `days`, but reservations are refused with which all servers and members together would exceed these limits on
 * what the operator's account pays for
 */
const limitAll = (days: SpeechDays, limits: Measures["allUsed"]["limits"], now: () => number): SpeechDays => {
	const { day: dayMax = Number.POSITIVE_INFINITY, month: monthMax = Number.POSITIVE_INFINITY } = limits;
	if (Math.min(dayMax, monthMax) === Number.POSITIVE_INFINITY) return days;
	let latest: UseOfAll | undefined;
	let reading: Promise<UseOfAll> | undefined;
	/** What was taken in this process since its start, and how much of that isn't written yet, in ms. */
	let takenMs = 0;
	let unwrittenMs = 0;

	const read = async (): Promise<UseOfAll> => {
		const readAt = now();
		const day = dayOf(readAt);
		const before = { takenMs, unwrittenMs };
		const earlierMs =
			latest?.day === day
				? latest.earlierMs
				: limits.month === undefined
					? 0
					: await days.sumAll(firstOfMonth(day), day);
		// What was taken during this reading may be counted twice, until the next reading.
		const writtenMs = await days.sumAll(day, day + 1);
		const todayMs = writtenMs + before.unwrittenMs + takenMs - before.takenMs;
		latest = { readAt, day, earlierMs, todayMs };
		measure("allUsed", { day, used: { day: todayMs, month: earlierMs + todayMs }, limits });
		return latest;
	};

	const know = async (): Promise<UseOfAll> => {
		const known = latest;
		const isOfToday = known?.day === dayOf(now());
		if (known && isOfToday && now() - known.readAt < knownForMs) return known;
		reading ??= read().finally(() => {
			reading = undefined;
		});
		try {
			return await reading;
		} catch (error) {
			// While the database can't be read, the last known use counts, if it is of today.
			if (known && isOfToday) return known;
			throw error;
		}
	};

	return {
		...days,
		reserve: async (whose, more, limits) => {
			const ms = more.madeMs - more.connectedMs;
			if (ms <= 0) return days.reserve(whose, more, limits);
			const known = await know();
			if (known.todayMs + ms > dayMax) return { whose: "all", onlyRead: false };
			if (known.earlierMs + known.todayMs + ms > monthMax) return { whose: "month", onlyRead: false };
			known.todayMs += ms;
			takenMs += ms;
			unwrittenMs += ms;
			let isTaken = false;
			try {
				const exceeded = await days.reserve(whose, more, limits);
				isTaken = exceeded === undefined;
				return exceeded;
			} finally {
				unwrittenMs -= ms;
				if (!isTaken) known.todayMs -= ms;
			}
		},
	};
};
