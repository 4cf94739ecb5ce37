import type { Voice } from "@herald/common/wire/voices.ts";
import { ActionRowBuilder, StringSelectMenuBuilder } from "discord.js";
import { choicesMax } from "../../discord/limits.ts";
import type { Translate } from "../../texts/index.ts";
import { describeCharacter } from "./describe-voice.ts";

/**
 * Menus of all voices, split into female, male and others, since thirty don't fit into one: at most 25 of each.
 *
 * @param chosen - the one that is shown as chosen
 * @param customId - for the menu with that number; each in a message must be unique
 */
export const voiceMenus = (
	voices: readonly Voice[],
	customId: (menu: string) => string,
	t: Translate,
	chosen?: string,
): ActionRowBuilder<StringSelectMenuBuilder>[] => {
	const groups = (["female", "male", "other"] as const).map((sex) => ({
		placeholder: t(`voices.${sex}`),
		members: voices.filter((voice) => (voice.sex ?? "other") === sex).slice(0, choicesMax),
	}));
	return groups
		.filter(({ members }) => members.length > 0)
		.map(({ placeholder, members }, menu) =>
			new ActionRowBuilder<StringSelectMenuBuilder>().addComponents(
				new StringSelectMenuBuilder()
					.setCustomId(customId(String(menu)))
					.setPlaceholder(placeholder)
					.addOptions(
						members.map((voice) => {
							const { name, description = describeCharacter(voice, t) } = voice;
							return {
								label: name,
								value: name,
								default: name === chosen,
								...(description && { description }),
							};
						}),
					),
			),
		);
};
