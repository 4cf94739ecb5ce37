import type { RepliableInteraction } from "discord.js";
import { inStretches } from "../../src/shared/in-stretches.ts";
import type { Store } from "../../src/store/store.ts";
import { presets } from "../presets.ts";
import type { Services } from "../services.ts";
import { idOf, type ServerList } from "./list.ts";
import { channels, ignores, sources } from "./reading-lists.ts";
import type { ListName, PanelPage } from "./server-settings.ts";
import { dictionary, words } from "./word-lists.ts";

/** The lists of a guild, by their names in texts and `custom_id`s. */
export const lists: Readonly<Record<ListName, ServerList>> = {
	channels,
	ignores,
	sources,
	words,
	dictionary,
	presets,
};

export const listNames = Object.keys(lists) as ListName[];

export const listsOn = (page: PanelPage): ListName[] => listNames.filter((name) => lists[name].page === page);

type Interaction = RepliableInteraction<"cached">;

/**
 * Changes a guild's list, so that the change can be undone for a while.
 *
 * @param edit - returns undefined to change nothing
 */
export const changeList = async (
	interaction: Interaction,
	name: ListName,
	{ store, reader, listChanges }: Services,
	edit: (current: readonly unknown[]) => readonly unknown[] | undefined,
): Promise<void> => {
	let changed: readonly unknown[][] = [];
	await lists[name].change(interaction, store, (current) => {
		const after = edit(current);
		changed = after ? [[...current]] : [];
		return after;
	});
	for (const before of changed) listChanges.ask(`${interaction.guildId} ${name}`, before);
	if (changed.length > 0) await reader.applySettings(interaction.guild);
};

/**
 * Makes the keys of the list's entries and of the given ones in advance: a thousand take many milliseconds.
 *
 * @returns `keyOf` with these keys
 */
const findKeys = async (
	guildId: string,
	{ read, keyOf }: ServerList,
	given: readonly unknown[],
	store: Store,
): Promise<(entry: unknown) => string> => {
	const keys = new Map<string, string>();
	for await (const entry of inStretches([...(await read(guildId, store)), ...given]))
		keys.set(JSON.stringify(entry), keyOf(entry));
	// Entries that were added after the list was read have no key here yet.
	return (entry) => keys.get(JSON.stringify(entry)) ?? keyOf(entry);
};

/** Adds entries to a guild's list. @returns false if they don't all fit; the list is unchanged then */
export const addEntries = async (
	interaction: Interaction,
	name: ListName,
	given: readonly unknown[],
	services: Services,
): Promise<boolean> => {
	let fits = true;
	const list = lists[name];
	const keyOf = await findKeys(interaction.guildId, list, given, services.store);
	await changeList(interaction, name, services, (current) => {
		const entries = new Map([...current, ...given].map((entry) => [keyOf(entry), entry]));
		fits = entries.size <= list.max;
		return fits ? [...entries.values()] : undefined;
	});
	return fits;
};

/** Removes the entries with these ids from a guild's list. @returns the removed ones, without those already gone */
export const removeEntries = async (
	interaction: Interaction,
	name: ListName,
	ids: readonly string[],
	services: Services,
): Promise<readonly unknown[]> => {
	const meant = new Set<string>();
	for await (const entry of inStretches(await lists[name].read(interaction.guildId, services.store)))
		if (ids.includes(idOf(entry))) meant.add(JSON.stringify(entry));
	let removed: readonly unknown[] = [];
	await changeList(interaction, name, services, (current) => {
		removed = current.filter((entry) => meant.has(JSON.stringify(entry)));
		return removed.length > 0 ? current.filter((entry) => !removed.includes(entry)) : undefined;
	});
	return removed;
};
