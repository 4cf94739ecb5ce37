import { escapeMarkdown } from "discord.js";

/** Herald must not be a way around text moderation: only this much of a spoken text is shown. */
const shownTextMaxCharacters = 100;

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/**
 * A member's words for an answer: one line of at most 100 characters, with nothing that Discord would render, link or
 * turn into a notification.
 */
export const showText = (text: string, maxCharacters = shownTextMaxCharacters): string => {
	const line = text.replace(/\s+/g, " ").trim();
	let shown = "";
	for (const { segment } of graphemes.segment(line.slice(0, maxCharacters * 4))) {
		if (shown.length + segment.length > maxCharacters - 1) break;
		shown += segment;
	}
	if (line.length <= maxCharacters) shown = line;
	const cut = shown.length < line.length ? `${shown.trimEnd()}…` : shown;
	const escaped = escapeMarkdown(cut, {
		heading: true,
		bulletedList: true,
		numberedList: true,
		maskedLink: true,
	});
	// A zero-width space keeps mentions, timestamps and links from being more than text.
	return escaped.replace(/[<@#]/g, "$&\u200b").replace(/:\/\//g, ":\u200b//");
};
