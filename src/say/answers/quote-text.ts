import { cutText, cutWords, escapeText } from "../../discord/show-text.ts";
import { cleanCharacters } from "../../speech/text/speakable/characters.ts";
import { settleCode } from "../../speech/text/speakable/code.ts";
import type { SpeakableContext } from "../../speech/text/speakable/context.ts";
import { stripFormat } from "../../speech/text/speakable/format.ts";
import { settleLinks } from "../../speech/text/speakable/links.ts";
import { Pieces } from "../../speech/text/speakable/pieces.ts";
import {
	channelNamer,
	createTokenReader,
	readName,
	settleTokens,
	type Token,
} from "../../speech/text/speakable/tokens.ts";
import { findWords } from "../../speech/text/speakable/words.ts";

interface TextPart {
	readonly text: string;
	readonly hidden: boolean;
}

const spoiler = /\|\|([\s\S]+?)\|\|/g;
/** Marks that may decide which bars belong together. */
const otherMarks = /[`*_~\\[]|:\/\/|mailto:|tel:|^[^\S\n]*(?:[#>+-]|\d+\.)/m;

/**
 * Parts a text at its spoilers. Where other markup might give the bars another meaning, everything from the first to the
 * last of them is hidden: rather too much than too little.
 *
 * @returns the parts in order, without the bars
 */
const findSpoilers = (text: string): TextPart[] => {
	const found = [...text.matchAll(spoiler)].map(({ index, 0: all, 1: inner = "" }) => ({
		from: index,
		to: index + all.length,
		inner,
	}));
	const [first] = found;
	const last = text.lastIndexOf("||");
	if (first && otherMarks.test(text))
		found.splice(0, found.length, {
			from: first.from,
			to: last + 2,
			inner: text.slice(first.from + 2, last).replaceAll("||", " "),
		});
	const parts: TextPart[] = [];
	let end = 0;
	for (const { from, to, inner } of found) {
		parts.push({ text: text.slice(end, from), hidden: false }, { text: inner, hidden: true });
		end = to;
	}
	return [...parts, { text: text.slice(end), hidden: false }].filter((part) => part.text !== "");
};

/** Herald must not be a way around text moderation: only this much of a spoken text is shown. */
const quoteMaxCharacters = 100;
const authorMaxCharacters = 32;

/** The last second that Discord shows as a time. */
const lastSecond = 8_640_000_000_000;

/** Members are shown by name and aren't notified; channels and times are shown by Discord itself. */
const createReader = (context: SpeakableContext): ((token: Token) => string) => {
	const say = createTokenReader(context, findWords(context.locale));
	return (token) => {
		const { user, role, channel, emoji, time, style, command, all } = token;
		const name = user === undefined ? context.roles.get(role ?? "") : context.users.get(user);
		if (name !== undefined && readName(name, "") !== "") return `@${readName(name, "")}`;
		if (channel !== undefined && context.channels.has(channel)) return `<#${channel}>`;
		if (emoji !== undefined) return `:${emoji}:`;
		if (time !== undefined && Math.abs(Number(time)) <= lastSecond)
			return `<t:${time}${style === undefined ? "" : `:${style}`}>`;
		if (command !== undefined) return `/${command}`;
		return all === undefined ? say(token) : `@${all}`;
	};
};

/** @returns the words of a part in one line, without other markup */
const readPart = (text: string, context: SpeakableContext, read: (token: Token) => string): string => {
	const words = findWords(context.locale);
	const pieces = new Pieces();
	let plain = settleCode(cleanCharacters(text), pieces, words);
	plain = settleLinks(plain, pieces, words, channelNamer(context, ""));
	plain = settleTokens(plain, pieces, read);
	return pieces.putBack(stripFormat(plain)).replace(/\s+/g, " ");
};

/** @returns the parts cut to so many characters in all, the last of them with an ellipsis if something is missing */
const cutParts = (parts: readonly TextPart[], max: number): TextPart[] => {
	if (parts.reduce((sum, { text }) => sum + text.length, 0) <= max) return [...parts];
	const kept: TextPart[] = [];
	let left = max - 1;
	for (const { text, hidden } of parts) {
		if (text.length > left) return [...kept, { text: `${cutWords(text, left)}…`, hidden }];
		kept.push({ text, hidden });
		left -= text.length;
	}
	return kept;
};

/**
 * A member's words for an answer: one line of at most 100 characters, in which spoilers stay hidden, mentions are names
 * without notifications, and nothing else is rendered or linked.
 *
 * @param author - who wrote the words, if it wasn't who has them spoken
 */
export const quoteText = (text: string, context: SpeakableContext, author?: string): string => {
	const read = createReader(context);
	const parts = findSpoilers(text)
		.map((part) => ({ ...part, text: readPart(part.text, context, read) }))
		.map((part) => (part.hidden ? { ...part, text: part.text.trim() } : part))
		.filter((part) => part.text !== "");
	const [first] = parts;
	if (first) parts[0] = { ...first, text: first.text.trimStart() };
	const quote = cutParts(parts, quoteMaxCharacters)
		.map((part) => (part.hidden ? `||${escapeText(part.text)}||` : escapeText(part.text)))
		.join("")
		.trimEnd();
	if (author === undefined) return quote;
	const name = cutText(readName(author, findWords(context.locale).someone), authorMaxCharacters);
	return `**${escapeText(name)}:** ${quote}`;
};
