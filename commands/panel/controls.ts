import {
	type APIComponentInContainer,
	ComponentType,
	SelectMenuDefaultValueType,
} from "discord-api-types/v10";
import { type PanelKey, panelSettings } from "../../src/settings/settings.ts";
import { sentences } from "../../src/texts/en.ts";
import type { Translate } from "../../src/texts/index.ts";
import { actionRow, pressable, section, stringSelect, textDisplay } from "./components.ts";
import { describeValue } from "./describe-value.ts";
import { defaultEntry, type SettingRoutes } from "./routes.ts";

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
