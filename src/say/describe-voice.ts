import type { Voice } from "@herald/common/wire/voices.ts";
import { listWords } from "../discord/join-words.ts";
import { type Translate, textLanguages, textsFor } from "../texts/index.ts";

/**
 * @returns what a voice is like, in a member's language: "firm", "female"; empty for a voice that the operator added
 */
const voiceWords = ({ character, sex }: Voice, t: Translate): string[] => [
	...(character ? [t(`voice.character.${character}`)] : []),
	...(sex ? [t(`voice.sex.${sex}`)] : []),
];

/** @returns a voice as members read it: "Kore, firm, female" */
export const describeVoice = (voice: Voice, t: Translate): string =>
	listWords([voice.name, ...voiceWords(voice, t)], t);

const words = new Map<string, readonly string[]>();

/** @returns what a voice is like, in all of Herald's languages */
export const wordsInAllLanguages = (voice: Voice): readonly string[] => {
	const known = words.get(voice.name);
	if (known) return known;
	const said = textLanguages.flatMap((locale) => voiceWords(voice, textsFor(locale)));
	words.set(voice.name, said);
	return said;
};
