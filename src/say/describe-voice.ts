import type { Voice } from "@herald/common/wire/voices.ts";
import { listWords } from "../discord/join-words.ts";
import type { Translate } from "../texts/index.ts";

/**
 * @returns what a voice is like, in a member's language: "firm", "female"; empty for a voice that the operator added
 */
export const voiceWords = ({ character, sex }: Voice, t: Translate): string[] => [
	...(character ? [t(`voice.character.${character}`)] : []),
	...(sex ? [t(`voice.sex.${sex}`)] : []),
];

/** @returns a voice as members read it: "Kore, firm, female" */
export const describeVoice = (voice: Voice, t: Translate): string =>
	listWords([voice.name, ...voiceWords(voice, t)], t);
