import { Recent } from "@herald/common/recent.ts";
import { cleanCharacters, foldSpace } from "./characters.ts";
import type { SpeakableContext } from "./context.ts";
import type { Pieces } from "./pieces.ts";
import type { SpokenWords } from "./words.ts";

const token =
	/<(?:@!?(?<user>\d{1,20})|@&(?<role>\d{1,20})|@\$(?<game>\d{1,20})|#(?<channel>\d{1,20})|a?:(?<emoji>\w{1,32}):\d{1,20}|t:(?<time>-?\d{1,17})(?::(?<style>[tTdDfFRsS]))?|\/(?<command>[-_\p{L}\p{N} ]{1,100}):\d{1,20}|id:(?<page>customize|browse|guide|home|linked-roles)(?::\d{1,20})?|(?:mailto:|tel:)(?<contact>[^\s<>\uE000-\uF8FF]{1,200}))>|@(?<all>everyone|here)\b/gu;

/** Made for listening: months by name, no numeric dates. */
const dateStyles: Readonly<Record<string, Intl.DateTimeFormatOptions>> = {
	t: { timeStyle: "short" },
	T: { timeStyle: "medium" },
	d: { dateStyle: "long" },
	D: { dateStyle: "long" },
	f: { dateStyle: "long", timeStyle: "short" },
	F: { dateStyle: "full", timeStyle: "short" },
	S: { dateStyle: "long", timeStyle: "medium" },
};

const createFormat = (locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
	try {
		return new Intl.DateTimeFormat(locale, options);
	} catch {
		return new Intl.DateTimeFormat("en", { ...options, timeZone: "UTC" });
	}
};

/** By language, style and time zone. */
const formats = new Recent<Intl.DateTimeFormat>(100);

/** @returns a timestamp in seconds, read out; without a time zone, UTC follows its time */
const readDate = (
	{ language, locale, timeZone }: SpeakableContext,
	words: SpokenWords,
	seconds: number,
	style: string,
): string => {
	const options = dateStyles[style] ?? dateStyles.f ?? {};
	const date = new Date(seconds * 1_000);
	if (Number.isNaN(date.getTime())) return words.date;
	const tag = language ?? locale;
	const format = formats.get([tag, style, timeZone].join(), () =>
		createFormat(tag, { ...options, timeZone: timeZone ?? "UTC" }),
	);
	return format.format(date) + (options.timeStyle !== undefined && timeZone === undefined ? " UTC" : "");
};

/** Members choose names: their content must not be parsed as markup. */
export const readName = (name: string | undefined, otherwise: string): string => {
	const clean = foldSpace(cleanCharacters(name ?? "")).replaceAll("\n", " ");
	return /[\p{L}\p{N}]/u.test(clean) ? clean : otherwise;
};

const splitName = (name: string): string => name.replace(/[-_]+/g, " ").trim();

/** The target of a token of Discord's, by kind: only one is set, and a time's style. */
export type Token = Readonly<Record<string, string | undefined>>;

/** @returns a function that says what a token refers to */
export const createTokenReader =
	(context: SpeakableContext, words: SpokenWords) =>
	({ user, role, game, channel, emoji, time, style, command, page, contact, all }: Token): string => {
		if (user !== undefined) return readName(context.users.get(user), words.someone);
		if (role !== undefined) return readName(context.roles.get(role), words.role);
		if (game !== undefined) return words.game;
		if (channel !== undefined) return splitName(readName(context.channels.get(channel), words.channel));
		if (emoji !== undefined) return splitName(emoji);
		if (time !== undefined) return readDate(context, words, Number(time), style ?? "f");
		if (command !== undefined) return `${words.slash} ${command}`.trim();
		if (page !== undefined) return words.pages[page] ?? page;
		return contact ?? (all === "here" ? words.here : words.everyone);
	};

/** Replaces Discord's tokens: mentions, channels, roles, custom emoji, timestamps, commands and the guild's pages. */
export const settleTokens = (text: string, pieces: Pieces, read: (token: Token) => string): string =>
	text.replace(token, (...match: unknown[]) => pieces.say(read(match.at(-1) as Token)));
