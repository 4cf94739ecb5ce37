import type { APIModalInteractionResponseCallbackData } from "discord-api-types/v10";
import { cleanStyle, roundSpeed } from "../../src/say/sound-options.ts";
import { guildSettings, type PanelKey } from "../../src/settings/settings.ts";
import type { Translate } from "../../src/texts/index.ts";
import { clip, labelled, modalWith, textInput } from "./components.ts";
import type { ShownSetting } from "./controls.ts";
import type { SettingRoutes } from "./routes.ts";

/** The `custom_id` of a modal's only field. */
export const givenField = "value";

const msPerSecond = 1_000;
const placeholderMax = 100;

/** What a number is given in: of milliseconds, seconds. */
const scaleOf = ({ unit }: { readonly unit: string }): number => (unit === "milliseconds" ? msPerSecond : 1);

/** @returns the least and the most of a number, in what it is given in */
export const boundsOf = (key: PanelKey): { readonly min: number; readonly max: number } => {
	const setting = guildSettings[key];
	if (setting.kind !== "number") return { min: 0, max: 0 };
	const scale = scaleOf(setting);
	return { min: setting.min / scale, max: setting.max / scale };
};

/** @returns the modal that asks for a setting's value, or for what to search for where there are many */
export const askForValue = (
	{ key, chosen, fallback }: ShownSetting,
	routes: SettingRoutes,
	t: Translate,
): APIModalInteractionResponseCallbackData => {
	const setting = guildSettings[key];
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
	return modalWith(to, name, [
		labelled(
			t("panel.search"),
			textInput(givenField, { max_length: 100 }),
			t(`setting.${key}.search` as "setting.voice.search"),
		),
	]);
};

/** Minutes and seconds, or hours, too: "1:30", "1:00:00". */
const clock = /^(?:(\d{1,2}):)?(\d{1,3}):(\d{2})$/;

/** @returns a number as it was typed, with its unit's sign or without */
const readNumber = (given: string): number => {
	const [, hours = "0", minutes, seconds] = clock.exec(given) ?? [];
	if (minutes !== undefined) return (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
	const [, number] = /^([-+]?\d+(?:[.,]\d+)?)\s*(?:s|%|db|[x×])?$/i.exec(given) ?? [];
	return Number(number?.replace(",", "."));
};

/** @returns the value that was given; null for none, undefined for what can't be one */
export const readGiven = (key: PanelKey, given: string): unknown => {
	const setting = guildSettings[key];
	const typed = given.normalize("NFKC").replace("\u2212", "-").trim();
	if (typed === "") return null;
	if (setting.kind === "text") return cleanStyle(given)?.slice(0, setting.max) ?? null;
	if (setting.kind !== "number") return undefined;
	const number = readNumber(typed) * scaleOf(setting);
	const read = setting.schema.safeParse(setting.unit === "times" ? roundSpeed(number) : Math.round(number));
	return read.success ? read.data : undefined;
};
