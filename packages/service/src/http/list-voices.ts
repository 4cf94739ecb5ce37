import { baseLanguage } from "@herald/common/wire/languages.ts";
import { type VoiceAnswer, type VoiceList, voiceListQuery } from "@herald/common/wire/voice-answers.ts";
import { prebuiltVoices, type SpokenVoices } from "@herald/common/wire/voices.ts";
import { refuseIssue } from "./read-request.ts";

/** The language of a list where none is asked for. */
const usualLanguage = "en";

/** @returns the names that somebody speaks for in a language, and who */
const listIn = (language: string, { languages, casts }: SpokenVoices): VoiceAnswer[] => {
	const cast = casts.get(languages.get(baseLanguage(language) ?? "") ?? "") ?? {};
	return prebuiltVoices.flatMap(({ name, character, sex = "female" }) => {
		const role = cast[name];
		if (!role) return [];
		return {
			id: name.toLowerCase(),
			type: "prebuilt",
			display_name: name,
			language_code: language,
			gender: sex,
			description: `${character}, spoken by ${role.voice}`,
		};
	});
};

/** @returns a page of the service's voices (docs/interface.md 13); @throws GatewayError for a query that can't be meant */
export const listVoices = (query: unknown, spoken: SpokenVoices): VoiceList => {
	const asked = voiceListQuery.safeParse(query);
	if (!asked.success) throw refuseIssue(asked.error);
	const { page_size: size, page_token: at, language_code: codes = [usualLanguage], gender } = asked.data;
	const all = codes
		.flatMap((code) => listIn(code, spoken))
		.filter((voice) => gender?.includes(voice.gender) ?? true);
	const next = at + size;
	return { voices: all.slice(at, next), ...(next < all.length && { next_page_token: String(next) }) };
};
