import { customEmoji } from "../emoji/name-emoji.ts";
import { cleanCharacters, foldSpace } from "./characters.ts";
import type { SpeakableContext } from "./context.ts";
import type { Pieces } from "./pieces.ts";
import { readTime } from "./times.ts";
import { fillWords, type SpokenWords } from "./words.ts";

const token =
	/<(?:@!?(?<user>\d{1,20})|@&(?<role>\d{1,20})|@\$(?<game>\d{1,20})|#(?<channel>\d{1,20})|a?:(?<emoji>\w{1,32}):\d{1,20}|t:(?<time>-?\d{1,17})(?::(?<style>[tTdDfFRsS]))?|\/(?<command>[-_\p{L}\p{N} ]{1,100}):\d{1,20}|id:(?<page>customize|browse|guide|home|linked-roles)(?::\d{1,20})?|(?<sound>sound:\d{1,20}(?::\d{1,20})?)|(?:mailto:|tel:)(?<contact>[^\s<>\uE000-\uF8FF]{1,200}))>|@(?<all>everyone|here)\b/gu;

/** Cleans a name that members chose: its content must not be parsed as markup. */
export const readName = (name: string | undefined, otherwise: string): string => {
	const clean = foldSpace(cleanCharacters(name ?? "")).replaceAll("\n", " ");
	return /[\p{L}\p{N}]/u.test(clean) ? clean : otherwise;
};

const splitName = (name: string): string => name.replace(/[-_]+/g, " ").trim();

/** Makes a function that says a channel's name as words, or `otherwise` if the name is unknown or may not be said. */
export const channelNamer =
	({ channels }: Pick<SpeakableContext, "channels">, otherwise: string) =>
	(id: string): string =>
		splitName(readName(channels.get(id), otherwise));

/** Splits a custom emoji's name into words, so that "PepeHands" and "pepe_hands" sound the same. */
const splitEmoji = (name: string): string => splitName(name.replace(/(?<=\p{Ll})(?=\p{Lu}\p{Ll})/gu, " "));

/** A Discord token's target under the name of its kind. Only one is set; a time may have a `style`, too. */
export type Token = Readonly<Record<string, string | undefined>>;

/** Makes a function that says in words what a token refers to. */
export const createTokenReader =
	(context: SpeakableContext, words: SpokenWords) =>
	({ user, role, game, channel, emoji, time, style, command, page, contact, sound, all }: Token): string => {
		if (user !== undefined) return readName(context.users.get(user), words.someone);
		if (role !== undefined) return readName(context.roles.get(role), words.role);
		if (game !== undefined) return words.game;
		if (channel !== undefined) return channelNamer(context, words.channel)(channel);
		if (emoji !== undefined) return customEmoji(splitEmoji(emoji));
		if (time !== undefined) return readTime(context, words, Number(time), style ?? "f");
		if (command !== undefined) return fillWords(words.slash, command);
		if (sound !== undefined) return words.sound;
		if (page !== undefined) return words.pages[page] ?? page;
		return contact ?? (all === "here" ? words.here : words.everyone);
	};

/** Replaces Discord's tokens: mentions, channels, roles, custom emoji, sounds, times, commands and the guild's pages. */
export const settleTokens = (text: string, pieces: Pieces, read: (token: Token) => string): string =>
	text.replace(token, (...match: unknown[]) => pieces.say(read(match.at(-1) as Token)));
