/** Turns text into what Flite can read: plain ASCII English, one line per paragraph. */

import { dropUnspoken, foldSpace, longestWord } from "../plain-text.ts";
import { writeOut } from "../writing/write-out.ts";

const replacements: readonly (readonly [RegExp, string])[] = [
	[/[‘’‚‛′`´]/g, "'"],
	[/[“”„‟«»″]/g, '"'],
	[/^ ?(?:[–—―]|--?) /gm, ""],
	[/ ?[–—―] ?| --? /g, ", "],
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
];

/**
 * @returns the text as Flite reads it best: directions and emoji gone (a pause tag becomes one), diacritics folded, an
 * address as its host; empty when no letter or digit of it can be spoken. Line breaks stay. The time it takes grows with
 * the text's length alone, whatever is in it.
 */
export const normalise = (text: string): string => {
	// Marks go before they are put in order, which takes a time that grows with the square of their number.
	let out = dropUnspoken(text.replace(/\p{M}+/gu, ""), " dot ");
	out = writeOut(out, "en");
	for (const [pattern, by] of replacements) out = out.replace(pattern, by);
	out = out
		.normalize("NFKD")
		.replace(/\p{M}+/gu, "")
		.replace(/[^\n\x20-\x7e]+/g, " ")
		.replace(/[*_~|\\^{}<>[\]#]+/g, " ")
		.replace(/([^\w\s])\1{3,}/g, "$1$1$1")
		.replace(new RegExp(`[^\\s]{${longestWord}}(?=[^\\s])`, "g"), "$& ");
	out = foldSpace(out)
		.replace(/ ([,.!?;:])/g, "$1")
		.trim();
	return /[a-z0-9]/i.test(out) ? out : "";
};
