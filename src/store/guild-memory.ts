import { elsewhere, inGuild, type Place } from "../shared/party.ts";
import type { Store } from "./store.ts";
import type { ListChange } from "./tables/rows.ts";

/** How long another process's change may go unnoticed, in ms. */
const renewAfterMs = 60_000;
/**
 * The most values that are cached per guild: the guild's own, and two for each member. If there are more, the oldest
 * value of a member is dropped.
 */
const choicesMax = 1_000;

/**
 * The most values that are read again at once after a change, the newest first. A change of a guild's presets makes
 * the cached presets of all members outdated; the rest are read when they are needed.
 */
const readAgainMax = 10;

/** A cached value, or one that is being read. */
interface MemoryEntry {
	readonly choice: Promise<unknown>;
	readonly read: () => Promise<unknown>;
	/** When the read of this value began, in ms. */
	askedAt: number;
}

export type GuildMemory = Readonly<ReturnType<typeof rememberGuilds>>;

/**
 * Caches the choices of guilds where Herald is in voice, because each message read aloud needs all of them. Changes
 * made in this process apply at once, and changes made by other processes within a minute. While the database is away,
 * the cached values stay.
 *
 * @param now - in ms
 */
export const rememberGuilds = (behind: Store, now: () => number) => {
	const { settings, presets, words, dictionary, reading, forgetMember } = behind;
	const guilds = new Map<Place, Map<string, MemoryEntry>>();

	/** If reading in advance fails, the choice is read when it is needed. */
	const readAhead = (...choices: readonly Promise<unknown>[]): void => {
		for (const choice of choices) choice.catch(() => {});
	};

	const recall = <T>(place: Place, name: string, read: () => Promise<T>): Promise<T> => {
		const held = guilds.get(place);
		if (!held) return read();
		const known = held.get(name);
		if (!known) return keep(held, name, read);
		if (Math.abs(now() - known.askedAt) <= renewAfterMs) return known.choice as Promise<T>;
		// If the value can't be read again, the old one stays.
		const choice = known.read().catch(() => known.choice);
		held.set(name, { ...known, choice, askedAt: now() });
		return choice as Promise<T>;
	};

	const keep = <T>(held: Map<string, MemoryEntry>, name: string, read: () => Promise<T>): Promise<T> => {
		const choice = read();
		held.set(name, { choice, read, askedAt: now() });
		// Drops the oldest value of a member: only the names of members' values have a space.
		if (held.size > choicesMax) held.delete(held.keys().find((each) => each.includes(" ")) ?? "");
		choice.catch(() => held.get(name)?.choice === choice && held.delete(name));
		return choice;
	};

	/**
	 * Makes a change, and drops the cached values that the change affects. If the change fails, these values are read
	 * again when they are next needed.
	 *
	 * @param concerns - whether the change may affect the value with this name
	 */
	const apply = async <T>(place: Place, concerns: (name: string) => boolean, change: () => Promise<T>) => {
		// A member's choices for everywhere apply in every guild.
		const places = place === elsewhere ? [...guilds.keys()] : [place];
		const find = () =>
			places.flatMap((id) =>
				[...(guilds.get(id) ?? [])].flatMap(([name, known]) => (concerns(name) ? [{ id, name, known }] : [])),
			);
		try {
			const changed = await change();
			const old = find();
			for (const { id, name } of old) guilds.get(id)?.delete(name);
			// Read again at once: the value may be needed while the database is away.
			for (const { id, name, known } of old.slice(-readAgainMax)) readAhead(recall(id, name, known.read));
			return changed;
		} catch (error) {
			// If the database was lost during the commit, the change may have been written, so the values are read again.
			for (const { known } of find()) known.askedAt = Number.NEGATIVE_INFINITY;
			throw error;
		}
	};

	const only =
		(...names: string[]) =>
		(name: string) =>
			names.includes(name);
	const kept =
		<T>(name: string, read: (guildId: string) => Promise<T>) =>
		(guildId: string) =>
			recall(inGuild(guildId), name, () => read(guildId));
	const changed =
		<T>(name: string, change: ListChange<T>): ListChange<T> =>
		(guildId, edit) =>
			apply(inGuild(guildId), only(name), () => change(guildId, edit));

	const store: Store = {
		...behind,
		settings: {
			...settings,
			readGuild: (id) => recall(id, "settings", () => settings.readGuild(id)),
			readMember: (id, userId) => recall(id, `settings ${userId}`, () => settings.readMember(id, userId)),
			changeGuild: (id, change) =>
				apply(id, only("settings", "reading"), () => settings.changeGuild(id, change)),
			changeMember: (id, userId, ...change) =>
				apply(id, only(`settings ${userId}`), () => settings.changeMember(id, userId, ...change)),
		},
		presets: {
			read: (id, userId = "") =>
				recall(id, `presets ${userId}`, () => presets.read(id, userId === "" ? undefined : userId)),
			// A change of the guild's own presets affects all members, since they can use those presets, too.
			change: (owner, edit) =>
				apply(
					owner.place,
					owner.userId ? only(`presets ${owner.userId}`) : (name) => name.startsWith("presets "),
					() => presets.change(owner, edit),
				),
		},
		words: { list: kept("words", words.list), change: changed("words", words.change) },
		dictionary: {
			...dictionary,
			list: kept("dictionary", dictionary.list),
			change: changed("dictionary", dictionary.change),
		},
		reading: {
			read: kept("reading", reading.read),
			changeChannels: changed("reading", reading.changeChannels),
			changeIgnores: changed("reading", reading.changeIgnores),
			changeSources: changed("reading", reading.changeSources),
		},
		forgetMember: (who) =>
			apply(who.place, only(`settings ${who.userId}`, `presets ${who.userId}`), () => forgetMember(who)),
	};

	return {
		/** The same store, but values of guilds where Herald is in voice are read from memory. */
		store,

		/** Call it when Herald joins voice in a guild. Reads the guild's choices in advance. */
		hold: (guildId: string): void => {
			const place = inGuild(guildId);
			if (guilds.has(place)) return;
			guilds.set(place, new Map());
			readAhead(
				store.settings.readGuild(place),
				store.words.list(guildId),
				store.dictionary.list(guildId),
				store.reading.read(guildId),
			);
		},

		/**
		 * Call it for members who start listening, because they may write messages. Reads their choices in advance if there
		 * is room.
		 */
		expect: (guildId: string, userIds: readonly string[]): void => {
			const place = inGuild(guildId);
			const held = guilds.get(place);
			if (!held) return;
			for (const userId of userIds) {
				if (held.size >= choicesMax) return;
				if (!held.has(`settings ${userId}`)) readAhead(store.settings.readMember(place, userId));
				if (!held.has(`presets ${userId}`)) readAhead(store.presets.read(place, userId));
			}
		},

		/** Call it when Herald leaves voice in a guild. */
		release: (guildId: string): void => {
			guilds.delete(inGuild(guildId));
		},
	};
};
