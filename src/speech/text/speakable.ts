import { domainToUnicode } from "node:url";
import { Recent } from "@herald/common/recent.ts";
import { decodeHTMLStrict } from "entities/decode";
import { dropTags, settleTags } from "./delivery-tags.ts";
import { customEmoji, dropEmoji, nameCustomEmoji } from "./emoji/name-emoji.ts";
import { cleanCharacters, cutRuns, foldSpace, replaceFaces, sayIdentifiers } from "./speakable/characters.ts";
import { foldLetters } from "./speakable/letters.ts";
import { Pieces, readTables, stripFormat } from "./speakable/pieces.ts";
import { fillWords, findWords, findWordsWithin, type SpokenWords } from "./speakable/words.ts";

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

/** The names that a text's markup refers to, and how the text is to be read. */
export interface SpeakableContext {
	/**
	 * Users' names by ID; `channels` and `roles` have the names of channels and roles. The maps have what the message
	 * mentions, or what Discord sent with the interaction. Anything else is read as "someone", "a channel" or "a role".
	 */
	readonly users: ReadonlyMap<string, string>;
	readonly channels: ReadonlyMap<string, string>;
	readonly roles: ReadonlyMap<string, string>;
	/** BCP 47, such as "en-US": the language of Herald's own words and of dates, if `language` is undefined. */
	readonly locale: string;
	/** BCP 47: the language that the text is spoken in, if it is known. Herald's own words are in it, too. */
	readonly language?: string;
	/** An IANA name. Without a time zone, times are read in UTC, and "UTC" is said. */
	readonly timeZone?: string;
	/** The current time in ms since the epoch. Without it, relative times such as "in two hours" are read as dates. */
	readonly now?: number;
	/** If false, delivery tags are read as words. */
	readonly tags?: boolean;
	/**
	 * What happens to emoji among words. `names`: `nameEmoji` names them. `leave-out`: they are removed. `service`, the
	 * default: custom emoji are named, and Unicode's stay in the text for the service to read. In a text of nothing but
	 * emoji, `nameEmoji` names them.
	 */
	readonly emoji?: "names" | "leave-out" | "service";
	/** Replaces a text's emoji with their names. By default, only custom emoji are replaced. */
	readonly nameEmoji?: (text: string) => string;
	/** Replaces words and emoji of the text, for example by a dictionary. */
	readonly rewrite?: (text: string) => string;
}

const token =
	/<(?:@!?(?<user>\d{1,20})|@&(?<role>\d{1,20})|@\$(?<game>\d{1,20})|#(?<channel>\d{1,20})|a?:(?<emoji>\w{1,32}):\d{1,20}|t:(?<time>-?\d{1,17})(?::(?<style>[tTdDfFRsS]))?|\/(?<command>[-_\p{L}\p{N} ]{1,100}):\d{1,20}|id:(?<page>customize|browse|guide|home|linked-roles)(?::\d{1,20})?|(?<sound>sound:\d{1,20}(?::\d{1,20})?)|(?:mailto:|tel:)(?<contact>[^\s<>\uE000-\uF8FF]{1,200}))>|@(?<all>everyone|here)\b/gu;

/** Cleans a name that members chose, so that it isn't parsed as markup. @returns `otherwise` if nothing can be said */
export const readName = (name: string | undefined, otherwise: string): string => {
	const clean = foldSpace(cleanCharacters(name ?? "")).replaceAll("\n", " ");
	return /[\p{L}\p{N}]/u.test(clean) ? clean : otherwise;
};

const splitName = (name: string): string => name.replace(/[-_]+/g, " ").trim();

/**
 * Makes a function that says a channel's name as words, or `otherwise` if Herald doesn't know the name or must not say
 * it.
 */
export const channelNamer =
	({ channels }: Pick<SpeakableContext, "channels">, otherwise: string) =>
	(id: string): string =>
		splitName(readName(channels.get(id), otherwise));

/** Splits a custom emoji's name into words, so that "PepeHands" and "pepe_hands" sound the same. */
const splitEmoji = (name: string): string => splitName(name.replace(/(?<=\p{Ll})(?=\p{Lu}\p{Ll})/gu, " "));

/**
 * A Discord token's target under its kind, such as `user`. Only one kind is set, but a `time` may also have a `style`.
 */
export type Token = Readonly<Record<string, string | undefined>>;

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
		if (page !== undefined) return words.pages[page === "home" ? "guide" : page] ?? page;
		return contact ?? (all === "here" ? words.here : words.everyone);
	};

