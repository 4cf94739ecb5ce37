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

/** So much of a cut text may be left out to end it with a whole word. */
const wordShare = 0.3;

/** @returns the beginning of a text, cut between words if possible, in at most `max` UTF-16 units */
export const cutWords = (text: string, max: number): string => {
	const kept = cutText(text, max);
	if (kept === text || /\s/.test(text[kept.length] ?? "")) return kept.trimEnd();
	const end = kept.search(/\s\S*$/);
	return (end < kept.length * (1 - wordShare) ? kept : kept.slice(0, end)).trimEnd();
};

/** @returns a text, shortened with "…" if it is longer; @param max - in UTF-16 units */
export const shortenWords = (text: string, max: number): string =>
	text.length <= max ? text : `${cutWords(text, max - 1)}…`;

/** @returns a member's words in one line of at most `max` UTF-16 units, in which Discord renders nothing */
export const showText = (text: string, max: number): string =>
	escapeText(shortenWords(text.replace(/\s+/g, " ").trim(), max));
