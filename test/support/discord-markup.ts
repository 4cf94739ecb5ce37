/** How Discord's clients read markup, as far as spoilers depend on it: the first rule that fits at each place. */
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
	/** What everybody reads. */
	readonly open: string;
	/** What only those read who press a spoiler. */
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

/** @returns what of a message can be read at once, and what only behind spoilers */
export const seeText = (text: string): SeenText => {
	// Headings, quotes and list items are read each for itself, and what stands in code is read before them.
	const blocks = text.split(
		/(?<=^[^\S\n]*(?:#{1,3}|-#|>|[-*+]|\d+\.) [^\n]*)\n|\n(?=[^\S\n]*(?:#{1,3}|-#|>|[-*+]|\d+\.) )/m,
	);
	const seen = (text.includes("```") ? [text] : blocks).map((block) => readInline(block, false));
	return {
		open: seen.map(({ open }) => open).join("\n"),
		hidden: seen.map(({ hidden }) => hidden).join("\n"),
	};
};
