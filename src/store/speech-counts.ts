import { FairQueue } from "@herald/common/fair-queue.ts";
import { ofGuild, type Party, partyKey } from "../shared/party.ts";
import { dayOf } from "../shared/utc-day.ts";
import type { MemberDay } from "./database.ts";
import {
	addTotals,
	findExceededBy,
	GuildDay,
	type MemberUse,
	type MonthPart,
	monthOf,
	ofTimes,
	type PaidSpeech,
	type SpeechDay,
} from "./speech-days.ts";
import type { Store } from "./store.ts";

interface PendingOptions<T> {
	/** Parts with the same key are summed and written once. */
	readonly keyOf: (part: T) => string;
	readonly sum: (part: T, before: T | undefined) => T;
	readonly write: (parts: readonly T[]) => Promise<void>;
	readonly onAdded: () => void;
}

/** Counts in memory that have yet to be written. */
const countPending = <T>({ keyOf, sum, write, onAdded }: PendingOptions<T>) => {
	const queue = new FairQueue<string>({ mayBegin: () => true, perOwner: 1 });
	let pending = new Map<string, T>();
	const add = (part: T): void => {
		pending.set(keyOf(part), sum(part, pending.get(keyOf(part))));
		onAdded();
	};
	return {
		add,
		/** @returns the counts that aren't being written yet */
		list: (): readonly T[] => [...pending.values()],
		/**
		 * Writes all counts, after a write in progress.
		 *
		 * @throws the write's error; the counts then stay for the next write
		 */
		write: () =>
			queue.run("", async () => {
				const parts = [...pending.values()];
				pending = new Map();
				if (parts.length === 0) return;
				try {
					await write(parts);
				} catch (error) {
					parts.forEach(add);
					throw error;
				}
			}),
	};
};

/** How soon counts are written, in ms. A process that is killed loses what it counted in that time. */
const writeWithinMs = 1_000;

type DayOfGuild = Pick<SpeechDay, "day" | "guildId">;

/** A guild where Herald is in voice. */
interface HeldGuild {
	/** The guild's day, once it was read. */
	known: GuildDay | undefined;
	/** How many times requested speech was written. If the number changes while a day is read, the day is read again. */
	written: number;
}

export type SpeechCounts = Readonly<ReturnType<typeof countSpeech>>;

/**
 * Counts the speech of reading in memory, and writes the counts once a second, because the texts are many and short,
 * and one process has all texts of a guild. While the database is away, counting continues. Months are counted the
 * same way, because they are only statistics. Speech that members request is written before it is spoken.
 *
 * @param now - in ms since the epoch
 */
