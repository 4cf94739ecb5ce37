import { ApplicationCommandOptionType } from "discord-api-types/v10";
import { textsOf, whoOf } from "../src/discord/place.ts";
import { respondPrivately } from "../src/discord/respond.ts";
import { showText } from "../src/discord/show-text.ts";
import { acknowledge } from "../src/say/answers/pending-answers.ts";
import { isSameName, presetNameMax, presetsMax, withPreset } from "../src/say/sound/presets.ts";
import { languageOption, speedOption, styleOption, voiceOption } from "../src/say/sound/sound-options.ts";
import { prefixMax } from "../src/settings/settings.ts";
import type { Preset } from "../src/store/database.ts";
import { describeInstead, describePreset, readPreset } from "./read-preset.ts";
import { subcommand } from "./services.ts";

const options = {
	action: {
		type: ApplicationCommandOptionType.String,
		required: true,
		choices: ["add", "remove", "list"],
		texts: "list.action",
		choiceTexts: "action",
	},
	name: {
		type: ApplicationCommandOptionType.String,
		autocomplete: true,
		max_length: presetNameMax,
		texts: "preset.name",
	},
	voice: voiceOption,
	style: styleOption,
	language: languageOption,
	speed: speedOption,
	prefix: { type: ApplicationCommandOptionType.String, max_length: prefixMax, texts: "preset.prefix" },
} as const;

export const ownPresets = subcommand({
	options,
	async execute(interaction, { action, ...args }, services) {
		const t = textsOf(interaction);
		const answer = (sentence: string) => respondPrivately(interaction, sentence);
		const { presets } = services.store;
		const owner = whoOf(interaction);
		if (action === "list") {
			const { own } = await presets.read(owner.place, owner.userId);
			if (own.length === 0) return answer(t("preset.none.own"));
			return answer([t("preset.list.own"), ...own.map((each) => describePreset(each, t))].join("\n"));
		}
		if (action === "remove") {
			const { name } = args;
			if (name === undefined) return answer(t("preset.need_name"));
			let found = false;
			await presets.change(owner, (current) => {
				const rest = current.filter((preset) => !isSameName(preset.name, name));
				found = rest.length < current.length;
				return found ? rest : undefined;
			});
			const what = showText(name, presetNameMax);
			if (!found) return answer(t("list.missing", { what }));
			const instead = await describeInstead(interaction, "own", name, services);
			return answer([t("preset.removed", { what }), ...instead].join("\n"));
		}
		await acknowledge(interaction, services, { isPrivate: true });
		const preset = await readPreset(interaction, owner.userId, args, services);
		if (typeof preset === "string") return answer(preset);
		let added: Preset | undefined;
		await presets.change(owner, (current) => {
			const next = withPreset(current, preset);
			added = next.length <= presetsMax.own ? next.at(-1) : undefined;
			return added && next;
		});
		if (!added) return answer(t("preset.full", { max: presetsMax.own }));
		return answer(t("preset.added", { preset: describePreset(added, t), name: added.name }));
	},
});
