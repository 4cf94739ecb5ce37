import { type ChatInputCommandInteraction, MessageFlags } from "discord.js";
import { noMentions } from "../../src/discord/respond.ts";
import { inStretches } from "../../src/shared/in-stretches.ts";
import type { ListChange } from "../../src/store/tables/guild-list.ts";

/** A guild's list, as managers edit it. */
export interface EditedList<T> {
	readonly read: () => Promise<readonly T[]>;
	readonly change: ListChange<T>;
	/** The most entries. */
	readonly max: number;
	/** Entries with the same key are the same: a later one takes an earlier one's place. */
	readonly keyOf: (entry: T) => string;
}

interface Counts {
	readonly before: number;
	readonly after: number;
}

/** @returns what knows the keys of the entries of a list and of given ones: those of a thousand take many milliseconds */
const findKeys = async <T>(
	{ read, keyOf }: EditedList<T>,
	given: readonly T[] = [],
): Promise<(entry: T) => string> => {
	const rest = inStretches();
	const keys = new Map<string, string>();
	for (const entry of [...(await read()), ...given]) {
		keys.set(JSON.stringify(entry), keyOf(entry));
		await rest();
	}
	// The list may have changed since.
	return (entry) => keys.get(JSON.stringify(entry)) ?? keyOf(entry);
};

/** Adds entries to a guild's list. @returns undefined if they don't all fit: nothing was changed then */
export const addEntries = async <T>(
	guildId: string,
	list: EditedList<T>,
	given: readonly T[],
): Promise<Counts | undefined> => {
	let fits = true;
	const keyOf = await findKeys(list, given);
	const counts = await list.change(guildId, (current) => {
		const entries = new Map([...current, ...given].map((entry) => [keyOf(entry), entry]));
		fits = entries.size <= list.max;
		return fits ? [...entries.values()] : undefined;
	});
	return fits ? counts : undefined;
};

/** Removes the entries with these keys from a guild's list. */
export const removeEntries = async <T>(
	guildId: string,
	list: EditedList<T>,
	keys: readonly string[],
): Promise<Counts> => {
	const removed = new Set(keys);
	const keyOf = await findKeys(list);
	return list.change(guildId, (current) => current.filter((entry) => !removed.has(keyOf(entry))));
};

/** Answers privately with lines as a text file. */
export const exportLines = async (
	interaction: ChatInputCommandInteraction<"cached">,
	content: string,
	name: string,
	lines: readonly string[],
): Promise<void> => {
	await interaction.reply({
		content,
		files: [{ attachment: Buffer.from(`${lines.join("\n")}\n`), name }],
		allowedMentions: noMentions,
		flags: MessageFlags.Ephemeral,
	});
};
