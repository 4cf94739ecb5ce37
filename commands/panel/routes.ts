import { button, type declareRoutes, modal, select } from "../../src/discord/declare-routes.ts";

/** Where a panel's controls lead. A press names all that it needs, so that it works after a restart, too. */
export const settingRoutes = {
	page: select(),
	/** Sets a setting to a value. */
	put: button("key", "value"),
	/** Sets it to what is chosen, or to its default. */
	choose: select("key"),
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
export interface FoundView {
	readonly kind: "found";
	readonly key: SearchedKey;
	readonly query: string;
}

/** An entry of menus: back to the default. Nothing that can be chosen is called so. */
export const defaultEntry = "-";
