import type { APIModalInteractionResponseCallbackData, APITextInputComponent } from "discord-api-types/v10";
import { panelSettings } from "../../src/settings/settings.ts";
import type { Translate } from "../../src/texts/index.ts";
import { clip, labelled, modalWith, textInput } from "./components.ts";
import type { ShownSetting } from "./controls.ts";
import { describeValue } from "./describe-value.ts";
import { boundsOf, scaleOf } from "./read-given.ts";
import type { SearchedKey, SettingRoutes } from "./routes.ts";

/** The `custom_id` of a modal's only field. */
export const givenField = "value";

const placeholderMax = 100;

/** @returns the modal that asks for a setting's value, or for what to search for where there are many */
export const askForValue = (
	{ key, chosen, fallback }: ShownSetting,
	routes: SettingRoutes,
	t: Translate,
): APIModalInteractionResponseCallbackData => {
	const setting = panelSettings[key];
	const name = t(`setting.${key}`);
	const placeholder = clip(fallback, placeholderMax);
	const ask = (label: string, input: Partial<APITextInputComponent>, hint: string) =>
		modalWith(routes.fill.to({ key }), name, [labelled(label, textInput(givenField, input), hint)]);
	if (setting.kind === "number") {
		const value = typeof chosen === "number" ? String(chosen / scaleOf(setting)) : "";
		const bounds = t("panel.bounds", { ...boundsOf(key), fallback });
		return ask(t(`unit.${setting.unit}`), { max_length: 20, placeholder, value }, bounds);
	}
	const emptyIsDefault = t("panel.empty_is_default", { fallback });
	if (setting.kind === "text") {
		const value = typeof chosen === "string" ? chosen : "";
		return ask(name, { max_length: setting.max, placeholder, value }, emptyIsDefault);
	}
	if (setting.kind === "hours") {
		const value = chosen === null ? "" : describeValue(key, chosen, t);
		const input = { max_length: 20, placeholder: "22:00–07:00", value };
		return ask(t("setting.quietHours.format"), input, emptyIsDefault);
	}
	return ask(t("panel.search"), { max_length: 100 }, t(`setting.${key as SearchedKey}.search`));
};
