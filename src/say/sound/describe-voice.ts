import { Recent } from "@herald/common/recent.ts";
import type { Voice } from "@herald/common/wire/voices.ts";
import { ActionRowBuilder, StringSelectMenuBuilder } from "discord.js";
import { listWords } from "../../discord/join-words.ts";
import { choicesMax } from "../../discord/limits.ts";
import { nameLanguage } from "../../discord/name-language.ts";
import { type Translate, textLanguages, textsFor } from "../../texts/index.ts";

/** The least difference that is heard, in percent. */
const leastHeard = 2;

/** Several differ in the same way from one: how much tells them apart. */
const likenessWords = ({ likeness }: Voice, t: Translate): string[] => {
	if (!likeness) return [];
	const { like, pitch, pace } = likeness;
	const tell = (change: number, more: "higher" | "faster", less: "lower" | "slower") =>
		Math.abs(change) < leastHeard
			? []
			: [t(`voice.heard.${change > 0 ? more : less}`, { percent: Math.abs(change) })];
	return [
		t("voice.heard.like", { voice: like }),
		...tell(pitch, "higher", "lower"),
		...tell(pace, "faster", "slower"),
	];
};

const characterWords = ({ character, likeness }: Voice, t: Translate): string[] =>
	character && likeness === undefined ? [t(`voice.character.${character}`)] : [];

/** @returns what a prebuilt voice is like beside its sex, such as "firm", or "like Puck, higher"; empty for the others */
export const describeCharacter = (voice: Voice, t: Translate): string =>
	listWords([...characterWords(voice, t), ...likenessWords(voice, t)], t);

/**
 * @returns what a voice is like, in a member's language: "firm", "female"; an operator's own voice in the operator's words
 */
const voiceWords = (voice: Voice, t: Translate): string[] => [
	...characterWords(voice, t),
	...(voice.description ? [voice.description] : []),
	...(voice.sex ? [t(`voice.sex.${voice.sex}`)] : []),
	...likenessWords(voice, t),
];

/** @returns a voice as members read it: "Kore, firm, female" */
export const describeVoice = (voice: Voice, t: Translate): string =>
	listWords([voice.name, ...voiceWords(voice, t)], t);

const words = new Recent<readonly string[]>(500);
const splitWords = (text: string): string[] =>
	text.split(/[^\p{L}\p{N}\p{M}_-]+/u).filter((word) => word !== "");

/** @returns what a language is called in all of Herald's languages */
const nameInAllLanguages = (tag: string): readonly string[] =>
	words.get(`in ${tag}`, () =>
		splitWords([tag, ...textLanguages.map((locale) => nameLanguage(tag, locale))].join(" ")),
	);

/** @returns what a voice is like, in all of Herald's languages; its character, too, where it isn't said of it */
export const wordsInAllLanguages = (voice: Voice): readonly string[] => {
	const { character, sex, description = "", language, keywords = "" } = voice;
	const general: Voice = { name: "", ...(character && { character }), ...(sex && { sex }) };
	const said = words.get(`${character} ${sex}`, () =>
		textLanguages.flatMap((locale) => voiceWords(general, textsFor(locale))),
	);
	const likeness = textLanguages.flatMap((locale) => likenessWords(voice, textsFor(locale)));
	const more = splitWords([...likeness, description, keywords].join(" "));
	return [...said, ...(language === undefined ? [] : nameInAllLanguages(language)), ...new Set(more)];
};

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
