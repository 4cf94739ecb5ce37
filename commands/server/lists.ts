import type { Services } from "../services.ts";
import { dictionary } from "./dictionary.ts";
import type { ServerList } from "./list.ts";
import { presets } from "./presets.ts";
import { channels } from "./read-channels.ts";
import type { ListName, PanelPage } from "./routes.ts";
import { ignores, sources } from "./who-is-read.ts";
import { words } from "./words.ts";

/** The lists of a guild, by the names that their texts and `custom_id`s have. */
export const lists: Readonly<Record<ListName, ServerList<unknown, Services>>> = {
	channels,
	ignores,
	sources,
	words,
	dictionary,
	presets,
};

export const listNames = Object.keys(lists) as ListName[];

/** @returns the lists of a page, in their order */
export const listsOn = (page: PanelPage): ListName[] => listNames.filter((name) => lists[name].page === page);
