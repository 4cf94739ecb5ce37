import { type ChatInputCommandInteraction, MessageFlags } from "discord.js";
import { noMentions } from "../../src/discord/respond.ts";
import type { ListChange } from "../../src/store/tables/guild-list.ts";

/** A guild's list, as managers edit it. */
export interface EditedList<T> {
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

/** Adds entries to a guild's list. @returns undefined if they don't all fit: nothing was changed then */
export const addEntries = async <T>(
	guildId: string,
	{ change, max, keyOf }: EditedList<T>,
	given: readonly T[],
): Promise<Counts | undefined> => {
	let fits = true;
	const counts = await change(guildId, (current) => {
		const entries = new Map([...current, ...given].map((entry) => [keyOf(entry), entry]));
		fits = entries.size <= max;
		return fits ? [...entries.values()] : undefined;
	});
	return fits ? counts : undefined;
};

/** Removes the entries with these keys from a guild's list. */
export const removeEntries = <T>(
	guildId: string,
	{ change, keyOf }: EditedList<T>,
	keys: readonly string[],
): Promise<Counts> => {
	const removed = new Set(keys);
	return change(guildId, (current) => current.filter((entry) => !removed.has(keyOf(entry))));
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
