import { button, type declareRoutes, modal, select } from "../../src/discord/declare-routes.ts";
import type { Hours } from "../../src/settings/quiet-hours.ts";

/** Where a panel's controls lead. A press names all that it needs, so that it works after a restart, too. */
export const settingRoutes = {
	page: select(),
	/** Sets a setting to a value, or to its default. */
	put: button("key", "value"),
	/** Sets it to what is chosen, or to its default. */
	choose: select("key"),
	/** Shows the voices in menus. */
	voices: button(),
	/** Sets the voice; menus in one message must have different ids. */
	voice: select("menu"),
	/** Has the voice heard that is set. */
	hear: button(),
	/** Opens the modal that asks for a value, or for what to search for. */
	ask: button("key"),
	fill: modal("key"),
	/** Asks whether to reset. */
	askReset: button("page"),
	resetPage: button("page"),
} as const;

export type SettingRoutes = ReturnType<typeof declareRoutes<typeof settingRoutes>>;

/** The settings with more choices than a menu takes: what is typed is searched for. */
export const searchedKeys = ["voice", "language", "timeZone"] as const;
export type SearchedKey = (typeof searchedKeys)[number];

/** Choices found for a setting that has more than a menu holds. */
interface FoundView {
	readonly kind: "found";
	readonly key: SearchedKey;
	readonly query: string;
}

/** All voices, to choose one. */
interface VoicesView {
	readonly kind: "voices";
}

/** What hours may mean, of which one is to be chosen. */
interface HoursView {
	readonly kind: "hours";
	readonly readings: readonly Hours[];
}

/** What a panel shows of a setting with more choices than its page has room for. */
export type ChoicesView = FoundView | VoicesView | HoursView;

/** An entry of menus: back to the default. Nothing that can be chosen is called so. */
export const defaultEntry = "-";
