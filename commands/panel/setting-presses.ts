import type { CacheType } from "discord.js";
import type { APITextInputComponent } from "discord-api-types/v10";
import type { RouteHandlers } from "../../src/discord/declare-routes.ts";
import { whoOf } from "../../src/discord/place.ts";
import { shortenWords } from "../../src/discord/show-text.ts";
import { answerWithSample, chooseSample } from "../../src/say/answers/sample.ts";
import { type PanelKey, panelSettings, type VoicePreferences } from "../../src/settings/settings.ts";
import type { Translate } from "../../src/texts/index.ts";
import type { Services } from "../services.ts";
import { labelled, modalWith, textInput } from "./components.ts";
import { describeSetting, type ShownSetting } from "./controls.ts";
import {
	type AnswerPress,
	type ChoicesView,
	defaultEntry,
	type Press,
	type SearchedKey,
	type SettingRoutes,
	searchedKeys,
	type settingRoutes,
	stale,
	unclearKeys,
} from "./press.ts";
import { describeBounds, describeHours, describeValue, readGiven, readUnclear, scaleOf } from "./values.ts";

/** The `custom_id` of a modal's only field. */
const givenField = "value";

const placeholderMax = 100;

/** The quiet hours that examples show, in minutes after midnight. */
const night = { from: 22 * 60, to: 7 * 60 };

/** @returns the modal that asks for a setting's value, or for words to search its choices for */
const askForValue = ({ key, chosen, fallback }: ShownSetting, routes: SettingRoutes, t: Translate) => {
	const setting = panelSettings[key];
	const name = t(`setting.${key}`);
	const placeholder = shortenWords(fallback, placeholderMax);
	const ask = (label: string, input: Partial<APITextInputComponent>, hint: string) =>
		modalWith(routes.fill.to({ key }), name, [labelled(label, textInput(givenField, input), hint)]);
	if (setting.kind === "number") {
		const sign = setting.unit === "seconds" ? " s" : "";
		const value = typeof chosen === "number" ? `${chosen / scaleOf(setting)}${sign}` : "";
		const bounds = t("panel.bounds", { ...describeBounds(key, t), fallback });
		return ask(t(`unit.${setting.unit}`), { max_length: 20, placeholder, value }, bounds);
	}
	const emptyIsDefault = t("panel.empty_is_default", { fallback });
	if (setting.kind === "text") {
		const value = typeof chosen === "string" ? chosen : "";
		return ask(name, { max_length: setting.max, placeholder, value }, emptyIsDefault);
	}
	if (setting.kind === "hours") {
		const value = chosen === null ? "" : describeValue(key, chosen, t);
		const input = { max_length: 20, placeholder: describeHours(night, t), value };
		return ask(t("setting.quietHours.format"), input, emptyIsDefault);
	}
	return ask(t("panel.search"), { max_length: 100 }, t(`setting.${key as SearchedKey}.search`));
};

/** @returns the value in a button's `custom_id` */
const readPut = (key: PanelKey, value: string): unknown => {
	const { kind } = panelSettings[key];
	if (kind === "number") return Number(value);
	if (kind !== "hours") return value === "on";
	const [from, to] = value.split("-").map(Number);
	return { from, to };
};

/** @returns whether a setting's value, or a search for it, is typed into a modal */
const isTyped = (key: PanelKey): boolean =>
	["number", "text", "hours"].includes(panelSettings[key].kind) || searchedKeys.some((each) => each === key);

interface SettingPanel<K extends PanelKey, V, C extends CacheType> {
	readonly command: "server" | "voice";
	readonly routes: SettingRoutes;
	readonly answer: AnswerPress<V | ChoicesView, C>;
	/** @throws Problem if there is no such setting */
	readonly readKey: (name: string) => K;
	/** @returns the view after a change of this setting */
	readonly viewOf: (key: K) => V | ChoicesView;
	/**
	 * @returns the settings of a sample that replace those of the member who presses; empty if the sample is of that
	 * member's voice
	 */
	readonly readHeard: (interaction: Press<C>, services: Services) => Promise<Partial<VoicePreferences>>;
	readonly show: (key: K, interaction: Press<C>, services: Services, t: Translate) => Promise<ShownSetting>;
	/**
	 * Changes a setting; null resets it.
	 *
	 * @returns why it can't be changed, as a sentence; undefined if it was changed
	 * @throws Problem
	 */
	readonly save: (
		key: K,
		value: unknown,
		interaction: Press<C>,
		services: Services,
		t: Translate,
	) => Promise<string | undefined>;
}

