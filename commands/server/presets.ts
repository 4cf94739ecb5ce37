import { presetNameMax, presetsMax, withPreset } from "../../src/say/sound/presets.ts";
import { fold } from "../../src/say/sound/search-voices.ts";
import { soundSettings } from "../../src/settings/settings.ts";
import { inGuild } from "../../src/shared/party.ts";
import type { Preset } from "../../src/store/database.ts";
import { actionRow, labelled, stringSelect, textInput } from "../panel/components.ts";
import { describeBounds } from "../panel/describe-value.ts";
import { readGiven } from "../panel/read-given.ts";
import { describeInstead, describePreset, type PresetServices, readPreset } from "../read-preset.ts";
import { serverList } from "./list.ts";
import { serverRoutes } from "./routes.ts";

const named = { max_length: 100 };

const labelOf = ({ name, voice }: Preset): string => `${name} (${voice})`;

export const presets = serverList<Preset, PresetServices>({
	page: "presets",
	max: presetsMax.server,
	read: async (guildId, store) => (await store.presets.read(inGuild(guildId))).server,
	change: ({ guildId }, store, edit) => store.presets.change({ place: inGuild(guildId) }, edit),
	keyOf: ({ name }) => fold(name),
	describe: describePreset,
	label: labelOf,
	fields: (t) => [
		labelled(t("preset.name"), textInput("name", { max_length: presetNameMax, required: true })),
		labelled(t("setting.voice"), textInput("voice", { ...named, required: true }), t("setting.voice.search")),
		labelled(t("setting.style"), textInput("style", { max_length: soundSettings.style.max })),
		labelled(t("setting.language"), textInput("language", named), t("setting.language.search")),
		labelled(
			t("setting.speed"),
			textInput("speed", { max_length: 10 }),
			t("preset.speed", soundSettings.speed),
		),
	],
	take: async (interaction, services, t) => {
		const given = (field: string) => interaction.fields.getTextInputValue(field).trim() || undefined;
		const speed = readGiven("speed", given("speed") ?? "");
		if (speed === undefined) return t("panel.out_of_bounds", describeBounds("speed", t));
		const preset = await readPreset(
			interaction,
			undefined,
			{
				name: given("name"),
				voice: given("voice"),
				style: given("style"),
				language: given("language"),
				...(speed !== null && { speed: Number(speed) }),
			},
			services,
		);
		if (typeof preset === "string") return preset;
		const { server } = await services.store.presets.read(inGuild(interaction.guildId));
		return withPreset(server, preset).slice(-1);
	},
	inList: (entries, t) =>
		entries.length === 0
			? []
			: [
					actionRow(
						stringSelect(
							serverRoutes.prefix.to(),
							entries.map((preset) => ({ label: labelOf(preset), value: preset.name })),
							{ placeholder: t("preset.choose_prefix") },
						),
					),
				],
	afterwards: async (interaction, { removed = [] }, services) => {
		const instead = removed.map(({ name }) => describeInstead(interaction, "server", name, services));
		return (await Promise.all(instead)).flat();
	},
});
