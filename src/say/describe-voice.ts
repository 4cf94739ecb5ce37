import type { Voice } from "@herald/common/wire/voices.ts";
import { listWords } from "../discord/join-words.ts";
import { type Translate, textLanguages, textsFor } from "../texts/index.ts";

/**
 * @returns what a voice is like, in a member's language: "firm", "female"; an operator's own voice in the operator's words
 */
const voiceWords = ({ character, sex, description }: Voice, t: Translate): string[] => [
	...(character ? [t(`voice.character.${character}`)] : []),
	...(description ? [description] : []),
	...(sex ? [t(`voice.sex.${sex}`)] : []),
];

/** @returns a voice as members read it: "Kore, firm, female" */
export const describeVoice = (voice: Voice, t: Translate): string =>
	listWords([voice.name, ...voiceWords(voice, t)], t);

const words = new Map<string, readonly string[]>();

/** @returns what a voice is like, in all of Herald's languages */
export const wordsInAllLanguages = ({ character, sex, description = "" }: Voice): readonly string[] => {
	const key = `${character} ${sex}`;
	const voice: Voice = { name: "", ...(character && { character }), ...(sex && { sex }) };
	const said = words.get(key) ?? textLanguages.flatMap((locale) => voiceWords(voice, textsFor(locale)));
	words.set(key, said);
	return [...said, ...description.split(/[^\p{L}\p{N}\p{M}_-]+/u).filter((word) => word !== "")];
};
