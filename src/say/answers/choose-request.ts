import type { RepliableInteraction } from "discord.js";
import { managesHere, textsOf, whoOf } from "../../discord/place.ts";
import { cutText, cutWords, escapeText, linkCommands, nameLanguage } from "../../discord/show-text.ts";
import type { VoicePreferences } from "../../settings/settings.ts";
import { cleanCharacters } from "../../speech/text/speakable/characters.ts";
import { Pieces, stripFormat } from "../../speech/text/speakable/pieces.ts";
import { findWords } from "../../speech/text/speakable/words.ts";
import {
	channelNamer,
	createTokenReader,
	readName,
	type SpeakableContext,
	settleCode,
	settleLinks,
	settleTokens,
	type Token,
} from "../../speech/text/speakable.ts";
import type { Say, UnheardStyle } from "../say.ts";
import type { LostVoice, SayRequest, SoundChoices, WrittenText } from "../sound/request.ts";

/**
 * Decides how a text is spoken for the member who asked.
 *
 * @param option - the command's own options
 * @returns `notes`: sentences at the end of the answer, such as that a preferred voice is no longer available; `lost`:
 * the lost voices and presets that the notes mention. Once the answer has shown the notes, these presets are unset
 * @throws Problem `unknown_voice` if the command names an unknown voice, `unread_script` if no voice can read the text
 */
export const chooseRequest = async (
	interaction: RepliableInteraction,
	text: WrittenText,
	say: Say,
	option: Partial<VoicePreferences> = {},
): Promise<{ request: SayRequest; notes: string[]; lost: LostVoice[] }> => {
	const { written, author, isFleeting, authorId, messageId } = text;
	const who = { ...whoOf(interaction), locale: interaction.locale };
	const { context, sound, spoken, unheard, leavesOut, unspoken } = await say.write(who, text, option);
	const { voice, speaker, style, speed, delivery } = sound;
	return {
		request: {
			written,
			quote: quoteText(written, context, author),
			...spoken,
			...(isFleeting && { isFleeting }),
			...(authorId !== undefined && { authorId }),
			...(messageId !== undefined && { messageId }),
			voice: voice.value,
			speaker,
			style: unheard === "nothing" ? style?.value : undefined,
			speed: speed.value,
			delivery: delivery.value,
		},
		notes: [
			...describeLost(sound, interaction),
			...describeLeftOut(unheard, leavesOut, style?.from, interaction),
			...describeUnspoken(unspoken, interaction, say),
		],
		lost: findOwnLost(sound, interaction),
	};
};

/** @returns the lost preferred voices and presets that the member may replace */
const findOwnLost = ({ lost }: Pick<SoundChoices, "lost">, interaction: RepliableInteraction): LostVoice[] =>
	lost.filter(({ from }) => from !== "server" || managesHere(interaction));

/**
 * @returns sentences about the lost voices and presets that the member may replace, and about what is used instead of
 * the presets
 */
export const describeLost = (
	resolved: Pick<SoundChoices, "lost" | "speaker">,
	interaction: RepliableInteraction,
): string[] => {
	const t = textsOf(interaction);
	return findOwnLost(resolved, interaction).map(({ kind, from, name }) => {
		const whose = from === "server" ? "server" : "own";
		const told =
			kind === "voice"
				? t(`lost.${whose}`, { voice: name })
				: t(`lost.preset.${whose}`, { preset: name, voice: resolved.speaker });
		return linkCommands(told, interaction.client);
	});
};

/**
 * @param style - whether the style isn't heard, and why
 * @param leavesOut - whether words in another script might be left out
 * @param styleFrom - who chose the style. Only members who can change the style are told that it isn't heard
 * @returns sentences that tell a member that words of their text might be left out, or that its style isn't heard
 */
export const describeLeftOut = (
	style: UnheardStyle,
	leavesOut: boolean,
	styleFrom: NonNullable<SoundChoices["style"]>["from"] | undefined,
	interaction: RepliableInteraction,
): string[] => {
	const t = textsOf(interaction);
	const concerns = styleFrom !== "server" || managesHere(interaction);
	return [
		...(style === "service" && concerns ? [t("say.without_style")] : []),
		...(style === "own" && concerns ? [t("say.without_style.own")] : []),
		...(leavesOut ? [t("say.words_left_out")] : []),
	];
};

/** @returns a sentence, at most once a day for each member, if no voice speaks the language of their text */
const describeUnspoken = (language: string | undefined, interaction: RepliableInteraction, say: Say) => {
	if (language === undefined || !say.mayMentionUnspoken(interaction.user.id)) return [];
	const t = textsOf(interaction);
	return [t("say.language_unspoken", { language: nameLanguage(language, interaction.locale) })];
};

interface TextPart {
	readonly text: string;
	readonly hidden: boolean;
}

const spoiler = /\|\|([\s\S]+?)\|\|/g;
/** Markup that may change which `||` belong together. */
const otherMarks = /[`*_~\\[]|:\/\/|mailto:|tel:|^[^\S\n]*(?:[#>+-]|\d+\.)/m;

/**
 * Splits a text at its spoilers. If other markup might change which `||` belong together, everything from the first to
 * the last `||` is hidden: hiding too much is better than hiding too little.
 *
 * @returns the parts in order, without the `||` of spoilers
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

/** The most characters of a spoken text that are shown, because Herald must not be a way around text moderation. */
const quoteMaxCharacters = 100;
const authorMaxCharacters = 32;

/** The last time that Discord can show, in seconds since the epoch. */
const lastSecond = 8_640_000_000_000;

/**
 * Makes a function that writes a token of markup for display. Members and roles become plain names, so that nobody is
 * notified. Known channels, and times that Discord can show, stay as markup.
 */
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

/** @returns the words of a part in one line, without markup */
const readPart = (text: string, context: SpeakableContext, read: (token: Token) => string): string => {
	const words = findWords(context.locale);
	const pieces = new Pieces();
	let plain = settleCode(cleanCharacters(text), pieces, words);
	plain = settleLinks(plain, pieces, words, channelNamer(context, ""));
	plain = settleTokens(plain, pieces, read);
	return pieces.putBack(stripFormat(plain)).replace(/\s+/g, " ");
};

/** @returns the parts cut to `max` characters in total, ending with an ellipsis if something is missing */
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
 * Quotes a member's words in an answer: one line of at most 100 characters. Spoilers stay hidden, mentions are names
 * that notify nobody, and nothing else is rendered or linked.
 *
 * @param author - the name of who wrote the words, if another member has them spoken
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
