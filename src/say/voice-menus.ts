import type { Voice } from "@herald/common/wire/voices.ts";
import { ActionRowBuilder, StringSelectMenuBuilder } from "discord.js";
import { choiceMax, choicesMax, rowsMax } from "../discord/limits.ts";
import type { Translate } from "../texts/index.ts";

/**
 * Menus of all voices, split into female, male and others, since thirty don't fit into one.
 *
 * @param customId - for the menu with that number; each in a message must be unique
 */
export const voiceMenus = (
	voices: readonly Voice[],
	customId: (menu: string) => string,
	t: Translate,
): ActionRowBuilder<StringSelectMenuBuilder>[] => {
	const groups = (["female", "male", "other"] as const).flatMap((sex) => {
		const members = voices.filter((voice) => (voice.sex ?? "other") === sex);
		return Array.from({ length: Math.ceil(members.length / choicesMax) }, (_, page) => ({
			placeholder: t(`voices.${sex}`),
			members: members.slice(page * choicesMax, (page + 1) * choicesMax),
		}));
	});
	return groups.slice(0, rowsMax).map(({ placeholder, members }, menu) =>
		new ActionRowBuilder<StringSelectMenuBuilder>().addComponents(
			new StringSelectMenuBuilder()
				.setCustomId(customId(String(menu)))
				.setPlaceholder(placeholder)
				.addOptions(
					members.map(({ name, character }) => ({
						label: name.slice(0, choiceMax),
						value: name.slice(0, choiceMax),
						...(character && { description: t(`voice.character.${character}`) }),
					})),
				),
		),
	);
};
