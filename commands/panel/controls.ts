import type { CacheType } from "discord.js";
import {
	type APIButtonComponentWithCustomId,
	type APIComponentInContainer,
	type APITextInputComponent,
	ComponentType,
	SelectMenuDefaultValueType,
} from "discord-api-types/v10";
import { actionRow, pressable } from "../../src/discord/buttons.ts";
import type { RouteHandlers } from "../../src/discord/declare-routes.ts";
import { choicesMax } from "../../src/discord/limits.ts";
import { whoOf } from "../../src/discord/place.ts";
import { nameLanguage, shortenWords } from "../../src/discord/show-text.ts";
import { answerWithSample, chooseSample } from "../../src/say/answers/sample.ts";
import { describeVoice, voiceMenus } from "../../src/say/sound/describe-voice.ts";
import { suggestPresets } from "../../src/say/sound/presets.ts";
import type { SoundOffers } from "../../src/say/sound/sound-options.ts";
import type { Hours } from "../../src/settings/quiet-hours.ts";
import { type PanelKey, panelSettings, type VoicePreferences } from "../../src/settings/settings.ts";
import { searchTimeZones } from "../../src/settings/time-zones.ts";
import { sentences } from "../../src/texts/en.ts";
import type { Translate } from "../../src/texts/index.ts";
import type { Services } from "../services.ts";
import { labelled, modalWith, section, stringSelect, textDisplay, textInput } from "./components.ts";
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

const describeSetting = ({ key, chosen, fallback, now }: ShownSetting, t: Translate): string => {
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

interface Choosing extends SoundOffers {
	readonly shown: ShownSetting;
	readonly routes: SettingRoutes;
	/** The button that leads back to the setting. */
	readonly back: APIButtonComponentWithCustomId;
	readonly t: Translate;
}

/** @returns a view that helps with choosing the value of the `shown` setting */
export const showChoices = (view: ChoicesView, choosing: Choosing): APIComponentInContainer[] => {
	if (view.kind === "voices") return showVoices(choosing);
	if (view.kind === "found") return showFound(view.key, view.query, choosing);
	// A button for each meaning of what was typed, and one for typing something else.
	const { key, readings } = view;
	const { routes, t } = choosing;
	const choices = readings.map((reading) =>
		pressable(routes.put.to({ key, value: writeReading(reading) }), describeValue(key, reading, t)),
	);
	const change = pressable(routes.ask.to({ key }), t("panel.change"));
	return [textDisplay(t("panel.which")), actionRow(...choices, change)];
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
const findChoices = (key: SearchedKey, query: string, { presets, languages, voices, t }: Choosing) => {
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

export const settingPresses = <K extends PanelKey, V, C extends CacheType = "cached">(
	panel: SettingPanel<K, V, C>,
) => {
	const { command, routes, answer, readKey, viewOf, readHeard, show, save } = panel;
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
	} satisfies Partial<RouteHandlers<typeof settingRoutes, Services, C>>;
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
