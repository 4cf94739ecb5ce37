import type { APIButtonComponentWithCustomId, APIComponentInContainer } from "discord-api-types/v10";
import { choicesMax } from "../../src/discord/limits.ts";
import { voiceMenus } from "../../src/say/sound/describe-voice.ts";
import type { Voices } from "../../src/say/sound/voices.ts";
import type { Preset } from "../../src/store/database.ts";
import type { Translate } from "../../src/texts/index.ts";
import { actionRow, pressable, section, stringSelect } from "./components.ts";
import { describeSetting, type ShownSetting } from "./controls.ts";
import type { SettingRoutes } from "./routes.ts";

/**
 * @returns menus of the shown voices with the current voice selected, a button for a sample of that voice, and a search
 * for the other voices
 */
export const showVoices = (
	shown: ShownSetting,
	voices: Voices,
	presets: readonly Preset[],
	routes: SettingRoutes,
	back: APIButtonComponentWithCustomId,
	t: Translate,
): APIComponentInContainer[] => {
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
