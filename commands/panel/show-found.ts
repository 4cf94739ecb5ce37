import type { APIButtonComponentWithCustomId, APIComponentInContainer } from "discord-api-types/v10";
import { choicesMax } from "../../src/discord/limits.ts";
import { nameLanguage } from "../../src/discord/show-text.ts";
import { describeVoice } from "../../src/say/sound/describe-voice.ts";
import type { Languages } from "../../src/say/sound/languages.ts";
import { suggestPresets } from "../../src/say/sound/presets.ts";
import type { Voices } from "../../src/say/sound/voices.ts";
import { searchTimeZones } from "../../src/settings/time-zones.ts";
import type { Preset } from "../../src/store/database.ts";
import type { Translate } from "../../src/texts/index.ts";
import { actionRow, pressable, stringSelect, textDisplay } from "./components.ts";
import { describeSetting, type ShownSetting } from "./controls.ts";
import { defaultEntry, type SearchedKey, type SettingRoutes } from "./routes.ts";

/** A search for choices of a setting, with the presets, languages and voices that are searched. */
export interface Search {
	readonly key: SearchedKey;
	readonly query: string;
	readonly presets: readonly Preset[];
	readonly languages: Languages;
	readonly voices: Voices;
}

/** @returns the choices that match the query, the best first */
const findChoices = (
	{ key, query, presets, languages, voices }: Search,
	t: Translate,
): { readonly value: string; readonly label: string; readonly description?: string }[] => {
	if (key === "language")
		return languages
			.suggest(query, t.locale)
			.map((value) => ({ value, label: nameLanguage(value, t.locale) }));
	if (key === "timeZone")
		return searchTimeZones(query, t.locale).map(({ id, name }) => ({
			value: id,
			label: name,
			description: id,
		}));
	const named = suggestPresets(query, presets, choicesMax);
	return [
		...named.map(({ name, voice }) => ({ value: name, label: `${name} (${voice})` })),
		...voices
			.suggest(query)
			.filter(({ name }) => named.every((preset) => preset.name !== name))
			.map((voice) => ({ value: voice.name, label: describeVoice(voice, t) })),
	];
};

/** @returns the setting with a menu of its default and the best matches */
export const showFound = (
	search: Search,
	shown: ShownSetting,
	routes: SettingRoutes,
	back: APIButtonComponentWithCustomId,
	t: Translate,
): APIComponentInContainer[] => {
	const { key } = search;
	const direct = findChoices(search, t);
	// A member who searches voices for a language is shown all voices: each of the service's own speaks every language.
	const isLanguage =
		direct.length === 0 && key === "voice" && search.languages.suggest(search.query, t.locale).length > 0;
	const found = isLanguage ? findChoices({ ...search, query: "" }, t) : direct;
	const current = shown.now === undefined ? shown.chosen : shown.speaker;
	const options = [
		{ value: defaultEntry, label: t("panel.default", { value: shown.fallback }) },
		...found.map((choice) => ({ ...choice, default: choice.value === current })),
	];
	return [
		textDisplay(
			[
				describeSetting(shown, t),
				...(found.length === 0 ? [t("panel.none_found")] : []),
				...(isLanguage ? [t("panel.all_speak")] : []),
			].join("\n"),
		),
		actionRow(
			stringSelect(routes.choose.to({ key }), options.slice(0, choicesMax), {
				placeholder: t("panel.found", { count: Math.min(found.length, choicesMax - 1) }),
			}),
		),
		actionRow(pressable(routes.ask.to({ key }), t("panel.search_again")), back),
	];
};
