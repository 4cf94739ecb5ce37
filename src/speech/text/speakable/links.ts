import { domainToUnicode } from "node:url";
import type { Pieces } from "./pieces.ts";
import type { SpokenWords } from "./words.ts";

/** Addresses exclude brackets, so that each search from a bracket ends at the next one. */
const masked =
	/\[([^[\]]+)\]\([^\S\n]*<?https?:\/\/[^\s()<>[]*(?:\([^\s()<>[]*\)[^\s()<>[]*)*>?(?:[^\S\n]+"[^"\n[]*")?[^\S\n]*\)/gi;
/** An address ends where Chinese or Japanese text continues without a space, and at pieces other rules have handled. */
const address =
	/<?\b(?:https?|ftp):\/\/([^\s<>\uE000-\uF8FF\u3000-\u30FF\uFF00-\uFFEF\p{sc=Han}\p{sc=Hangul}]*)>?/giu;
/** Anything longer isn't a host name, and nothing to listen to. */
const hostMaxLength = 100;
const trailingMark = /[.,:;!?'"*_~|\])}]/;

const readHost = (authority: string): string => {
	const host = authority.slice(authority.lastIndexOf("@") + 1).replace(/:\d*$/, "");
	return domainToUnicode(host.replace(/^www\./i, "").toLowerCase());
};

/** Punctuation after a link belongs to the sentence; a bracket may belong to the link. */
const findTail = (rest: string): string => {
	let start = rest.length;
	while (start > 0 && trailingMark.test(rest.charAt(start - 1))) start -= 1;
	const tail = rest.slice(start);
	return rest.includes("(") ? tail.replace(/^\)+/, "") : tail;
};

/** Keeps the words of a masked link, and replaces every other link with where it leads. */
export const settleLinks = (text: string, pieces: Pieces, words: SpokenWords): string =>
	text.replace(masked, "$1").replace(address, (link: string, rest: string) => {
		const tail = findTail(rest);
		const authority = rest.slice(0, rest.length - tail.length).split(/[/?#\\]/, 1)[0] ?? "";
		const host = authority.length > hostMaxLength ? "" : readHost(authority);
		const said = pieces.say(host === "" ? words.link : `${words.linkTo} ${host}`.trim());
		if (link.startsWith("<") && link.endsWith(">")) return said;
		const open = link.startsWith("<") ? "<" : "";
		const close = link.endsWith(">") ? ">" : "";
		return `${open}${said}${tail}${close}`;
	});
