import { type CacheType, MessageFlags, type RepliableInteraction } from "discord.js";
import { type APIComponentInContainer, ComponentType } from "discord-api-types/v10";
import {
	button,
	type declareRoutes,
	type Interactions,
	modal,
	select,
} from "../../src/discord/declare-routes.ts";
import { describeProblem } from "../../src/discord/describe-problem.ts";
import { textsOf } from "../../src/discord/place.ts";
import type { Hours } from "../../src/settings/quiet-hours.ts";
import { Problem } from "../../src/shared/problem.ts";
import type { Translate } from "../../src/texts/index.ts";
import type { Services } from "../services.ts";

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
	| { readonly kind: "voices"; readonly key: "voice" }
	/** Asks which of several meanings of what was typed is right. */
	| { readonly kind: "unclear"; readonly key: UnclearKey; readonly readings: readonly (Hours | number)[] };

/** The menu value that resets a setting. No choice has this name. */
export const defaultEntry = "-";

export type Press<C extends CacheType = "cached"> = Interactions<C>[keyof Interactions];

/** @returns the components that show a view of a panel; @param notice - the outcome of a press */
export type ShowPanel<V, C extends CacheType = CacheType> = (
	view: V,
	interaction: RepliableInteraction<C>,
	services: Services,
	notice?: string,
) => Promise<APIComponentInContainer[]>;

const asMessage = (components: APIComponentInContainer[]) =>
	({
		components: [{ type: ComponentType.Container, components }],
		flags: MessageFlags.IsComponentsV2,
	}) as const;

/** Answers a command with a panel that only the member sees. */
export const openPanel = async <V, C extends CacheType>(
	showPanel: ShowPanel<V, C>,
	view: V,
	interaction: RepliableInteraction<C>,
	services: Services,
): Promise<void> => {
	await interaction.deferReply({ flags: MessageFlags.Ephemeral });
	await interaction.editReply(asMessage(await showPanel(view, interaction, services)));
};

/** @returns a function that acts on a press, then shows the outcome in the panel: the change, or why it failed */
export const answerWith =
	<V, C extends CacheType = "cached">(showPanel: ShowPanel<V, C>) =>
	/** @param view - shown afterwards; @param act - returns the outcome as a sentence */
	async (
		interaction: Press<C>,
		services: Services,
		view: V,
		act: (t: Translate) => Promise<string | undefined> = async () => undefined,
	): Promise<void> => {
		const t = textsOf(interaction);
		await interaction.deferUpdate();
		const said = await act(t).catch((error: unknown) => {
			if (!(error instanceof Problem)) throw error;
			return describeProblem(error.detail, t);
		});
		await interaction.editReply(asMessage(await showPanel(view, interaction, services, said)));
	};

export type AnswerPress<V, C extends CacheType = "cached"> = ReturnType<typeof answerWith<V, C>>;

/** The Problem of a press on a panel of an earlier version, or with a value that no panel has. */
export const stale = (command: string) => new Problem({ kind: "stale", command });

/**
 * @returns the name that equals `given`; @throws Problem if no name does, as may be in a panel of an earlier version
 */
export const readName = <N extends string>(
	names: readonly N[],
	given: string | undefined,
	command: string,
): N => {
	const name = names.find((each) => each === given);
	if (name === undefined) throw stale(command);
	return name;
};
