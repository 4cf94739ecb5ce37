import { FairQueue } from "@herald/common/fair-queue.ts";
import { ofGuild, type Party, partyKey } from "../shared/party.ts";
import { dayOf } from "../shared/utc-day.ts";
import type { MemberDay } from "./database.ts";
import { findExceededBy, GuildDay, type MemberUse, type PaidSpeech, type SpeechDay } from "./guild-day.ts";
import type { SpeechDays } from "./speech-days.ts";
import { addTotals, type MonthPart, monthOf, type SpeechMonths } from "./speech-months.ts";
import type { Store } from "./store.ts";

export interface UnwrittenOptions<T> {
	/** Changes of the same key are merged and written once. */
	readonly keyOf: (part: T) => string;
	/** @returns both as one; @param before - undefined where there is none yet */
	readonly sum: (part: T, before: T | undefined) => T;
	readonly write: (parts: readonly T[]) => Promise<void>;
	/** Called when there is something to write. */
	readonly onAdded: () => void;
}

/** Counts in memory that are still to be written. */
export class PendingCounts<T> {
	readonly #options: UnwrittenOptions<T>;
	readonly #queue = new FairQueue<string>({ mayBegin: () => true, perOwner: 1 });
	#parts = new Map<string, T>();

	constructor(options: UnwrittenOptions<T>) {
		this.#options = options;
	}

	/** The parts that aren't being written yet. */
	get parts(): readonly T[] {
		return [...this.#parts.values()];
	}

	add(part: T): void {
		const { keyOf, sum, onAdded } = this.#options;
		const key = keyOf(part);
		this.#parts.set(key, sum(part, this.#parts.get(key)));
		onAdded();
	}

	/** Writes all of it, once what is being written has been. @throws what the write threw: it is still to be written then */
	write(): Promise<void> {
		return this.#queue.run("", async () => {
			const { parts } = this;
			this.#parts = new Map();
			if (parts.length === 0) return;
			try {
				await this.#options.write(parts);
			} catch (error) {
				for (const part of parts) this.add(part);
				throw error;
			}
		});
	}
}

/** The write interval, in ms: a process that is killed loses that much. */
const writeWithinMs = 1_000;

type DayOfGuild = Pick<SpeechDay, "day" | "guildId">;

/** Where Herald is in voice. */
interface HeldGuild {
	/** Its day, once that was read. */
	known: GuildDay | undefined;
	/** How often what members asked for was written. */
	written: number;
}

/**
 * The speech of what is read aloud, counted in memory and written once a second: many short texts take it, and a
 * guild's are all of one process. While the database is away, it is counted on, and written when that is back. So are
 * all months, which are nothing but statistics. What members ask for is written before it is spoken, as ever.
 */
export class SpeechCounts {
	/** The same store, with what is counted here. */
	readonly store: Store;
	readonly #behind: Store;
	readonly #now: () => number;
	readonly #guilds = new Map<Party, HeldGuild>();
	readonly #days: PendingCounts<MemberDay>;
	readonly #months: PendingCounts<Required<MonthPart>>;
	#timer: NodeJS.Timeout | undefined;

	/** @param now - in ms since the epoch */
	constructor(store: Store, now: () => number) {
		this.#behind = store;
		this.#now = now;
		const onAdded = () => this.#writeSoon();
		this.#days = new PendingCounts({
			keyOf: ({ day, guildId, userId }) => `${day} ${partyKey(guildId)} ${userId}`,
			sum: (change, before) => ({
				...change,
				madeMs: (before?.madeMs ?? 0) + change.madeMs,
				readMs: (before?.readMs ?? 0) + change.readMs,
				connectedMs: (before?.connectedMs ?? 0) + change.connectedMs,
			}),
			write: async (changes) => {
				const real = changes.filter(({ madeMs, connectedMs }) => madeMs !== 0 || connectedMs !== 0);
				if (real.length > 0) await store.speechDays.add(real);
			},
			onAdded,
		});
		this.#months = new PendingCounts({
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

	/** Herald is in voice in a guild. */
	hold(guildId: string): void {
		const party = ofGuild(guildId);
		if (this.#guilds.has(party)) return;
		const guild = { known: undefined, written: 0 };
		this.#guilds.set(party, guild);
		// A day that can't be read now is read when it is needed.
		this.#load(guild, { day: dayOf(this.#now()), guildId: party }).catch(() => {});
	}

	/** Herald isn't in voice there any more. */
	release(guildId: string): void {
		this.#guilds.delete(ofGuild(guildId));
	}

	/** Writes what was counted; what can't be written is tried again. */
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
				if (this.#isCountedLater(whose)) await this.#days.write();
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
				if (this.#isCountedLater(whose)) await this.#days.write();
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
					this.#months.parts.find((part) => part.month === month && part.guildId === guildId)?.totals;
				// What can't be written now is added below.
				if (unwritten()) await this.#months.write().catch(() => {});
				return addTotals(await months.read(guildId), unwritten());
			},
		};
	}

	#known({ day, guildId }: DayOfGuild): GuildDay | undefined {
		const known = this.#guilds.get(guildId)?.known;
		return known?.day === day ? known : undefined;
	}

	/** Adds speech that members asked for, which is written already. */
	#noteWritten(whose: SpeechDay, { madeMs }: PaidSpeech): void {
		const guild = this.#guilds.get(whose.guildId);
		if (!guild) return;
		guild.written += 1;
		// It may be the first of a day.
		if (guild.known && guild.known.day < whose.day)
			guild.known = new GuildDay(whose.day, this.#unwrittenOf(whose));
		this.#known(whose)?.add(whose.userId, { madeMs, readMs: 0 });
	}

	/** @returns a guild's day, which begins with nothing where the day before was known: all of it went through here */
	async #load(guild: HeldGuild, whose: DayOfGuild): Promise<GuildDay> {
		const members = guild.known && guild.known.day <= whose.day ? [] : await this.#list(guild, whose);
		if (guild.known?.day !== whose.day)
			guild.known = new GuildDay(whose.day, [...members, ...this.#unwrittenOf(whose)]);
		return guild.known;
	}

	/** Lists a day's members, with the counts that are being written just now. */
	async #list(guild: HeldGuild, { day, guildId }: DayOfGuild): Promise<readonly MemberUse[]> {
		for (;;) {
			const { written } = guild;
			// What can't be written now is counted from memory.
			await this.#days.write().catch(() => {});
			const members = await this.#behind.speechDays.list(day, guildId);
			if (guild.written === written) return members;
		}
	}

	#unwrittenOf({ day, guildId }: DayOfGuild): readonly MemberDay[] {
		return this.#days.parts.filter((each) => each.day === day && each.guildId === guildId);
	}

	#isCountedLater(whose: DayOfGuild): boolean {
		return this.#unwrittenOf(whose).length > 0;
	}

	/** Counts a message that is read. */
	#countLater({ day, guildId, userId }: SpeechDay, { madeMs, connectedMs }: PaidSpeech): void {
		const change = { day, guildId, userId, madeMs, readMs: madeMs, connectedMs };
		this.#known(change)?.add(userId, change);
		this.#days.add(change);
	}
}
