/** How Discord's clients read markup that affects spoilers. The first rule that fits at a place counts. */
const rules: readonly (readonly [name: "text" | "inner" | "spoiler" | "code", pattern: RegExp])[] = [
	["text", /^\\([^0-9A-Za-z\s])/],
	["code", /^```(?:[a-z0-9_+\-.#]+\n)?\n*([\s\S]*?)\n*```/i],
	["code", /^(`+)([\s\S]*?[^`])\1(?!`)/],
	["code", /^<(?:@[!&]?|#|t:|a?:\w+:)[^>\s]*>/],
	["code", /^<?https?:\/\/[^\s<>]+[^\s<>.,:;"')\]]/],
	["inner", /^\*\*((?:\\[\s\S]|[^\\])+?)\*\*(?!\*)/],
	["inner", /^__((?:\\[\s\S]|[^\\])+?)__(?!_)/],
	["inner", /^~~([\s\S]+?)~~/],
	["inner", /^\*(?=\S)((?:\*\*|\\[\s\S]|\s+(?:\\[\s\S]|[^\s*\\]|\*\*)|[^\s*\\])+?)\*(?!\*)/],
	["inner", /^_((?:__|\\[\s\S]|[^\\_])+?)_(?!\w)/],
	["spoiler", /^\|\|([\s\S]+?)\|\|/],
];

export interface SeenText {
	/** The text that everybody reads. */
	readonly open: string;
	/** The text that is only read after a press on a spoiler. */
	readonly hidden: string;
}

const readInline = (text: string, isHidden: boolean): SeenText => {
	let open = "";
	let hidden = "";
	const add = (part: SeenText) => {
		open += part.open;
		hidden += part.hidden;
	};
	const plain = (part: string) => add(isHidden ? { open: "", hidden: part } : { open: part, hidden: "" });
	for (let at = 0; at < text.length; ) {
		const rest = text.slice(at);
		const found = rules.map(([name, rule]) => [name, rule.exec(rest)] as const).find(([, match]) => match);
		const [name, match] = found ?? [];
		if (!match) plain(rest.charAt(0));
		else if (name === "text" || name === "code") plain(name === "text" ? (match[1] ?? "") : match[0]);
		else add(readInline(match[1] ?? "", isHidden || name === "spoiler"));
		at += match?.[0].length ?? 1;
	}
	return { open, hidden };
};

/** @returns the parts of a message that are visible at once, and those behind spoilers */
export const seeText = (text: string): SeenText => {
	// Headings, quotes and list items are read separately, unless the text has a code block.
	const blocks = text.split(
		/(?<=^[^\S\n]*(?:#{1,3}|-#|>|[-*+]|\d+\.) [^\n]*)\n|\n(?=[^\S\n]*(?:#{1,3}|-#|>|[-*+]|\d+\.) )/m,
	);
	const seen = (text.includes("```") ? [text] : blocks).map((block) => readInline(block, false));
	return {
		open: seen.map(({ open }) => open).join("\n"),
		hidden: seen.map(({ hidden }) => hidden).join("\n"),
	};
};
