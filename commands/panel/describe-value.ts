import { Recent } from "@herald/common/recent.ts";
import { nameLanguage, showText } from "../../src/discord/show-text.ts";
import type { Hours } from "../../src/settings/quiet-hours.ts";
import { type PanelKey, panelSettings } from "../../src/settings/settings.ts";
import type { SentenceKey } from "../../src/texts/en.ts";
import type { Translate } from "../../src/texts/index.ts";
import { scaleOf } from "./read-given.ts";

type PanelSettings = typeof panelSettings;

type ChoiceTextKey = {
	[K in PanelKey]: PanelSettings[K] extends {
		readonly kind: "choice";
		readonly choices: readonly (infer C)[];
	}
		? `${K}.${C & string}`
		: never;
}[PanelKey];

/** Checks that `src/texts` has all texts of settings: if one is missing, the type error below names it. */
type Missing<K extends never> = K;
type ChoiceText = ChoiceTextKey | Missing<Exclude<ChoiceTextKey | `setting.${PanelKey}`, SentenceKey>>;

const styleShown = 100;

const durations = new Recent<Intl.DurationFormat>(100);

/** @returns a duration in words: "10 minutes" */
const describeSeconds = (seconds: number, { locale }: Translate): string => {
	const format = durations.get(locale, () => new Intl.DurationFormat(locale, { style: "long" }));
	return format.format({
		hours: Math.floor(seconds / 3_600),
		minutes: Math.floor((seconds % 3_600) / 60),
		seconds: seconds % 60,
	});
};

const describeNumber = (
	unit: Extract<PanelSettings[PanelKey], { readonly kind: "number" }>["unit"],
	value: number,
	t: Translate,
): string => {
	if (unit === "seconds") return describeSeconds(value, t);
	if (unit === "milliseconds") return t("server.seconds", { seconds: value / 1_000 });
	if (unit === "characters") return t("server.characters", { max: value });
	if (unit === "decibels") return t("server.decibels", { decibels: value });
	return unit === "percent" ? t("panel.percent", { percent: value }) : t("server.speed", { speed: value });
};

/** @returns a number's bounds as members type them, in the unit that they type */
export const describeBounds = (
	key: PanelKey,
	t: Translate,
): { readonly min: string; readonly max: string } => {
	const setting = panelSettings[key];
	if (setting.kind !== "number") return { min: "", max: "" };
	const describe = (bound: number) =>
		setting.unit === "seconds"
			? describeSeconds(bound, t)
			: (bound / scaleOf(setting)).toLocaleString(t.locale);
	return { min: describe(setting.min), max: describe(setting.max) };
};

/** @returns a time in the format of US English: "10 pm", "7:30 am" */
const onTwelveHours = (minutes: number): string => {
	const hour = Math.floor(minutes / 60) % 24;
	const past = minutes % 60 === 0 ? "" : `:${String(minutes % 60).padStart(2, "0")}`;
	return `${hour % 12 || 12}${past} ${hour < 12 ? "am" : "pm"}`;
};

/** @returns hours in the member's format: "22:00–07:00", "10 pm – 7 am" */
export const describeHours = ({ from, to }: Hours, { clock }: Pick<Translate, "clock">): string =>
	clock === 12
		? [from, to].map(onTwelveHours).join(" – ")
		: [from, to]
				.map((minutes) =>
					[Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":"),
				)
				.join("–");

/** @returns a setting's value as Markdown for Discord */
export const describeValue = (key: PanelKey, value: unknown, t: Translate): string => {
	const setting = panelSettings[key];
	if (setting.kind === "yesNo") return t(value ? "panel.on" : "panel.off");
	if (setting.kind === "choice") return t(`${key}.${String(value)}` as ChoiceText);
	if (setting.kind === "number") return describeNumber(setting.unit, Number(value), t);
	if (setting.kind === "role") return `<@&${String(value)}>`;
	if (setting.kind === "language") return nameLanguage(String(value), t.locale);
	if (setting.kind === "hours") return describeHours(setting.schema.parse(value), t);
	return showText(String(value), styleShown);
};
