import { button, type declareRoutes, modal, select } from "../../src/discord/declare-routes.ts";
import type { Hours } from "../../src/settings/quiet-hours.ts";

/** The routes of a panel's controls. A `custom_id` holds all that its press needs, so it survives restarts. */
export const settingRoutes = {
	page: select(),
	/** Sets a setting to a value, or to its default. */
	put: button("key", "value"),
	/** Sets a setting to the chosen value, or to its default. */
	choose: select("key"),
	voices: button(),
	/** Sets the voice. `menu` tells the menus of one message apart: Discord wants their ids to differ. */
	voice: select("menu"),
	/** Answers with a sample of the voice that is set. */
	hear: button(),
	/** Opens the modal that asks for a value, or for words to search for. */
	ask: button("key"),
	fill: modal("key"),
	askReset: button("page"),
	resetPage: button("page"),
} as const;

export type SettingRoutes = ReturnType<typeof declareRoutes<typeof settingRoutes>>;

/** The settings with more choices than a menu holds, so that members search the choices. */
export const searchedKeys = ["voice", "language", "timeZone"] as const;
export type SearchedKey = (typeof searchedKeys)[number];

/** The settings whose typed value may have several meanings. */
export const unclearKeys = ["quietHours", "secondsPerDay", "aloneSeconds", "idleSeconds"] as const;
export type UnclearKey = (typeof unclearKeys)[number];

/** The views that help with choosing a value. */
export type ChoicesView =
	| { readonly kind: "found"; readonly key: SearchedKey; readonly query: string }
	| { readonly kind: "voices" }
	/** Asks which of several meanings of what was typed is right. */
	| { readonly kind: "unclear"; readonly key: UnclearKey; readonly readings: readonly (Hours | number)[] };

/** The menu value that resets a setting. No choice has this name. */
export const defaultEntry = "-";
