import { elsewhere, inGuild, type Place } from "../shared/party.ts";
import type { Store } from "./store.ts";
import type { ListChange } from "./tables/guild-list.ts";

/** How stale a choice may get after another process wrote it, in ms. */
const renewAfterMs = 60_000;
/** The most choices of one guild: its own, and two for each member who wrote. Members' oldest go first. */
const choicesMax = 1_000;

/** A server's preset concerns all members: only of the newest is it read again at once. */
const readAgainMax = 10;

/** A value that was read, or is being read. */
interface MemoryEntry {
	readonly choice: Promise<unknown>;
	readonly read: () => Promise<unknown>;
	/** When it was last asked for, in ms. */
	askedAt: number;
}

const findOldestOfMember = (kept: ReadonlyMap<string, MemoryEntry>): string => {
	for (const name of kept.keys()) if (name.includes(" ")) return name;
	return "";
};

/** The part of the store in which guilds and members choose. */
type ChoiceTables = Pick<Store, "settings" | "presets" | "words" | "dictionary" | "reading" | "forgetMember">;

/**
 * The choices of guilds where Herald is in voice, in the memory of the only process that works for them: each
 * message that is read needs all of it. A change of this process counts at once, any other after a minute. While the
 * database is away, what is here is as it was.
 */
export class GuildMemory {
	/** The same store: what is asked of it about such a guild is answered from memory. */
	readonly store: Store;
	readonly #guilds = new Map<Place, Map<string, MemoryEntry>>();
	readonly #now: () => number;

	/** @param now - in ms */
	constructor(store: Store, now: () => number) {
		this.#now = now;
		this.store = { ...store, ...this.#frontOf(store) };
	}

	/** Herald is in voice in a guild: what was chosen there is read before it is needed. */
	hold(guildId: string): void {
		const place = inGuild(guildId);
		if (this.#guilds.has(place)) return;
		this.#guilds.set(place, new Map());
		const { settings, words, dictionary, reading } = this.store;
		this.#readAhead(
			settings.readGuild(place),
			words.list(guildId),
			dictionary.list(guildId),
			reading.read(guildId),
		);
	}

	/** Members listen there: they may write. Where there is no room for all, the others are read when they write. */
	expect(guildId: string, userIds: readonly string[]): void {
		const place = inGuild(guildId);
		const kept = this.#guilds.get(place);
		if (!kept) return;
		const { settings, presets } = this.store;
		for (const userId of userIds) {
			if (kept.size >= choicesMax) return;
			if (!kept.has(`settings ${userId}`)) this.#readAhead(settings.readMember(place, userId));
			if (!kept.has(`presets ${userId}`)) this.#readAhead(presets.read(place, userId));
		}
	}

	/** A choice that can't be read now is read when it is needed. */
	#readAhead(...choices: readonly Promise<unknown>[]): void {
		for (const choice of choices) choice.catch(() => {});
	}

	/** Herald isn't in voice there any more. */
	release(guildId: string): void {
		this.#guilds.delete(inGuild(guildId));
	}

	#read<T>(place: Place, name: string, read: () => Promise<T>): Promise<T> {
		const kept = this.#guilds.get(place);
		if (!kept) return read();
		const known = kept.get(name);
		if (!known) return this.#keep(kept, name, read);
		if (Math.abs(this.#now() - known.askedAt) <= renewAfterMs) return known.choice as Promise<T>;
		// What can't be read stays as it was known.
		const choice = known.read().catch(() => known.choice);
		kept.set(name, { ...known, choice, askedAt: this.#now() });
		return choice as Promise<T>;
	}

	#keep<T>(kept: Map<string, MemoryEntry>, name: string, read: () => Promise<T>): Promise<T> {
		const choice = read();
		kept.set(name, { choice, read, askedAt: this.#now() });
		if (kept.size > choicesMax) kept.delete(findOldestOfMember(kept));
		choice.catch(() => kept.delete(name));
		return choice;
	}

	/** @param concerned - names of what may be another afterwards */
	async #change<T>(
		place: Place,
		concerned: (kept: ReadonlyMap<string, MemoryEntry>) => readonly string[],
		change: () => Promise<T>,
	): Promise<T> {
		// A member's choice for everywhere counts in all of them.
		const guilds = place === elsewhere ? [...this.#guilds.keys()] : [place];
		const find = () =>
			guilds.flatMap((id) => {
				const kept = this.#guilds.get(id) ?? new Map<string, MemoryEntry>();
				return concerned(kept).flatMap((name) => {
					const known = kept.get(name);
					return known ? [{ id, name, known }] : [];
				});
			});
		try {
			const changed = await change();
			const old = find();
			for (const { id, name } of old) this.#guilds.get(id)?.delete(name);
			// It was needed before, and may be while the database is away.
			for (const { id, name, known } of old.slice(-readAgainMax))
				this.#readAhead(this.#read(id, name, known.read));
			return changed;
		} catch (error) {
			// A database that was lost in the middle of it may have written it.
			for (const { known } of find()) known.askedAt = Number.NEGATIVE_INFINITY;
			throw error;
		}
	}

	#frontOf(store: ChoiceTables): ChoiceTables {
		const { settings, presets, words, dictionary, reading } = store;
		const only =
			(...names: string[]) =>
			() =>
				names;
		const changed =
			<T>(name: string, change: ListChange<T>): ListChange<T> =>
			(guildId, edit) =>
				this.#change(inGuild(guildId), only(name), () => change(guildId, edit));
		return {
			settings: {
				readGuild: (id) => this.#read(id, "settings", () => settings.readGuild(id)),
				readMember: (id, userId) =>
					this.#read(id, `settings ${userId}`, () => settings.readMember(id, userId)),
				listSpokenNames: settings.listSpokenNames,
				changeGuild: (id, change) =>
					this.#change(id, only("settings", "reading"), () => settings.changeGuild(id, change)),
				changeMember: (id, userId, change, allows) =>
					this.#change(id, only(`settings ${userId}`), () =>
						settings.changeMember(id, userId, change, allows),
					),
			},
			presets: {
				read: (id, userId = "") =>
					this.#read(id, `presets ${userId}`, () => presets.read(id, userId === "" ? undefined : userId)),
				// A member can use the guild's, too.
				change: (owner, edit) =>
					this.#change(
						owner.place,
						(kept) =>
							owner.userId
								? [`presets ${owner.userId}`]
								: [...kept.keys()].filter((name) => name.startsWith("presets ")),
						() => presets.change(owner, edit),
					),
			},
			words: {
				list: (id) => this.#read(inGuild(id), "words", () => words.list(id)),
				change: changed("words", words.change),
			},
			dictionary: {
				...dictionary,
				list: (id) => this.#read(inGuild(id), "dictionary", () => dictionary.list(id)),
				change: changed("dictionary", dictionary.change),
			},
			reading: {
				read: (id) => this.#read(inGuild(id), "reading", () => reading.read(id)),
				changeChannels: changed("reading", reading.changeChannels),
				changeIgnores: changed("reading", reading.changeIgnores),
				changeSources: changed("reading", reading.changeSources),
			},
			forgetMember: (who) =>
				this.#change(who.place, only(`settings ${who.userId}`, `presets ${who.userId}`), () =>
					store.forgetMember(who),
				),
		};
	}
}