export const settingPresses = <K extends PanelKey, V, C extends CacheType = "cached">({
	command,
	routes,
	answer,
	readKey,
	viewOf,
	readHeard,
	show,
	save,
}: SettingPanel<K, V, C>): Pick<
	RouteHandlers<typeof settingRoutes, Services, C>,
	"put" | "choose" | "voices" | "voice" | "hear" | "ask" | "fill"
> => {
	const voices: ChoicesView = { kind: "voices", key: "voice" };
	const change = (
		key: K,
		value: unknown,
		interaction: Press<C>,
		services: Services,
		view: V | ChoicesView = viewOf(key),
	) =>
		answer(interaction, services, view, async (t) => {
			const refused = await save(key, value, interaction, services, t);
			if (refused !== undefined) return refused;
			return t("panel.saved", { setting: describeSetting(await show(key, interaction, services, t), t) });
		});
	const readTyped = (name: string): K => {
		const key = readKey(name);
		if (!isTyped(key)) throw stale(command);
		return key;
	};
	return {
		put: (interaction, { key, value }, services) =>
			key === "voice"
				? change(readKey(key), null, interaction, services, voices)
				: change(readKey(key), readPut(readKey(key), value), interaction, services),

		voices: (interaction, _, services) => answer(interaction, services, voices),

		voice: (interaction, _, services) =>
			change(readKey("voice"), interaction.values[0] ?? null, interaction, services, voices),

		hear: async (interaction, _, services) => {
			const sample = await chooseSample(interaction, services.say, await readHeard(interaction, services));
			await answerWithSample(interaction, sample, services, { isChosen: true });
		},

		choose: (interaction, { key }, services) => {
			const [chosen = defaultEntry] = interaction.values;
			return change(readKey(key), chosen === defaultEntry ? null : chosen, interaction, services);
		},

		ask: async (interaction, { key }, services, t) => {
			const shown = await show(readTyped(key), interaction, services, t);
			await interaction.showModal(askForValue(shown, routes, t));
		},

		fill: (interaction, values, services, t) => {
			const key = readTyped(values.key);
			const given = interaction.fields.getTextInputValue(givenField);
			const searched = searchedKeys.find((each) => each === key);
			if (searched) return answer(interaction, services, { kind: "found", key: searched, query: given });
			const unclear = unclearKeys.find((each) => each === key);
			const readings = unclear ? readUnclear(unclear, given, t) : [];
			if (unclear && readings.length > 0)
				return answer(interaction, services, { kind: "unclear", key: unclear, readings });
			const value = readGiven(key, given);
			if (value !== undefined) return change(key, value, interaction, services);
			return answer(interaction, services, viewOf(key), async (t) =>
				key === "quietHours"
					? t("panel.bad_hours", { example: describeHours(night, t) })
					: t("panel.out_of_bounds", describeBounds(key, t)),
			);
		},
	};
};

/**
 * @param value - null resets the setting
 * @param command - whose panel it is: a server's or a member's
 * @returns what changes in the stored settings; a panel's `voice` is stored as a voice and a preset
 * @throws Problem if the value isn't valid for this setting
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
	// Choosing the default is stored as no choice, so that a later default applies.
	if (value === null || (setting.kind === "yesNo" && setting.default === value)) return { [key]: null };
	if (key === "language") return { language: say.languages.read(String(value), interaction.locale) };
	const read = setting.schema.safeParse(value);
	if (!read.success) throw stale(command);
	return { [key]: read.data };
};
