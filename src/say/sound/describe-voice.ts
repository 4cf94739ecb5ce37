import { Recent } from "@herald/common/recent.ts";
import type { Voice } from "@herald/common/wire/voices.ts";
import {
	type APIActionRowComponent,
	type APIStringSelectComponent,
	ComponentType,
} from "discord-api-types/v10";
import { choicesMax } from "../../discord/limits.ts";
import { listWords, nameLanguage } from "../../discord/show-text.ts";
import { type Translate, textLanguages, textsFor } from "../../texts/index.ts";
import type { SayRequest } from "./request.ts";

/** The least difference that can be heard, in percent. */
const leastHeard = 2;

/**
 * @returns words for how a voice differs from the voice that it resembles. They include percentages, since several
 * voices may be higher than the same voice. Empty if the voice resembles no other
 */
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

/**
 * @returns what a prebuilt voice is like apart from its sex, such as "firm", or "like Puck, higher"; empty for others
 */
export const describeCharacter = (voice: Voice, t: Translate): string =>
	listWords([...characterWords(voice, t), ...likenessWords(voice, t)], t);

/**
 * @returns what a voice is like, in a member's language: "firm", "female". An operator's own voice has the operator's
 * words
 */
const voiceWords = (voice: Voice, t: Translate): string[] => [
	...characterWords(voice, t),
	...(voice.description ? [voice.description] : []),
	...(voice.sex ? [t(`voice.sex.${voice.sex}`)] : []),
	...likenessWords(voice, t),
];

/** @returns a voice for members to read: "Kore, firm, female" */
export const describeVoice = (voice: Voice, t: Translate): string =>
	listWords([voice.name, ...voiceWords(voice, t)], t);

const words = new Recent<readonly string[]>(500);
const splitWords = (text: string) => text.split(/[^\p{L}\p{N}\p{M}_-]+/u).filter((word) => word !== "");

/** @returns the word "deep" or "high" for a voice, to search by; none if it is neither, or if its pitch isn't known */
const pitchWords = ({ likeness, sex }: Voice, t: Translate): string[] => {
	if (likeness === undefined) return [];
	const pitch = likeness?.pitch ?? 0;
	// A woman's voice isn't called deep, even if it is lower than usual, nor a man's high.
	if (sex === "male" && pitch <= 0) return [t("voice.search.deep")];
	return sex === "female" && pitch >= 0 ? [t("voice.search.high")] : [];
};

const nameInAllLanguages = (tag: string): readonly string[] =>
	words.get(`in ${tag}`, () =>
		splitWords([tag, ...textLanguages.map((locale) => nameLanguage(tag, locale))].join(" ")),
	);

/**
 * @returns words for a voice in all of Herald's languages. They include its character, which `describeVoice` leaves out
 * if the voice has a `likeness`
 */
export const wordsInAllLanguages = (voice: Voice): readonly string[] => {
	const { character, sex, description = "", language, keywords = "" } = voice;
	const general: Voice = { name: "", ...(character && { character }), ...(sex && { sex }) };
	const said = words.get(`${character} ${sex}`, () =>
		textLanguages.flatMap((locale) => voiceWords(general, textsFor(locale))),
	);
	const likeness = textLanguages.flatMap((locale) => likenessWords(voice, textsFor(locale)));
	const pitch = textLanguages.flatMap((locale) => pitchWords(voice, textsFor(locale)));
	const more = splitWords([...likeness, ...pitch, description, keywords].join(" "));
	return [...said, ...(language === undefined ? [] : nameInAllLanguages(language)), ...new Set(more)];
};

/**
 * Makes a menu of the female voices, one of the male voices and one of the others, because a menu has at most 25
 * options. Voices beyond the 25th of a menu are left out.
 *
 * @param chosen - the voice that is shown as chosen
 * @param customId - returns the ID for the menu with a number; each must be unique in its message
 */
export const voiceMenus = (
	voices: readonly Voice[],
	customId: (menu: string) => string,
	t: Translate,
	chosen?: string,
): APIActionRowComponent<APIStringSelectComponent>[] => {
	const groups = (["female", "male", "other"] as const).map((sex) => ({
		placeholder: t(`voices.${sex}`),
		members: voices.filter((voice) => (voice.sex ?? "other") === sex).slice(0, choicesMax),
	}));
	return groups
		.filter(({ members }) => members.length > 0)
		.map(({ placeholder, members }, menu) => {
			const options = members.map((voice) => {
				const { name, description = describeCharacter(voice, t) } = voice;
				return { label: name, value: name, default: name === chosen, ...(description && { description }) };
			});
			const custom_id = customId(String(menu));
			const select = { type: ComponentType.StringSelect, custom_id, placeholder, options } as const;
			return { type: ComponentType.ActionRow, components: [select] };
		});
};

const shownMax = 4;

/** @returns names without duplicates, with an ellipsis for those beyond `shownMax` */
export const listSpeakers = (names: readonly string[]): string => {
	const all = [...new Set(names)];
	return `${all.slice(0, shownMax).join(", ")}${all.length > shownMax ? " …" : ""}`;
};

export const describeSpeakers = ({ turns, voice, speaker = voice }: SayRequest): string =>
	turns ? listSpeakers(turns.map((turn) => turn.speaker)) : speaker;

export const countSpeakers = ({ turns }: SayRequest): number =>
	turns ? new Set(turns.map((turn) => turn.speaker)).size : 1;
