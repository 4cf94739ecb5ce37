const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** Mentions of channels and times, which Discord renders for the reader without notifying members. */
const shownByDiscord = /<#\d{1,20}>|<t:-?\d{1,13}(?::[a-zA-Z])?>/;

const special = new RegExp(`(${shownByDiscord.source})|(:(?=//)|[<@#])|([\\\\*_~\`[\\]])|(\\|)`, "g");

/**
 * @returns text that Discord shows unchanged: no markdown, links or notifications, except mentions of channels and times
 */
export const escapeText = (text: string): string =>
	text
		.replace(special, (found, kept?: string, broken?: string, escaped?: string) => {
			if (kept !== undefined) return found;
			// A zero-width space keeps mentions and links from being more than text.
			if (broken !== undefined) return `${found}\u200b`;
			// After a bar, it keeps the mark of a spoiler from beginning one character early.
			return escaped === undefined ? `\\${found}\u200b` : `\\${found}`;
		})
		.replace(/^(?:[-+>]|\d+(?=\.))/, (mark) => (/\d/.test(mark) ? `${mark}\\` : `\\${mark}`));

/** @returns the beginning of a text, whole characters and whole mentions of at most `max` UTF-16 units */
export const cutText = (text: string, max: number): string => {
	if (text.length <= max) return text;
	let kept = "";
	for (const part of text.split(new RegExp(`(${shownByDiscord.source})`))) {
		const pieces = shownByDiscord.test(part) ? [{ segment: part }] : graphemes.segment(part);
		for (const { segment } of pieces) {
			if (kept.length + segment.length > max) return kept;
			kept += segment;
		}
	}
	return kept;
};

/** @returns a member's words in one line of at most `max` characters, with nothing in them that Discord would render */
export const showText = (text: string, max: number): string => {
	const line = text.replace(/\s+/g, " ").trim();
	return escapeText(line.length <= max ? line : `${cutText(line, max - 1).trimEnd()}…`);
};
