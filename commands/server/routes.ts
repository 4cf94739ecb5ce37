import { button, declareRoutes, modal, select } from "../../src/discord/declare-routes.ts";
import type { PageName } from "../../src/settings/setting.ts";
import type { GuildKey } from "../../src/settings/settings.ts";
import { type ChoicesView, settingRoutes } from "../panel/press.ts";

export const serverRoutes = declareRoutes("server", {
	...settingRoutes,
	resetAll: button(),
	open: button("page"),
	join: button("page"),
	channels: select(),
	takeName: select(),
	list: button("name", "at"),
	add: button("name"),
	added: modal("name"),
	remove: select("name", "at"),
	export: button("name"),
	import: button("name"),
	imported: modal("name"),
	confirm: button("name", "id", "answer"),
	undo: button("name", "id"),
	try: button(),
	tried: modal(),
	prefix: select(),
	prefixed: modal("name"),
});

export const pages = [
	"voice",
	"texts",
	"reading",
	"filter",
	"messages",
	"channel",
	"who",
	"bots",
	"limits",
	"words",
	"presets",
] as const satisfies readonly (PageName | "presets")[];
export type PanelPage = (typeof pages)[number];

/** One part of a page: a page longer than a screen has several, counted from 1. The first is named like the page. */
export interface PagePart {
	readonly name: string;
	readonly page: PanelPage;
	readonly part: number;
	readonly keys: readonly GuildKey[];
}

export type ListName = "channels" | "ignores" | "sources" | "words" | "dictionary" | "presets";

export type ServerView =
	| { readonly kind: "page"; readonly part: PagePart }
	/** A list, at its page `at`, counted from 0. */
	| { readonly kind: "list"; readonly name: ListName; readonly at: number }
	| ChoicesView
	/** Asks whether to reset this part or everything. */
	| { readonly kind: "reset"; readonly part: PagePart };
