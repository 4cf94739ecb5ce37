import {
	type APIButtonComponentWithCustomId,
	type APIComponentInContainer,
	ComponentType,
	SelectMenuDefaultValueType,
} from "discord-api-types/v10";
import { actionRow, pressable } from "../../src/discord/buttons.ts";
import { choicesMax } from "../../src/discord/limits.ts";
import { nameLanguage } from "../../src/discord/show-text.ts";
import { describeVoice, voiceMenus } from "../../src/say/sound/describe-voice.ts";
import type { Languages } from "../../src/say/sound/languages.ts";
import { suggestPresets } from "../../src/say/sound/presets.ts";
import type { Voices } from "../../src/say/sound/voices.ts";
import type { Hours } from "../../src/settings/quiet-hours.ts";
import { type PanelKey, panelSettings } from "../../src/settings/settings.ts";
import { searchTimeZones } from "../../src/settings/time-zones.ts";
import type { Preset } from "../../src/store/database.ts";
import { sentences } from "../../src/texts/en.ts";
import type { Translate } from "../../src/texts/index.ts";
import { section, stringSelect, textDisplay } from "./components.ts";
import {
	type ChoicesView,
	defaultEntry,
	type SearchedKey,
	type SettingRoutes,
	type UnclearKey,
} from "./press.ts";
import { describeValue } from "./values.ts";

export interface ShownSetting {
	readonly key: PanelKey;
	/** The chosen value; null if nothing was chosen. */
	readonly chosen: unknown;
	/** The value that applies if nothing is chosen, in words. */
	readonly fallback: string;
	/** The value that applies now, in words. Only set if `chosen` alone doesn't show it. */
	readonly now?: string | undefined;
	/** For a voice: the name of the voice or preset that applies now. */
	readonly speaker?: string;
	/** Whether the setting's hint is left out. */
	readonly isPlain?: boolean;
}

type OptionalText = Extract<keyof typeof sentences, `setting.${string}.${"hint" | "default"}`>;

export const hasText = (key: string): key is OptionalText => Object.hasOwn(sentences, key);

export const describeSetting = ({ key, chosen, fallback, now }: ShownSetting, t: Translate): string => {
	const value =
		now ?? (chosen === null ? t("server.default", { value: fallback }) : describeValue(key, chosen, t));
	return t("panel.setting", { name: t(`setting.${key}`), value });
};

/** @returns a setting with its control: a button beside it, or a menu below it */
export const settingControls = (
	shown: ShownSetting,
	routes: SettingRoutes,
	t: Translate,
	roleExists: (id: string) => boolean = () => false,
): APIComponentInContainer[] => {
	const { key, chosen, fallback } = shown;
	const setting = panelSettings[key];
	const hint = `setting.${key}.hint`;
	const role = setting.kind === "role" && typeof chosen === "string" ? chosen : undefined;
	const isGone = role !== undefined && !roleExists(role);
	const said = [
		describeSetting(shown, t),
		...(isGone ? [`**${t("problem.role_deleted")}**`] : []),
		...(hasText(hint) && !shown.isPlain ? [`-# ${t(hint)}`] : []),
	].join("\n");
	if (setting.kind === "yesNo") {
		const isOn = chosen ?? setting.default;
		const turn = routes.put.to({ key, value: isOn ? "off" : "on" });
		return [section(said, pressable(turn, t(isOn ? "panel.turn_off" : "panel.turn_on")))];
	}
	if (setting.kind === "choice") {
		// The default has no entry of its own: the choice with the same name stands for it.
		const options = setting.choices.map((value) => {
			const label = describeValue(key, value, t);
			const isDefault = label === fallback;
			return {
				label: isDefault ? t("server.default", { value: label }) : label,
				value: isDefault ? defaultEntry : value,
				default: value === chosen || (isDefault && chosen === null),
			};
		});
		return [textDisplay(said), actionRow(stringSelect(routes.choose.to({ key }), options))];
	}
	if (setting.kind === "role") {
		return [
			textDisplay(said),
			actionRow({
				type: ComponentType.RoleSelect,
				custom_id: routes.choose.to({ key }),
				placeholder: fallback,
				min_values: 0,
				max_values: 1,
				...(role && !isGone && { default_values: [{ id: role, type: SelectMenuDefaultValueType.Role }] }),
			}),
		];
	}
	const change = setting.kind === "voice" ? routes.voices.to() : routes.ask.to({ key });
	return [section(said, pressable(change, t("panel.change")))];
};

interface Choosing {
	readonly shown: ShownSetting;
	readonly presets: readonly Preset[];
	readonly languages: Languages;
	readonly voices: Voices;
	readonly routes: SettingRoutes;
	/** The button that leads back to the setting. */
	readonly back: APIButtonComponentWithCustomId;
	readonly t: Translate;
}

/** @returns a view that helps with choosing the value of the `shown` setting */
export const showChoices = (view: ChoicesView, choosing: Choosing): APIComponentInContainer[] => {
	if (view.kind === "unclear") return showUnclear(view.key, view.readings, choosing);
	return view.kind === "voices" ? showVoices(choosing) : showFound(view.key, view.query, choosing);
};

/**
 * @returns menus of the shown voices with the current voice selected, a button for a sample of that voice, and a search
 * for the other voices
 */
const showVoices = ({ shown, voices, presets, routes, back, t }: Choosing): APIComponentInContainer[] => {
	const { speaker, chosen, now } = shown;
	const named = presets.slice(0, choicesMax).map(({ name, voice }) => ({
		label: `${name} (${voice})`,
		value: name,
		default: name === speaker,
	}));
	const isDefault = chosen === null && now === undefined;
	return [
		section(describeSetting(shown, t), pressable(routes.hear.to(), t("panel.hear"))),
		...voiceMenus(voices.shown, (menu) => routes.voice.to({ menu }), t, speaker),
		...(named.length > 0
			? [
					actionRow(
						stringSelect(routes.voice.to({ menu: "presets" }), named, { placeholder: t("page.presets") }),
					),
				]
			: []),
		actionRow(
			pressable(routes.ask.to({ key: "voice" }), t("panel.search_again")),
			...(isDefault
				? []
				: [pressable(routes.put.to({ key: "voice", value: "default" }), t("panel.use_default"))]),
			back,
		),
	];
};

/** @returns the choices that match the query, the best first */
const findChoices = (
	key: SearchedKey,
	query: string,
	{ presets, languages, voices, t }: Choosing,
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
const showFound = (key: SearchedKey, query: string, choosing: Choosing): APIComponentInContainer[] => {
	const { shown, languages, routes, back, t } = choosing;
	const direct = findChoices(key, query, choosing);
	// A member who searches voices for a language is shown all voices: each of the service's own speaks every language.
	const isLanguage = direct.length === 0 && key === "voice" && languages.suggest(query, t.locale).length > 0;
	const found = isLanguage ? findChoices(key, "", choosing) : direct;
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

const writeReading = (reading: Hours | number): string =>
	typeof reading === "number" ? String(reading) : `${reading.from}-${reading.to}`;

/** @returns a button for each meaning of what was typed, and a button for typing something else */
const showUnclear = (key: UnclearKey, readings: readonly (Hours | number)[], { routes, t }: Choosing) => {
	const choices = readings.map((reading) =>
		pressable(routes.put.to({ key, value: writeReading(reading) }), describeValue(key, reading, t)),
	);
	const change = pressable(routes.ask.to({ key }), t("panel.change"));
	return [textDisplay(t("panel.which")), actionRow(...choices, change)];
};
