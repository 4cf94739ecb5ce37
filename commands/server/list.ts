import { createHash } from "node:crypto";
import type { Guild, ModalSubmitInteraction, RepliableInteraction } from "discord.js";
import type { APIComponentInContainer, APILabelComponent } from "discord-api-types/v10";
import type { Store } from "../../src/store/store.ts";
import type { Translate } from "../../src/texts/index.ts";
import type { FileEntries, Services } from "../services.ts";
import type { PanelPage } from "./server-settings.ts";

type Interaction = RepliableInteraction<"cached">;

/** A guild's list as the panel shows and changes it. */
export interface ServerList<T = unknown> {
	readonly page: PanelPage;
	readonly max: number;
	readonly read: (guildId: string, store: Store) => Promise<readonly T[]>;
	readonly change: (
		interaction: Interaction,
		store: Store,
		edit: (current: readonly T[]) => readonly T[] | undefined,
	) => Promise<unknown>;
	/** Entries with the same key are the same: a later one replaces an earlier one. */
	readonly keyOf: (entry: T) => string;
	/** @returns a line about an entry, as Markdown for Discord */
	readonly describe: (entry: T, t: Translate) => string;
	/** @returns an entry as plain text, for a menu */
	readonly label: (entry: T, t: Translate, guild: Guild) => string;
	/** The fields of the modal that adds entries. */
	readonly fields: (t: Translate) => APILabelComponent[];
	/** @returns the entries given in the modal, or a sentence that says why they can't be added. @throws Problem */
	readonly take: (
		interaction: ModalSubmitInteraction<"cached">,
		services: Services,
		t: Translate,
	) => Promise<readonly T[] | string>;
	/** @returns what members should know about a list with these entries; undefined if nothing */
	readonly note?: (entries: readonly T[], t: Translate, guild: Guild) => string | undefined;
	/** Components below the list's name on its page of the panel. */
	readonly inPage?: (entries: readonly T[], guild: Guild, t: Translate) => APIComponentInContainer[];
	/** Components in the list itself, below the entries. */
	readonly inList?: (entries: readonly T[], t: Translate) => APIComponentInContainer[];
	/** Whether members can try the list with a text. */
	readonly canTry?: true;
	readonly file?: {
		readonly name: string;
		readonly write: (entries: readonly T[]) => readonly string[];
		/** @returns the entries in a file's lines, or as a sentence why none can be used */
		readonly read: (
			lines: readonly string[],
			guildId: string,
			services: Services,
			t: Translate,
		) => Promise<FileEntries<T> | string>;
	};
	/** @returns the lines to show after a change */
	readonly afterwards?: (
		interaction: Interaction,
		changed: { readonly added?: readonly T[]; readonly removed?: readonly T[] },
		services: Services,
		t: Translate,
	) => Promise<readonly string[]>;
}

/**
 * @returns the list with its entry type erased, so that lists fit into one record; callers pass it only its own entries
 */
export const serverList = <T>(list: ServerList<T>): ServerList => list as ServerList;

/**
 * The length of an entry's id in a menu, in characters. A menu's value has at most 100, and an entry may be longer.
 */
const idLength = 16;

/** @returns an id for an entry in a menu: the beginning of its hash */
export const idOf = (entry: unknown): string =>
	createHash("sha256").update(JSON.stringify(entry)).digest("base64url").slice(0, idLength);
