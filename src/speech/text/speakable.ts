import { decodeHTMLStrict } from "entities/decode";
import { dropTags, settleTags } from "./delivery-tags.ts";
import { dropEmoji, nameCustomEmoji } from "./emoji/name-emoji.ts";
import { cleanCharacters, cutRuns, foldSpace, replaceFaces, sayIdentifiers } from "./speakable/characters.ts";
import type { SpeakableContext } from "./speakable/context.ts";
import { foldLetters } from "./speakable/letters.ts";
import { Pieces, readTables, stripFormat } from "./speakable/pieces.ts";
import {
	channelNamer,
	createTokenReader,
	settleCode,
	settleLinks,
	settleTokens,
} from "./speakable/tokens.ts";
import { findWords, findWordsWithin } from "./speakable/words.ts";

const spoiler = /\|\|[\s\S]+?\|\|/g;

/** Names the emoji of a text that has nothing else. If it has words, the context decides what happens to its emoji. */
const settleEmoji = (text: string, { emoji = "service", nameEmoji = nameCustomEmoji }: SpeakableContext) => {
	const words = dropEmoji(text);
	if (emoji === "names" || !isSpeakable(words)) return nameEmoji(text);
	return emoji === "leave-out" ? words : nameCustomEmoji(text);
};

/**
 * Turns a Discord message into what a person would read out, in time linear in its length.
 *
 * @returns text without markup. Line breaks are kept, other white space is folded, and delivery tags are marks
 * (`delivery-tags.ts`). There may be nothing to speak, see {@link isSpeakable}
 */
export const makeSpeakable = (text: string, context: SpeakableContext): string => {
	const { language } = context;
	const words = language === undefined ? findWords(context.locale) : findWordsWithin(language);
	const pieces = new Pieces();
	const keep = (characters: string) => pieces.keep(characters);
	// The order matters: faces use all kinds of markup characters, code hides any other markup, and a spoiler hides its
	// content, including links.
	let spoken = replaceFaces(cleanCharacters(decodeHTMLStrict(text)), keep);
	spoken = settleCode(spoken, pieces, words);
	spoken = spoken.replace(spoiler, () => pieces.say(words.spoiler));
	spoken = settleLinks(spoken, pieces, words, channelNamer(context, ""));
	spoken = settleTokens(spoken, pieces, createTokenReader(context, words));
	if (context.tags !== false) spoken = settleTags(spoken, keep);
	spoken = pieces.putBack(stripFormat(readTables(spoken)));
	// A dictionary may have words for what would be left out, such as a face.
	if (context.rewrite) spoken = context.rewrite(foldSpace(spoken));
	spoken = replaceFaces(spoken, (_, name) => (name === undefined ? " " : ` ${words[name]} `));
	spoken = settleEmoji(foldLetters(spoken), context);
	return foldSpace(cutRuns(sayIdentifiers(spoken, words.code)));
};

const tokenOrAddress = /<(?:[@#:/]|a:|t:|id:|sound:)[^<>\n]{1,200}>|\b(?:https?|ftp):\/\/\S+/g;
/** BCP 47 for "no linguistic content". Herald has no words of its own in it. */
const noLanguage = "zxx";

/**
 * @returns a text's own words, without words that Herald would add for its markup. The language is chosen by these
 * words, and Herald's own words depend on that choice
 */
export const findWordsAlone = (text: string): string =>
	dropTags(
		makeSpeakable(text.replace(tokenOrAddress, " "), {
			users: new Map(),
			channels: new Map(),
			roles: new Map(),
			locale: noLanguage,
			language: noLanguage,
			nameEmoji: dropEmoji,
			emoji: "leave-out",
		}),
	);

/** @returns whether a text has a letter or digit. Without one, no service returns audio */
export const isSpeakable = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);
