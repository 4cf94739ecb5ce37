import { dropTags, settleTags } from "./delivery-tags.ts";
import { dropEmoji } from "./emoji/name-emoji.ts";
import { cleanCharacters, cutRuns, foldSpace } from "./speakable/characters.ts";
import { settleCode } from "./speakable/code.ts";
import type { SpeakableContext } from "./speakable/context.ts";
import { stripFormat } from "./speakable/format.ts";
import { settleLinks } from "./speakable/links.ts";
import { Pieces } from "./speakable/pieces.ts";
import { createTokenReader, settleTokens } from "./speakable/tokens.ts";
import { findWords, findWordsWithin } from "./speakable/words.ts";

const spoiler = /\|\|[\s\S]+?\|\|/g;

/**
 * Turns a Discord message into what a person would read out, in time linear in its length.
 *
 * @returns text without markup; line breaks are kept, other white space is folded, and delivery tags are marks
 * (`delivery-tags.ts`). It may have nothing left to speak: see {@link isSpeakable}
 */
export const makeSpeakable = (text: string, context: SpeakableContext): string => {
	const { language } = context;
	const words = language === undefined ? findWords(context.locale) : findWordsWithin(language);
	const pieces = new Pieces();
	// The order matters: code hides all other markup, and a spoiler hides its content, including links.
	let spoken = settleCode(cleanCharacters(text), pieces, words);
	spoken = spoken.replace(spoiler, () => pieces.say(words.spoiler));
	spoken = settleLinks(spoken, pieces, words);
	spoken = settleTokens(spoken, pieces, createTokenReader(context, words));
	if (context.tags !== false) spoken = settleTags(spoken, (mark) => pieces.keep(mark));
	spoken = pieces.putBack(stripFormat(spoken));
	if (context.rewrite) spoken = context.rewrite(foldSpace(spoken));
	if (context.readEmoji) spoken = context.readEmoji(spoken);
	return foldSpace(cutRuns(spoken));
};

const tokenOrAddress = /<(?:[@#:/]|a:|t:|id:)[^<>\n]{1,200}>|\b(?:https?|ftp):\/\/\S+/g;
/** BCP 47 for what is in no language: Herald has no words in it. */
const noLanguage = "zxx";

/**
 * @returns a text's own words, without those that Herald says for its markup: they are in a language that is only chosen
 * by these
 */
export const findWordsAlone = (text: string): string =>
	dropTags(
		makeSpeakable(text.replace(tokenOrAddress, " "), {
			users: new Map(),
			channels: new Map(),
			roles: new Map(),
			locale: noLanguage,
			language: noLanguage,
			readEmoji: dropEmoji,
		}),
	);

/** @returns whether a text has a letter or digit: without one, no service returns audio */
export const isSpeakable = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);
