/** A part of a text, and whether it is a spoiler. */
export interface TextPart {
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
export const findSpoilers = (text: string): TextPart[] => {
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