/** Replaces Discord's tokens: mentions, channels, roles, custom emoji, sounds, times, commands and a guild's pages. */
export const settleTokens = (text: string, pieces: Pieces, read: (token: Token) => string): string =>
	text.replace(token, (...match: unknown[]) => pieces.say(read(match.at(-1) as Token)));

/** How times are read, by Discord's style. Months are named, since a numeric date is hard to follow by ear. */
const dateStyles: Readonly<Record<string, Intl.DateTimeFormatOptions>> = {
	t: { timeStyle: "short" },
	T: { timeStyle: "medium" },
	d: { dateStyle: "long" },
	D: { dateStyle: "long" },
	f: { dateStyle: "long", timeStyle: "short" },
	F: { dateStyle: "full", timeStyle: "short" },
	S: { dateStyle: "long", timeStyle: "medium" },
};
/** The length of each unit in seconds, and the count from which the next larger unit is used. */
const units = [
	["second", 1, 60],
	["minute", 60, 60],
	["hour", 3_600, 24],
	["day", 86_400, 30],
	["month", 2_629_746, 12],
	["year", 31_556_952, Number.POSITIVE_INFINITY],
] as const;

/** Calls `create` with a tag, or with "en" if the tag is invalid. */
const inLanguage = <T>(tag: string, create: (tag: string) => T): T => {
	try {
		return create(tag);
	} catch {
		return create("en");
	}
};

/** A cache, by language, style and time zone. */
const formats = new Recent<Intl.DateTimeFormat>(100);
/** A cache, by language. */
const relativeFormats = new Recent<Intl.RelativeTimeFormat>(100);

/** @returns a relative time such as "in two hours", rounded as Discord rounds it */
const readRelative = (seconds: number, tag: string): string => {
	const format = relativeFormats.get(tag, () => inLanguage(tag, (tag) => new Intl.RelativeTimeFormat(tag)));
	for (const [unit, length, limit] of units) {
		const count = Math.round(Math.abs(seconds) / length);
		if (count < limit) return format.format(Math.sign(seconds) * count, unit);
	}
	return "";
};

/** Reads out a timestamp in seconds. Without a time zone, "UTC" follows a time of day. */
const readTime = (
	{ language, locale, timeZone, now }: SpeakableContext,
	words: SpokenWords,
	seconds: number,
	style: string,
): string => {
	const date = new Date(seconds * 1_000);
	if (Number.isNaN(date.getTime())) return words.date;
	const tag = language ?? locale;
	if (style === "R" && now !== undefined) return readRelative(seconds - now / 1_000, tag);
	const options = dateStyles[style] ?? dateStyles.f ?? {};
	const format = formats.get([tag, style, timeZone].join(), () =>
		inLanguage(tag, (tag) => new Intl.DateTimeFormat(tag, { ...options, timeZone: timeZone ?? "UTC" })),
	);
	return format.format(date) + (options.timeStyle !== undefined && timeZone === undefined ? " UTC" : "");
};

