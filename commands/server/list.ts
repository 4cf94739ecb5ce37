import { createHash } from "node:crypto";
import type { Guild, ModalSubmitInteraction, RepliableInteraction } from "discord.js";
import type { APIComponentInContainer, APILabelComponent } from "discord-api-types/v10";
import type { RefusedLine } from "../../src/reading/dictionary-lines.ts";
import type { Store } from "../../src/store/store.ts";
import type { Translate } from "../../src/texts/index.ts";
import type { PanelPage } from "./routes.ts";

type Interaction = RepliableInteraction<"cached">;

/** The entries in a file, and the lines that can't be used. */
export interface FileEntries<T> {
	readonly entries: readonly T[];
	readonly refused: readonly RefusedLine[];
}

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
	readonly inPage?: (entries: readonly T[], guild: Guild, t: Translate) => APIComponentInContainer[];
	/** Its components in the list itself, below the entries. */
	readonly inList?: (entries: readonly T[], t: Translate) => APIComponentInContainer[];
	/** Whether a text can be tried with it. */
	readonly canTry?: true;
	readonly file?: {
		readonly name: string;
		readonly write: (entries: readonly T[]) => readonly string[];
		/** @returns what is in a file's lines, or in a sentence why none of it can be used */
		readonly read: (
			lines: readonly string[],
			guildId: string,
			services: S,
			t: Translate,
		) => Promise<FileEntries<T> | string>;
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
