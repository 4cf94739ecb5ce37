/** Turns text into what Flite can read: plain ASCII English, one line per paragraph. */

/** Directions such as `[whispers]` and `<laugh>`: letters only, so that "[3]" and "a < b" stay words. */
const direction = /\[\s*[a-z][a-z ,'-]{0,40}\]|<\s*\/?[a-z][a-z _-]{0,40}\/?>/gi;
const url = /\b(?:https?:\/\/|www\.)([^\s<>"']+)/gi;

const replacements: readonly (readonly [RegExp, string])[] = [
	[/[‘’‚‛′`´]/g, "'"],
	[/[“”„‟«»″]/g, '"'],
	[/\s*[–—―]\s*|\s+--?\s+/g, ", "],
	[/[‐‑‒−]/g, "-"],
	[/…/g, "... "],
	[/[。｡]/g, ". "],
	[/[、，]/g, ", "],
	[/[！]/g, "! "],
	[/[？¿]/g, "? "],
	[/ß/g, "ss"],
	[/[ÆŒ]/g, "E"],
	[/[æœ]/g, "e"],
	[/[øØ]/g, "o"],
	[/[łŁ]/g, "l"],
	[/[đðĐÐ]/g, "d"],
	[/[þÞ]/g, "th"],
	[/ı/g, "i"],
	[/€\s?(\d[\d.,]*\d|\d)/g, "$1 euros"],
	[/£\s?(\d[\d.,]*\d|\d)/g, "$1 pounds"],
	[/¥\s?(\d[\d.,]*\d|\d)/g, "$1 yen"],
	[/€/g, " euros "],
	[/°\s?([CF])\b/g, " degrees $1"],
	[/°/g, " degrees "],
	[/&/g, " and "],
	[/@/g, " at "],
	[/=/g, " equals "],
	[/\+/g, " plus "],
	[/×/g, " times "],
];

/** A longer "word" isn't one, and takes Flite seconds to spell. */
const longestWord = 40;

const pauseOf = (found: string): string => {
	if (/long pause/i.test(found)) return ". ";
	return /pause/i.test(found) ? ", " : " ";
};

/** Longer is no host name, and nothing to listen to: its dots alone would be minutes of "dot". */
const hostMaxLength = 100;

const nameOfUrl = (_: string, rest: string): string => {
	const host = dropEndMarks(rest.split(/[/?#:]/, 1)[0] ?? "");
	const end = rest.slice(dropEndMarks(rest).length);
	if (host.length > hostMaxLength) return ` link${end} `;
	return ` ${host.replace(/^www\./i, "").replace(/\.+/g, " dot ")}${end} `;
};

/** As one step back after the other: a pattern would try anew from each mark of a long row that ends in a letter. */
const dropEndMarks = (text: string): string => {
	let end = text.length;
	while (end > 0 && ".,!?;:)".includes(text.charAt(end - 1))) end -= 1;
	return text.slice(0, end);
};

/** Runs of white space as one space or one line break, which no later pattern can take long over. */
const foldSpace = (text: string): string =>
	text
		.replace(/\r\n?|[\u2028\u2029]/g, "\n")
		.replace(/[^\S\n]+/g, " ")
		.replace(/ ?\n[ \n]*/g, "\n");

/**
 * @returns the text as Flite reads it best: directions and emoji gone (a pause tag becomes one), diacritics folded, an
 * address as its host; empty when no letter or digit of it can be spoken. Line breaks stay. The time it takes grows with
 * the text's length alone, whatever is in it.
 */
export const normalise = (text: string): string => {
	// Marks go before they are put in order, which takes a time that grows with the square of their number.
	let out = foldSpace(text)
		.replace(/\p{M}+/gu, "")
		.replace(direction, pauseOf)
		.replace(url, nameOfUrl);
	for (const [pattern, by] of replacements) out = out.replace(pattern, by);
	out = out
		.normalize("NFKD")
		.replace(/\p{M}+/gu, "")
		.replace(/[^\n\x20-\x7e]+/g, " ")
		.replace(/[*_~|\\^{}<>[\]#]+/g, " ")
		.replace(/([^\w\s])\1{3,}/g, "$1$1$1")
		.replace(new RegExp(`[^\\s]{${longestWord}}(?=[^\\s])`, "g"), "$& ")
		.replace(/ +/g, " ")
		.replace(/ ([,.!?;:])/g, "$1")
		.replace(/ *\n+ */g, "\n")
		.trim();
	return /[a-z0-9]/i.test(out) ? out : "";
};