/** A masked link. Its address has no opening square bracket, so that each search ends at the next bracket. */
const masked =
	/\[([^[\]]+)\]\([^\S\n]*<?https?:\/\/[^\s()<>[]*(?:\([^\s()<>[]*\)[^\s()<>[]*)*>?(?:[^\S\n]+"[^"\n[]*")?[^\S\n]*\)/gi;
/**
 * An address ends before Chinese, Japanese or Korean text, which may follow without a space, and before marks of {@link
 * Pieces}.
 */
const address =
	/<?\b(?:https?|ftp):\/\/([^\s<>\uE000-\uF8FF\u3000-\u30FF\uFF00-\uFFEF\p{sc=Han}\p{sc=Hangul}]*)>?/giu;
/** The longest host that is read out. Anything longer isn't a host name, and nobody would want to hear it. */
const hostMaxLength = 100;
const trailingMark = /[.,:;!?'"*_~|\])}]/;

const readHost = (authority: string): string => {
	const host = authority.slice(authority.lastIndexOf("@") + 1).replace(/:\d*$/, "");
	return domainToUnicode(host.replace(/^www\./i, "").toLowerCase());
};

/**
 * Finds the punctuation after a link, which belongs to the sentence. A closing parenthesis belongs to the link if the
 * link has an opening one.
 */
const findTail = (rest: string): string => {
	let start = rest.length;
	while (start > 0 && trailingMark.test(rest.charAt(start - 1))) start -= 1;
	const tail = rest.slice(start);
	return rest.includes("(") ? tail.replace(/^\)+/, "") : tail;
};

/** A link to a Discord channel, or to a message in one. */
const discord =
	/^(?:(?:www|ptb|canary)\.)?discord(?:app)?\.com\/channels\/(?:@me|\d{1,20})\/(?<channel>\d{1,20})(?<message>\/\d{1,20})?\/?$/i;

export const findLinkedChannels = (text: string): string[] =>
	Array.from(text.matchAll(address), ([, rest = ""]) => discord.exec(rest)?.groups?.channel ?? "").filter(
		Boolean,
	);

const readTarget = (target: string, words: SpokenWords, nameChannel: (id: string) => string): string => {
	const { channel, message } = discord.exec(target)?.groups ?? {};
	if (channel !== undefined) {
		const name = nameChannel(channel);
		if (message === undefined) return fillWords(words.linkTo, name || words.channel);
		return name === "" ? words.messageLink : fillWords(words.messageLinkIn, name);
	}
	const authority = target.split(/[/?#\\]/, 1)[0] ?? "";
	const host = authority.length > hostMaxLength ? "" : readHost(authority);
	return host === "" ? words.link : fillWords(words.linkTo, host);
};

/**
 * Keeps the words of masked links. Other links are replaced by words that say where they lead.
 *
 * @param nameChannel - returns "" if Herald doesn't know the channel's name or must not say it
 */
export const settleLinks = (
	text: string,
	pieces: Pieces,
	words: SpokenWords,
	nameChannel: (id: string) => string,
): string =>
	text.replace(masked, "$1").replace(address, (link: string, rest: string) => {
		const tail = findTail(rest);
		const said = pieces.say(readTarget(rest.slice(0, rest.length - tail.length), words, nameChannel));
		if (link.startsWith("<") && link.endsWith(">")) return said;
		const open = link.startsWith("<") ? "<" : "";
		const close = link.endsWith(">") ? ">" : "";
		return `${open}${said}${tail}${close}`;
	});

/** Code or an escaped character. A link is matched to be skipped: in it a backslash is a character like any other. */
const codeToken = /https?:\/\/[^\s<>`|\\]+|\\([!-/:-@[-`{-~])|`+/gi;

/**
 * Handles code and escaped characters before other rules could find markup in them. A fenced block is replaced by a
 * word; inline code and escaped characters are read literally.
 */
export const settleCode = (text: string, pieces: Pieces, words: SpokenWords): string => {
	// The runs of backticks by their lengths, each from the last to the first.
	const runs = Map.groupBy([...text.matchAll(/`+/g)].reverse(), ({ 0: run }) => run.length);
	// Runs before the reading position never matter again and are dropped, so the total time stays linear.
	const findRun = (length: number, from: number): number | undefined => {
		const left = runs.get(length);
		while (left && (left.at(-1)?.index ?? from) < from) left.pop();
		return left?.at(-1)?.index;
	};
	let lastFence = text.lastIndexOf("```");
	let settled = "";
	let end = 0;
	codeToken.lastIndex = 0;
	for (let match = codeToken.exec(text); match; match = codeToken.exec(text)) {
		const [found, escaped] = match;
		const after = match.index + found.length;
		let piece: string | undefined;
		let pieceEnd = after;
		if (escaped !== undefined) {
			piece = pieces.keep(escaped);
		} else if (found.startsWith("```") && lastFence > match.index + 3) {
			const close = text.indexOf("```", match.index + 4);
			if (close === -1) lastFence = -1;
			else {
				piece = pieces.say(words.codeBlock);
				// The closing run may have more than three backticks.
				pieceEnd = close + 3;
				while (text[pieceEnd] === "`") pieceEnd += 1;
			}
		} else if (found.startsWith("`")) {
			const close = findRun(found.length, after);
			if (close !== undefined) {
				piece = pieces.keep(pieces.putBack(text.slice(after, close)));
				pieceEnd = close + found.length;
			}
		}
		if (piece === undefined) continue;
		settled += text.slice(end, match.index) + piece;
		end = pieceEnd;
		codeToken.lastIndex = pieceEnd;
	}
	return settled + text.slice(end);
};