export const countSpeech = (behind: Store, now: () => number) => {
	const { speechDays, speechMonths } = behind;
	const guilds = new Map<Party, HeldGuild>();
	let timer: NodeJS.Timeout | undefined;

	const onAdded = (): void => {
		if (!timer) timer = setTimeout(() => void write(), writeWithinMs).unref();
	};
	const days = countPending<MemberDay>({
		keyOf: ({ day, guildId, userId }) => `${day} ${partyKey(guildId)} ${userId}`,
		sum: (change, before) => ({ ...change, ...ofTimes((time) => (before?.[time] ?? 0) + change[time]) }),
		write: async (changes) => {
			const real = changes.filter(({ madeMs, connectedMs }) => madeMs !== 0 || connectedMs !== 0);
			if (real.length > 0) await speechDays.add(real);
		},
		onAdded,
	});
	const months = countPending<Required<MonthPart>>({
		keyOf: ({ month, guildId }) => `${month} ${partyKey(guildId)}`,
		sum: (part, before) => ({ ...part, totals: addTotals(part.totals, before?.totals) }),
		write: (parts) => speechMonths.add(parts),
		onAdded,
	});

	/** Writes all counts. If that fails, they are written next time. */
	const write = async (): Promise<void> => {
		timer = undefined;
		await Promise.allSettled([days.write(), months.write()]);
	};

	const knownDay = ({ day, guildId }: DayOfGuild): GuildDay | undefined => {
		const known = guilds.get(guildId)?.known;
		return known?.day === day ? known : undefined;
	};

	const unwrittenOf = ({ day, guildId }: DayOfGuild): readonly MemberDay[] =>
		days.list().filter((each) => each.day === day && each.guildId === guildId);

	/** Adds written speech that members requested to their guild's day in memory. */
	const noteWritten = (whose: SpeechDay, { madeMs }: PaidSpeech): void => {
		const guild = guilds.get(whose.guildId);
		if (!guild) return;
		guild.written += 1;
		// This may be the day's first speech.
		if (guild.known && guild.known.day < whose.day) guild.known = new GuildDay(whose.day, unwrittenOf(whose));
		knownDay(whose)?.add(whose.userId, { madeMs, readMs: 0 });
	};

	/**
	 * @returns a guild's day. If an earlier day is known, nothing is read from the store: since then, all of the guild's
	 * speech was counted here, so the new day has only what isn't written yet
	 */
	const load = async (guild: HeldGuild, whose: DayOfGuild): Promise<GuildDay> => {
		const members = guild.known && guild.known.day <= whose.day ? [] : await list(guild, whose);
		if (guild.known?.day !== whose.day)
			guild.known = new GuildDay(whose.day, [...members, ...unwrittenOf(whose)]);
		return guild.known;
	};

	/** @returns the stored members of a day, after writing the counts */
	const list = async (guild: HeldGuild, { day, guildId }: DayOfGuild): Promise<readonly MemberUse[]> => {
		for (;;) {
			const { written } = guild;
			// If writing fails, the counts are added from memory.
			await days.write().catch(() => {});
			const members = await speechDays.list(day, guildId);
			if (guild.written === written) return members;
		}
	};

	/** Counts speech of reading, to be written later. */
	const countLater = ({ day, guildId, userId }: SpeechDay, { madeMs, connectedMs }: PaidSpeech): void => {
		const change = { day, guildId, userId, madeMs, readMs: madeMs, connectedMs };
		knownDay(change)?.add(userId, change);
		days.add(change);
	};

	const store: Store = {
		...behind,
		speechDays: {
			...speechDays,
			list: async (day, guildId) => {
				const whose = { day, guildId };
				const guild = day === dayOf(now()) ? guilds.get(guildId) : undefined;
				if (guild) return (await load(guild, whose)).members;
				if (unwrittenOf(whose).length > 0) await days.write();
				return speechDays.list(day, guildId);
			},
			sum: async (whose) => knownDay(whose)?.sum(whose.userId) ?? speechDays.sum(whose),
			reserve: async (whose, more, limits) => {
				const guild = guilds.get(whose.guildId);
				if (whose.isRead && guild && whose.day >= (guild.known?.day ?? 0)) {
					const today = await load(guild, whose);
					const exceeded = findExceededBy(today.sum(whose.userId), whose, more, limits);
					if (!exceeded) countLater(whose, more);
					return exceeded;
				}
				if (unwrittenOf(whose).length > 0) await days.write();
				const exceeded = await speechDays.reserve(whose, more, limits);
				if (!exceeded) noteWritten(whose, more);
				return exceeded;
			},
			correct: async (whose, by) => {
				if (whose.isRead) return countLater(whose, by);
				await speechDays.correct(whose, by);
				noteWritten(whose, by);
			},
		},
		speechMonths: {
			...speechMonths,
			add: async (parts) => {
				const current = monthOf(now());
				for (const part of parts) months.add({ month: current, ...part });
			},
			read: async (guildId) => {
				const month = monthOf(now());
				const unwritten = () =>
					months.list().find((part) => part.month === month && part.guildId === guildId)?.totals;
				// If writing fails, the counts are added below.
				if (unwritten()) await months.write().catch(() => {});
				return addTotals(await speechMonths.read(guildId), unwritten());
			},
		},
		forgetMember: async (who) => {
			await days.write();
			return behind.forgetMember(who);
		},
	};

	return {
		/** The same store, with these counts included. */
		store,
		write,

		/** Call it when Herald joins voice in a guild. */
		hold: (guildId: string): void => {
			const party = ofGuild(guildId);
			if (guilds.has(party)) return;
			const guild = { known: undefined, written: 0 };
			guilds.set(party, guild);
			// If this fails, the day is read when it is needed.
			load(guild, { day: dayOf(now()), guildId: party }).catch(() => {});
		},

		/** Call it when Herald leaves voice in a guild. */
		release: (guildId: string): void => {
			guilds.delete(ofGuild(guildId));
		},
	};
};
