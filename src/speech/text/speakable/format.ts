const lineMarks = /^(?:[\p{Zs}\t]*(?:>>> |> |-# |#{1,3} |[-*+] ))+/gmu;

/** A backslash before a speaker's name, as in "\\Kore: Hello", which keeps the name from beginning a turn. */
const keptFromSpeaking = /(?<![^\s。！？」』])\\(?=\p{L}[^\n:：]{0,40}[:：])/gu;

/** No search goes past the next mark of its kind, so each rule takes linear time. */
const inlineMarks: readonly RegExp[] = [
	/\*\*([\s\S]+?)\*\*(?!\*)/g,
	/__([\s\S]+?)__(?!_)/g,
	/~~([\s\S]+?)~~/g,
	// Between digits, a star means multiplication.
	/(?<!\d)\*(?![\s*])([^*]*[^*\s])\*|\*(?![\s*])([^*]*[^*\s])\*(?!\d)/g,
	// Inside a word, an underscore belongs to the name.
	/(?<![\p{L}\p{N}_])_((?:[^_\n]|(?<=[\p{L}\p{N}])_(?=[\p{L}\p{N}]))+)_(?![\p{L}\p{N}_])/gu,
];

const frames = /[\u2500-\u257F]+/g;
/** The line under a table's head. */
const rule = /^[\s|:+=-]+$/;

/** Reads a table's row as its cells. @returns undefined if it is the line under the head */
const readRow = (line: string): string | undefined => {
	if (!line.includes("|") || line.includes("||")) return line;
	if (rule.test(line)) return undefined;
	const row = line.trim();
	const isFramed = row.startsWith("|") && row.endsWith("|");
	if (!isFramed && !line.includes(" | ")) return line;
	const cells = row.split("|").map((cell) => cell.trim());
	return cells.filter((cell) => cell !== "").join(", ");
};

/** Turns the rows of tables, also of drawn ones, into lists of cells. */
export const readTables = (text: string): string => {
	const plain = text.replace(/[│┃║]/g, "|").replace(frames, " ");
	if (!plain.includes("|")) return plain;
	return plain
		.split("\n")
		.flatMap((line) => readRow(line) ?? [])
		.join("\n");
};

/**
 * Strips markup that only affects how text looks: headings, quotes, lists, subtext, bold, italics, underlines, strikes.
 */
export const stripFormat = (text: string): string => {
	let plain = text.replace(lineMarks, "").replace(keptFromSpeaking, "");
	for (const mark of inlineMarks)
		plain = plain.replace(mark, (_all, a?: string, b?: string) => (typeof b === "string" ? b : (a ?? "")));
	return plain;
};
