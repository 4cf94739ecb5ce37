const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** Mentions of channels, and times. Discord renders them for the reader without notifying anybody. */
const shownByDiscord = /<#\d{1,20}>|<t:-?\d{1,13}(?::[a-zA-Z])?>/;

const special = new RegExp(`(${shownByDiscord.source})|(:(?=//)|[<@#])|([\\\\*_~\`[\\]])|(\\|)`, "g");

/**
 * @returns text that Discord shows unchanged, without Markdown,
 * links or notifications; mentions of channels and times stay
 */
export const escapeText = (text: string): string =>
	text
		.replace(special, (found, kept?: string, broken?: string, escaped?: string) => {
			if (kept !== undefined) return found;
			// A zero-width space breaks mentions and links.
			if (broken !== undefined) return `${found}\u200b`;
			// After a bar, a zero-width space keeps a spoiler's mark from beginning one character early.
			return escaped === undefined ? `\\${found}\u200b` : `\\${found}`;
		})
		.replace(/^(?:[-+>]|\d+(?=\.))/, (mark) => (/\d/.test(mark) ? `${mark}\\` : `\\${mark}`));

/** @returns the beginning of a text, with whole characters and mentions, in at most `max` UTF-16 units */
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

/** @returns a member's words in one line of at most `max` UTF-16 units, in which Discord renders nothing */
export const showText = (text: string, max: number): string => {
	const line = text.replace(/\s+/g, " ").trim();
	return escapeText(line.length <= max ? line : `${cutText(line, max - 1).trimEnd()}…`);
};
