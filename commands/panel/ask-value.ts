import type { APIModalInteractionResponseCallbackData } from "discord-api-types/v10";
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
	const to = routes.fill.to({ key });
	const placeholder = clip(fallback, placeholderMax);
	if (setting.kind === "number") {
		const value = typeof chosen === "number" ? String(chosen / scaleOf(setting)) : "";
		const bounds = t("panel.bounds", { ...boundsOf(key), fallback });
		const input = textInput(givenField, { max_length: 20, placeholder, value });
		return modalWith(to, name, [labelled(t(`unit.${setting.unit}`), input, bounds)]);
	}
	if (setting.kind === "text") {
		const value = typeof chosen === "string" ? chosen : "";
		const input = textInput(givenField, { max_length: setting.max, placeholder, value });
		return modalWith(to, name, [labelled(name, input, t("panel.empty_is_default", { fallback }))]);
	}
	if (setting.kind === "hours") {
		const value = chosen === null ? "" : describeValue(key, chosen, t);
		const input = textInput(givenField, { max_length: 20, placeholder: "22:00–07:00", value });
		return modalWith(to, name, [
			labelled(t("setting.quietHours.format"), input, t("panel.empty_is_default", { fallback })),
		]);
	}
	return modalWith(to, name, [
		labelled(
			t("panel.search"),
			textInput(givenField, { max_length: 100 }),
			t(`setting.${key as SearchedKey}.search`),
		),
	]);
};
