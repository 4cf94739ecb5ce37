import { domainToUnicode } from "node:url";
import type { Pieces } from "./pieces.ts";
import { fillWords, type SpokenWords } from "./words.ts";

/** Excludes brackets from the address, so that each search ends at the next bracket. */
const masked =
	/\[([^[\]]+)\]\([^\S\n]*<?https?:\/\/[^\s()<>[]*(?:\([^\s()<>[]*\)[^\s()<>[]*)*>?(?:[^\S\n]+"[^"\n[]*")?[^\S\n]*\)/gi;
/**
 * An address ends before Chinese or Japanese text, which follows without a space, and before pieces of earlier rules.
 */
const address =
	/<?\b(?:https?|ftp):\/\/([^\s<>\uE000-\uF8FF\u3000-\u30FF\uFF00-\uFFEF\p{sc=Han}\p{sc=Hangul}]*)>?/giu;
/** Anything longer isn't a host name, and nobody would want to hear it. */
const hostMaxLength = 100;
const trailingMark = /[.,:;!?'"*_~|\])}]/;

const readHost = (authority: string): string => {
	const host = authority.slice(authority.lastIndexOf("@") + 1).replace(/:\d*$/, "");
	return domainToUnicode(host.replace(/^www\./i, "").toLowerCase());
};

/** Punctuation after a link belongs to the sentence, but a closing bracket may belong to the link. */
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
 * @param nameChannel - returns "" if the channel's name may not be said
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
