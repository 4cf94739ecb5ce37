import type { CacheType } from "discord.js";
import type { RouteHandlers } from "../../src/discord/declare-routes.ts";
import { whoOf } from "../../src/discord/place.ts";
import { type PanelKey, panelSettings, type VoicePreferences } from "../../src/settings/settings.ts";
import { type Translate, textsFor } from "../../src/texts/index.ts";
import type { Services } from "../services.ts";
import { askForValue, givenField } from "./ask-value.ts";
import { describeSetting, type ShownSetting } from "./controls.ts";
import { type AnswerPress, type Press, stale } from "./press.ts";
import { boundsOf, readGiven } from "./read-given.ts";
import {
	defaultEntry,
	type FoundView,
	type SettingRoutes,
	searchedKeys,
	type settingRoutes,
} from "./routes.ts";

/** A panel with settings. */
interface SettingPanel<K extends PanelKey, V, C extends CacheType> {
	readonly routes: SettingRoutes;
	readonly answer: AnswerPress<V | FoundView, C>;
	/** @throws Problem when there is no such setting */
	readonly readKey: (name: string) => K;
	/** @returns what is shown after a setting was changed */
	readonly viewOf: (key: K) => V | FoundView;
	readonly show: (key: K, interaction: Press<C>, services: Services, t: Translate) => Promise<ShownSetting>;
	/** Changes a setting; null is its default. @returns why it can't be changed, in a sentence; @throws Problem */
	readonly save: (
		key: K,
		value: unknown,
		interaction: Press<C>,
		services: Services,
		t: Translate,
	) => Promise<string | undefined>;
}

/** @returns what changes the settings of a panel */
export const settingPresses = <K extends PanelKey, V, C extends CacheType = "cached">({
	routes,
	answer,
	readKey,
	viewOf,
	show,
	save,
}: SettingPanel<K, V, C>): Pick<
	RouteHandlers<typeof settingRoutes, Services, C>,
	"put" | "choose" | "ask" | "fill"
> => {
	const change = (key: K, value: unknown, interaction: Press<C>, services: Services) =>
		answer(interaction, services, viewOf(key), async (t) => {
			const refused = await save(key, value, interaction, services, t);
			if (refused !== undefined) return refused;
			return t("panel.saved", { setting: describeSetting(await show(key, interaction, services, t), t) });
		});
	return {
		put: (interaction, { key, value }, services) =>
			change(readKey(key), value === "on", interaction, services),

		choose: (interaction, { key }, services) => {
			const [chosen = defaultEntry] = interaction.values;
			return change(readKey(key), chosen === defaultEntry ? null : chosen, interaction, services);
		},

		ask: async (interaction, { key }, services) => {
			const t = textsFor(interaction.locale);
			const shown = await show(readKey(key), interaction, services, t);
			await interaction.showModal(askForValue(shown, routes, t));
		},

		fill: (interaction, values, services) => {
			const key = readKey(values.key);
			const given = interaction.fields.getTextInputValue(givenField);
			const searched = searchedKeys.find((each) => each === key);
			if (searched) return answer(interaction, services, { kind: "found", key: searched, query: given });
			const value = readGiven(key, given);
			if (value !== undefined) return change(key, value, interaction, services);
			return answer(interaction, services, viewOf(key), async (t) =>
				key === "quietHours" ? t("panel.bad_hours") : t("panel.out_of_bounds", boundsOf(key)),
			);
		},
	};
};

/**
 * @param value - null is the default
 * @param command - whose panel it is: a server's or a member's
 * @returns the settings that a value of one setting changes
 * @throws Problem when it can't be this setting's
 */
export const changeOf = async (
	key: PanelKey,
	value: unknown,
	command: "server" | "voice",
	interaction: Press<CacheType>,
	{ say }: Services,
): Promise<Partial<VoicePreferences>> => {
	if (key === "voice") {
		if (value === null) return { voice: null, preset: null };
		const choices = await say.readChoices(whoOf(interaction));
		return choices.pick(String(value), command === "server" ? "server" : "member");
	}
	const setting = panelSettings[key];
	// A value that is the default anyway stays the default.
	if (value === null || (setting.kind === "yesNo" && setting.default === value)) return { [key]: null };
	if (key === "language") return { language: say.languages.read(String(value), interaction.locale) };
	const read = setting.schema.safeParse(value);
	if (!read.success) throw stale(command);
	return { [key]: read.data };
};
