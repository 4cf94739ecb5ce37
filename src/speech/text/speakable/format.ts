const lineMarks = /^(?:[^\S\n]*(?:>>> |> |-# |#{1,3} |[-*+] ))+/gm;

/** At the start of a word, it keeps what stands before a colon from being a speaker: "\\Kore: Hello". */
const keptFromSpeaking = /(?<![^\s。！？」』])\\(?=\p{L}[^\n:：]{0,40}[:：])/gu;

/** No search goes past the next mark of its kind, so each rule reads the text once. */
const inlineMarks: readonly RegExp[] = [
	/\*\*([\s\S]+?)\*\*(?!\*)/g,
	/__([\s\S]+?)__(?!_)/g,
	/~~([\s\S]+?)~~/g,
	// Between digits, a star means multiplication.
	/(?<!\d)\*(?![\s*])([^*]*[^*\s])\*|\*(?![\s*])([^*]*[^*\s])\*(?!\d)/g,
	// Inside a word, an underscore belongs to the name.
	/(?<![\p{L}\p{N}_])_((?:[^_\n]|(?<=[\p{L}\p{N}])_(?=[\p{L}\p{N}]))+)_(?![\p{L}\p{N}_])/gu,
];

/**
 * Strips markup that only affects how text looks: headings, quotes, lists, subtext, bold, italics, underlines, strikes.
 */
export const stripFormat = (text: string): string => {
	let plain = text.replace(lineMarks, "").replace(keptFromSpeaking, "");
	for (const mark of inlineMarks)
		plain = plain.replace(mark, (_all, a?: string, b?: string) => (typeof b === "string" ? b : (a ?? "")));
	return plain;
};
