import type { Party } from "../shared/party.ts";

/** The day (since the epoch, UTC), guild and member for which speech is counted. */
export interface SpeechDay {
	readonly day: number;
	readonly guildId: Party;
	readonly userId: string;
	/** Whether the speech is for a message that is read aloud. Reading has limits of its own. */
	readonly isRead?: boolean;
}

/** The speech of a day in ms, or a change of it. */
export interface PaidSpeech {
	readonly madeMs: number;
	/** The part of `madeMs` that connected accounts pay for. */
	readonly connectedMs: number;
}

interface Limits {
	readonly memberMs: number | undefined;
	readonly guildMs: number | undefined;
}

/** The limits of speech per day, in ms; undefined for none. */
export interface DayLimits extends Limits {
	/** The limits for reading, so that the rest is left for what members request. */
	readonly read?: Limits;
}

/**
 * A limit that is exceeded: the daily limit of a member or a guild, or the operator's limit for all that their
 * account pays, per day (`all`) or per month (`month`).
 */
export interface ExceededLimit {
	readonly whose: "member" | "guild" | "all" | "month";
	/** Whether only the limit for reading is exceeded. */
	readonly onlyRead: boolean;
}

/** The speech of a member and of their whole guild on a day, in ms. */
interface DayTotals {
	readonly memberMs: number;
	readonly guildMs: number;
}

export interface DaySums {
	readonly all: DayTotals;
	readonly read: DayTotals;
}

const findAmong = (
	{ memberMs, guildMs }: DayTotals,
	ms: number,
	limits: Limits,
	onlyRead: boolean,
): ExceededLimit | undefined => {
	if (memberMs + ms > (limits.memberMs ?? Number.POSITIVE_INFINITY)) return { whose: "member", onlyRead };
	if (guildMs + ms > (limits.guildMs ?? Number.POSITIVE_INFINITY)) return { whose: "guild", onlyRead };
	return undefined;
};

/**
 * @param isRead - whether the speech is for reading
 * @returns the limit that another `ms` of speech would exceed; undefined for none
 */
export const findExceeded = (
	{ all, read }: DaySums,
	ms: number,
	limits: DayLimits,
	isRead: boolean,
): ExceededLimit | undefined =>
	findAmong(all, ms, limits, false) ??
	(isRead && limits.read ? findAmong(read, ms, limits.read, true) : undefined);

/** @returns the limit that a change would exceed; undefined for none, or if it only changes which account pays */
export const findExceededBy = (
	sums: DaySums,
	{ isRead = false }: Pick<SpeechDay, "isRead">,
	{ madeMs }: PaidSpeech,
	limits: DayLimits,
): ExceededLimit | undefined => (madeMs === 0 ? undefined : findExceeded(sums, madeMs, limits, isRead));

/** The generated speech in ms, and the part of it that was reading. */
interface SpeechTime {
	readonly madeMs: number;
	readonly readMs: number;
}

export type MemberUse = SpeechTime & Pick<SpeechDay, "userId">;

/** A guild's day, counted in memory. */
export class GuildDay {
	readonly day: number;
	readonly #members = new Map<string, SpeechTime>();
	readonly #guild = { madeMs: 0, readMs: 0 };

	constructor(day: number, members: readonly MemberUse[]) {
		this.day = day;
		for (const member of members) this.add(member.userId, member);
	}

	/** Adds to a member's totals, which never fall below zero. */
	add(userId: string, { madeMs, readMs }: SpeechTime): void {
		const before = this.#members.get(userId) ?? { madeMs: 0, readMs: 0 };
		const after = {
			madeMs: Math.max(0, before.madeMs + madeMs),
			readMs: Math.max(0, before.readMs + readMs),
		};
		this.#members.set(userId, after);
		this.#guild.madeMs += after.madeMs - before.madeMs;
		this.#guild.readMs += after.readMs - before.readMs;
	}

	get members(): MemberUse[] {
		return [...this.#members].map(([userId, counted]) => ({ userId, ...counted }));
	}

	sum(userId: string): DaySums {
		const member = this.#members.get(userId);
		return {
			all: { memberMs: member?.madeMs ?? 0, guildMs: this.#guild.madeMs },
			read: { memberMs: member?.readMs ?? 0, guildMs: this.#guild.readMs },
		};
	}
}
