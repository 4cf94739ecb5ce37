import type { RepliableInteraction } from "discord.js";
import { linkCommands } from "../../discord/command-links.ts";
import { nameLanguage } from "../../discord/name-language.ts";
import { managesHere, textsOf } from "../../discord/place.ts";
import type { Say, UnheardStyle } from "../say.ts";
import type { LostVoice, SoundChoices } from "../sound/sound-choices.ts";

/** @returns the preferred voices and presets that are no longer available, as far as a member can choose others */
export const findOwnLost = (
	{ lost }: Pick<SoundChoices, "lost">,
	interaction: RepliableInteraction,
): LostVoice[] => lost.filter(({ from }) => from !== "server" || managesHere(interaction));

/** @returns sentences about them, and about what is used instead of presets */
export const describeLost = (
	resolved: Pick<SoundChoices, "lost" | "speaker">,
	interaction: RepliableInteraction,
): string[] => {
	const t = textsOf(interaction);
	return findOwnLost(resolved, interaction).map(({ kind, from, name }) => {
		const whose = from === "server" ? "server" : "own";
		const told =
			kind === "voice"
				? t(`lost.${whose}`, { voice: name })
				: t(`lost.preset.${whose}`, { preset: name, voice: resolved.speaker });
		return linkCommands(told, interaction.client);
	});
};

/**
 * @param style - whether it isn't heard
 * @param leavesOut - whether words in another script may not be heard
 * @param styleFrom - who chose the style: who can't choose another isn't told that it isn't heard
 * @returns sentences about what isn't heard of a text and its style
 */
export const describeLeftOut = (
	style: UnheardStyle,
	leavesOut: boolean,
	styleFrom: NonNullable<SoundChoices["style"]>["from"] | undefined,
	interaction: RepliableInteraction,
): string[] => {
	const t = textsOf(interaction);
	const concerns = styleFrom !== "server" || managesHere(interaction);
	return [
		...(style === "service" && concerns ? [t("say.without_style")] : []),
		...(style === "own" && concerns ? [t("say.without_style.own")] : []),
		...(leavesOut ? [t("say.words_left_out")] : []),
	];
};

/** @returns a sentence for a member's text whose language no voice speaks, once a day */
export const describeUnspoken = (
	language: string | undefined,
	interaction: RepliableInteraction,
	say: Say,
): string[] => {
	if (language === undefined || !say.mayMentionUnspoken(interaction.user.id)) return [];
	const t = textsOf(interaction);
	return [t("say.language_unspoken", { language: nameLanguage(language, interaction.locale) })];
};
