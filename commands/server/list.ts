import { createHash } from "node:crypto";
import type { Guild, ModalSubmitInteraction, RepliableInteraction } from "discord.js";
import type { APIComponentInContainer, APILabelComponent } from "discord-api-types/v10";
import { inStretches } from "../../src/shared/in-stretches.ts";
import type { Store } from "../../src/store/store.ts";
import type { Translate } from "../../src/texts/index.ts";
import type { PanelPage } from "./routes.ts";

type Interaction = RepliableInteraction<"cached">;

/** A list of a guild, as the panel shows and changes it with services `S`. */
export interface ServerList<T = unknown, S = never> {
	readonly page: PanelPage;
	/** The most entries. */
	readonly max: number;
	readonly read: (guildId: string, store: Store) => Promise<readonly T[]>;
	readonly change: (
		interaction: Interaction,
		store: Store,
		edit: (current: readonly T[]) => readonly T[] | undefined,
	) => Promise<unknown>;
	/** Entries with the same key are the same: a later one takes an earlier one's place. */
	readonly keyOf: (entry: T) => string;
	/** @returns an entry in a line, as Discord renders it */
	readonly describe: (entry: T, t: Translate) => string;
	/** @returns the same for a menu, which shows plain text */
	readonly label: (entry: T, t: Translate, guild: Guild) => string;
	/** The modal that adds entries. */
	readonly fields: (t: Translate) => APILabelComponent[];
	/** @returns what was given in it, or why it can't be added, in a sentence; @throws Problem */
	readonly take: (
		interaction: ModalSubmitInteraction<"cached">,
		services: S,
		t: Translate,
	) => Promise<readonly T[] | string>;
	/** @returns what is to be known about a list with these entries */
	readonly note?: (entries: readonly T[], t: Translate, guild: Guild) => string | undefined;
	/** Its components on its page, below its name. */
	readonly inPage?: (entries: readonly T[], guild: Guild) => APIComponentInContainer[];
	/** Its components in the list itself, below the entries. */
	readonly inList?: (entries: readonly T[], t: Translate) => APIComponentInContainer[];
	/** Whether a text can be tried with it. */
	readonly canTry?: true;
	readonly file?: {
		readonly name: string;
		readonly write: (entries: readonly T[]) => readonly string[];
		/** @returns what is said about a file's lines, and the entries that they become; undefined changes nothing */
		readonly read: (
			lines: readonly string[],
			guildId: string,
			services: S,
			t: Translate,
		) => Promise<{ readonly said: string; readonly entries?: readonly T[] | undefined }>;
	};
	/** @returns what is said after a change, in lines */
	readonly afterwards?: (
		interaction: Interaction,
		changed: { readonly added?: readonly T[]; readonly removed?: readonly T[] },
		services: S,
		t: Translate,
	) => Promise<readonly string[]>;
}

/** A list as the panel holds it beside others: the functions of one get its own entries alone. */
export const serverList = <T, S = unknown>(list: ServerList<T, S>): ServerList<unknown, S> =>
	list as ServerList<unknown, S>;

/** The length of an entry's id in a menu's value, which may be shorter than the entry. */
const idLength = 16;

/** @returns what stands for an entry in a menu */
export const idOf = (entry: unknown): string =>
	createHash("sha256").update(JSON.stringify(entry)).digest("base64url").slice(0, idLength);

/** @returns what knows the keys of the entries of a list and of given ones: those of a thousand take many milliseconds */
const findKeys = async (
	guildId: string,
	{ read, keyOf }: ServerList,
	given: readonly unknown[],
	store: Store,
): Promise<(entry: unknown) => string> => {
	const rest = inStretches();
	const keys = new Map<string, string>();
	for (const entry of [...(await read(guildId, store)), ...given]) {
		keys.set(JSON.stringify(entry), keyOf(entry));
		await rest();
	}
	// The list may have changed since.
	return (entry) => keys.get(JSON.stringify(entry)) ?? keyOf(entry);
};

/** Adds entries to a guild's list. @returns false if they don't all fit: nothing was changed then */
export const addEntries = async (
	interaction: Interaction,
	list: ServerList,
	given: readonly unknown[],
	store: Store,
): Promise<boolean> => {
	let fits = true;
	const keyOf = await findKeys(interaction.guildId, list, given, store);
	await list.change(interaction, store, (current) => {
		const entries = new Map([...current, ...given].map((entry) => [keyOf(entry), entry]));
		fits = entries.size <= list.max;
		return fits ? [...entries.values()] : undefined;
	});
	return fits;
};

/** @returns the entries that were removed from a guild's list: those of these ids that it still had */
export const removeEntries = async (
	interaction: Interaction,
	list: ServerList,
	ids: readonly string[],
	store: Store,
): Promise<readonly unknown[]> => {
	const rest = inStretches();
	const meant = new Set<string>();
	for (const entry of await list.read(interaction.guildId, store)) {
		if (ids.includes(idOf(entry))) meant.add(JSON.stringify(entry));
		await rest();
	}
	let removed: readonly unknown[] = [];
	await list.change(interaction, store, (current) => {
		removed = current.filter((entry) => meant.has(JSON.stringify(entry)));
		return removed.length > 0 ? current.filter((entry) => !removed.includes(entry)) : undefined;
	});
	return removed;
};
