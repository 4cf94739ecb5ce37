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
	type SpeechDays,
	type SpeechMonths,
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

/**
 * Counts the speech of reading in memory, and writes the counts once a second, because the texts are many and short,
 * and one process has all texts of a guild. While the database is away, counting continues. Months are counted the
 * same way, because they are only statistics. Speech that members request is written before it is spoken.
 */
export class SpeechCounts {
	/** The same store, with these counts included. */
	readonly store: Store;
	readonly #behind: Store;
	readonly #now: () => number;
	readonly #guilds = new Map<Party, HeldGuild>();
	readonly #days: ReturnType<typeof countPending<MemberDay>>;
	readonly #months: ReturnType<typeof countPending<Required<MonthPart>>>;
	#timer: NodeJS.Timeout | undefined;

	/** @param now - in ms since the epoch */
	constructor(store: Store, now: () => number) {
		this.#behind = store;
		this.#now = now;
		const onAdded = () => this.#writeSoon();
		this.#days = countPending({
			keyOf: ({ day, guildId, userId }) => `${day} ${partyKey(guildId)} ${userId}`,
			sum: (change, before) => ({ ...change, ...ofTimes((time) => (before?.[time] ?? 0) + change[time]) }),
			write: async (changes) => {
				const real = changes.filter(({ madeMs, connectedMs }) => madeMs !== 0 || connectedMs !== 0);
				if (real.length > 0) await store.speechDays.add(real);
			},
			onAdded,
		});
		this.#months = countPending({
			keyOf: ({ month, guildId }) => `${month} ${partyKey(guildId)}`,
			sum: (part, before) => ({ ...part, totals: addTotals(part.totals, before?.totals) }),
			write: (parts) => store.speechMonths.add(parts),
			onAdded,
		});
		this.store = {
			...store,
			speechDays: this.#countDays(store.speechDays),
			speechMonths: this.#countMonths(store.speechMonths),
			forgetMember: async (who) => {
				await this.#days.write();
				return store.forgetMember(who);
			},
		};
	}

	/** Call it when Herald joins voice in a guild. */
	hold(guildId: string): void {
		const party = ofGuild(guildId);
		if (this.#guilds.has(party)) return;
		const guild = { known: undefined, written: 0 };
		this.#guilds.set(party, guild);
		// If this fails, the day is read when it is needed.
		this.#load(guild, { day: dayOf(this.#now()), guildId: party }).catch(() => {});
	}

	/** Call it when Herald leaves voice in a guild. */
	release(guildId: string): void {
		this.#guilds.delete(ofGuild(guildId));
	}

	/** Writes all counts. If that fails, they are written next time. */
	async write(): Promise<void> {
		this.#timer = undefined;
		await Promise.allSettled([this.#days.write(), this.#months.write()]);
	}

	#writeSoon(): void {
		this.#timer ??= setTimeout(() => void this.write(), writeWithinMs).unref();
	}

	#countDays(days: SpeechDays): SpeechDays {
		return {
			...days,
			list: async (day, guildId) => {
				const whose = { day, guildId };
				const guild = day === dayOf(this.#now()) ? this.#guilds.get(guildId) : undefined;
				if (guild) return (await this.#load(guild, whose)).members;
				if (this.#unwrittenOf(whose).length > 0) await this.#days.write();
				return days.list(day, guildId);
			},
			sum: async (whose) => this.#known(whose)?.sum(whose.userId) ?? days.sum(whose),
			reserve: async (whose, more, limits) => {
				const guild = this.#guilds.get(whose.guildId);
				if (whose.isRead && guild && whose.day >= (guild.known?.day ?? 0)) {
					const today = await this.#load(guild, whose);
					const exceeded = findExceededBy(today.sum(whose.userId), whose, more, limits);
					if (!exceeded) this.#countLater(whose, more);
					return exceeded;
				}
				if (this.#unwrittenOf(whose).length > 0) await this.#days.write();
				const exceeded = await days.reserve(whose, more, limits);
				if (!exceeded) this.#noteWritten(whose, more);
				return exceeded;
			},
			correct: async (whose, by) => {
				if (whose.isRead) return this.#countLater(whose, by);
				await days.correct(whose, by);
				this.#noteWritten(whose, by);
			},
		};
	}

	#countMonths(months: SpeechMonths): SpeechMonths {
		return {
			...months,
			add: async (parts) => {
				const current = monthOf(this.#now());
				for (const part of parts) this.#months.add({ month: current, ...part });
			},
			read: async (guildId) => {
				const month = monthOf(this.#now());
				const unwritten = () =>
					this.#months.list().find((part) => part.month === month && part.guildId === guildId)?.totals;
				// If writing fails, the counts are added below.
				if (unwritten()) await this.#months.write().catch(() => {});
				return addTotals(await months.read(guildId), unwritten());
			},
		};
	}

	#known({ day, guildId }: DayOfGuild): GuildDay | undefined {
		const known = this.#guilds.get(guildId)?.known;
		return known?.day === day ? known : undefined;
	}

	/** Adds written speech that members requested to their guild's day in memory. */
	#noteWritten(whose: SpeechDay, { madeMs }: PaidSpeech): void {
		const guild = this.#guilds.get(whose.guildId);
		if (!guild) return;
		guild.written += 1;
		// This may be the day's first speech.
		if (guild.known && guild.known.day < whose.day)
			guild.known = new GuildDay(whose.day, this.#unwrittenOf(whose));
		this.#known(whose)?.add(whose.userId, { madeMs, readMs: 0 });
	}

	/**
	 * @returns a guild's day. If an earlier day is known, nothing is read from the store: since then, all of the guild's
	 * speech was counted in this class, so the new day has only what isn't written yet
	 */
	async #load(guild: HeldGuild, whose: DayOfGuild): Promise<GuildDay> {
		const members = guild.known && guild.known.day <= whose.day ? [] : await this.#list(guild, whose);
		if (guild.known?.day !== whose.day)
			guild.known = new GuildDay(whose.day, [...members, ...this.#unwrittenOf(whose)]);
		return guild.known;
	}

	/** @returns the stored members of a day, after writing the counts */
	async #list(guild: HeldGuild, { day, guildId }: DayOfGuild): Promise<readonly MemberUse[]> {
		for (;;) {
			const { written } = guild;
			// If writing fails, the counts are added from memory.
			await this.#days.write().catch(() => {});
			const members = await this.#behind.speechDays.list(day, guildId);
			if (guild.written === written) return members;
		}
	}

	#unwrittenOf({ day, guildId }: DayOfGuild): readonly MemberDay[] {
		return this.#days.list().filter((each) => each.day === day && each.guildId === guildId);
	}

	/** Counts speech of reading, to be written later. */
	#countLater({ day, guildId, userId }: SpeechDay, { madeMs, connectedMs }: PaidSpeech): void {
		const change = { day, guildId, userId, madeMs, readMs: madeMs, connectedMs };
		this.#known(change)?.add(userId, change);
		this.#days.add(change);
	}
}
