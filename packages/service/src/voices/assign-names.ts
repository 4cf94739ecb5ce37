import { type Cast, giveName } from "./cast.ts";
import { castAll, toVoice } from "./change-voices.ts";
import { type PrebuiltVoiceName, sexOf } from "./names.ts";
import { listLanguages } from "./read-voices.ts";
import { type Speaker, speaksLanguage, VoiceError } from "./voice.ts";
import type { VoiceRecord, VoicesFile } from "./voices-file.ts";

/** Finds "joe" or "libritts:12". @throws VoiceError when there is no such voice or speaker */
export const findSpeaker = (
	{ voices }: VoicesFile,
	told: string,
): { readonly voice: VoiceRecord; readonly speaker?: Speaker } => {
	const [, name = told, number] = /^(.*?)(?::(\d{1,6}))?$/.exec(told) ?? [];
	const voice = voices.find((one) => one.name.toLowerCase() === name.toLowerCase());
	if (!voice)
		throw new VoiceError(`There is no voice ${name}. npm run voices -- list shows those that there are.`);
	if (number === undefined) return { voice };
	const speaker = voice.speakers.find(({ id }) => id === Number(number));
	if (speaker) return { voice, speaker };
	const ids = voice.speakers.map(({ id }) => id);
	throw new VoiceError(
		`${voice.name} has no speaker ${number} to choose: there ${ids.length === 1 ? `is ${ids[0]}` : `are ${ids[0]} to ${ids.at(-1)}`}.`,
	);
};

/** @returns the spoken base languages */
const languagesOf = (voice: VoiceRecord, speaker: Speaker): readonly string[] =>
	listLanguages([{ languages: speaker.languages ?? voice.languages }]);

/**
 * Gives a name to a speaker, in one language or in all that the speaker speaks; the other names stay.
 *
 * @param told - the voice, or the voice and its speaker
 * @throws VoiceError
 */
export const assignName = (
	file: VoicesFile,
	name: PrebuiltVoiceName,
	told: string,
	language: string | undefined,
): { readonly file: VoicesFile; readonly languages: readonly string[]; readonly speaker: Speaker } => {
	const { voice, speaker: chosen } = findSpeaker(file, told);
	const mayBe = voice.speakers.filter(
		(one) => language === undefined || speaksLanguage(one.languages ?? voice.languages, language),
	);
	const speaker = chosen ?? mayBe.find(({ sex }) => sex === sexOf(name)) ?? mayBe[0];
	const languages = speaker
		? languagesOf(voice, speaker).filter((one) => language === undefined || one === language)
		: [];
	if (!speaker || languages.length === 0) throw new VoiceError(`${told} doesn't speak "${language}".`);
	const cast: Record<string, Cast> = { ...file.cast };
	for (const one of languages) {
		const before = cast[one] ?? {};
		cast[one] = { ...before, [name]: giveName(before, name, toVoice(voice), speaker) };
	}
	return { file: { ...file, cast: castAll(file.voices, cast) }, languages, speaker };
};

/** Reassigns all names, in one language or in all. @throws VoiceError */
export const resetNames = (file: VoicesFile, language: string | undefined): VoicesFile => {
	if (language !== undefined && !listLanguages(file.voices).includes(language))
		throw new VoiceError(`No voice speaks "${language}".`);
	const kept = Object.entries(file.cast).filter(([one]) => language !== undefined && one !== language);
	return { ...file, cast: castAll(file.voices, Object.fromEntries(kept)) };
};
