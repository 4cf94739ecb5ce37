/**
 * Discord's Markdown as a tree: nodes are strings, or `{ type, children?, … }`. Makes no HTML. Unknown markup
 * stays plain text.
 */

/** @typedef {"strong" | "emphasis" | "underline" | "strike" | "spoiler"} Style */
/**
 * @typedef {string
 *   | { readonly type: Style, readonly children: readonly Inline[] }
 *   | { readonly type: "code", readonly text: string }
 *   | { readonly type: "link", readonly url: string, readonly children: readonly Inline[] }
 *   | { readonly type: "user" | "role" | "channel", readonly id: string }
 *   | { readonly type: "everyone" | "command", readonly name: string }
 *   | { readonly type: "time", readonly at: number, readonly style: string | undefined }} Inline
 */
/** @typedef {{ readonly depth: number, readonly children: readonly Inline[] }} Item */
/** @typedef {{ readonly type: "list", readonly ordered: boolean, readonly start: number, readonly items: readonly Item[] }} List */
/**
 * @typedef {List
 *   | { readonly type: "text" | "small", readonly children: readonly Inline[] }
 *   | { readonly type: "heading", readonly level: number, readonly children: readonly Inline[] }
 *   | { readonly type: "codeBlock", readonly text: string }
 *   | { readonly type: "quote", readonly children: readonly Block[] }} Block
 */
/** @typedef {{ readonly node: Inline, readonly length: number }} FoundInline - a node and its length in the text */
/** @typedef {{ readonly node: Block, readonly next: number }} FoundBlock - a node and the index of the line after it */

const deepest = 12;

/** @typedef {(text: string) => readonly Inline[]} Inside - reads the text inside a mark */

/**
 * @param {Style} type
 * @returns {(groups: readonly string[], inside: Inside) => Inline}
 */
const styled =
	(type) =>
	([, text = "", other = text], inside) => ({ type, children: inside(other) });

/**
 * The marks that Discord's clients know, which read them by the same patterns. The first that fits counts.
 *
 * @type {readonly (readonly [pattern: RegExp, build: (groups: readonly string[], inside: Inside) => Inline])[]}
 */
const patterns = [
	[/^¯\\_\(ツ\)_\/¯/, ([shrug = ""]) => shrug],
	[/^\\([^\p{L}\p{N}\s])/u, ([, character = ""]) => character],
	[/^(`{1,2})(?!`)([\s\S]*?[^`])\1(?!`)/, ([, , text = ""]) => ({ type: "code", text })],
	[/^\*\*((?:\\[\s\S]|[^\\])+?)\*\*(?!\*)/, styled("strong")],
	[/^__((?:\\[\s\S]|[^\\])+?)__(?!_)/, styled("underline")],
	[/^~~([\s\S]+?)~~/, styled("strike")],
	[/^\|\|([\s\S]+?)\|\|/, styled("spoiler")],
	[/^_((?:__|\\[\s\S]|[^\\_])+?)_(?![\p{L}\p{N}_])/u, styled("emphasis")],
	[/^\*(?!\s|\*{3})((?:\*\*|\\[\s\S]|\s+(?:\\[\s\S]|[^\s*\\]|\*\*)|[^\s*\\])+?)\*(?!\*)/, styled("emphasis")],
	[
		/^\[((?:\\.|[^\]\\\n])+)\]\(<?(https?:\/\/[^\s)>]+)>?(?:\s+"[^"\n]*")?\)/,
		([, label = "", url = ""], inside) => ({ type: "link", url, children: inside(label) }),
	],
	[/^<@!?(\d+)>/, ([, id = ""]) => ({ type: "user", id })],
	[/^<@&(\d+)>/, ([, id = ""]) => ({ type: "role", id })],
	[/^<#(\d+)>/, ([, id = ""]) => ({ type: "channel", id })],
	[/^@(everyone|here)\b/, ([name = ""]) => ({ type: "everyone", name })],
	[/^<\/([^:>]{1,100}):(\d+)>/, ([, name = ""]) => ({ type: "command", name })],
	[/^<t:(-?\d{1,13})(?::([tTdDfFsSR]))?>/, ([, at, style]) => ({ type: "time", at: Number(at), style })],
	[/^<a?:(\w{2,32}):\d+>/, ([, name]) => `:${name}:`],
	[/^<(https?:\/\/[^\s>]+)>/, ([, url = ""]) => ({ type: "link", url, children: [url] })],
	[/^https?:\/\/[^\s<>]*[^\s<>.,:;!?"'()\]*_~|]/, ([url = ""]) => ({ type: "link", url, children: [url] })],
];

/** @param {string | undefined} character */
const isWord = (character) => character !== undefined && /[\p{L}\p{N}_]/u.test(character);

/**
 * @param {string} text
 * @param {number} depth
 * @returns {FoundInline | undefined}
 */
const readPattern = (text, depth) => {
	for (const [pattern, build] of patterns) {
		const match = pattern.exec(text);
		if (match)
			return { node: build(match, (inner) => parseInline(inner, depth + 1)), length: match[0].length };
	}
	return undefined;
};

/**
 * The inline nodes of a text: emphasis, code, links, mentions, times.
 *
 * @param {string} text
 * @returns {readonly Inline[]}
 */
const parseInline = (text, depth = 0) => {
	/** @type {Inline[]} */
	const nodes = [];
	let plain = "";
	const flush = () => {
		if (plain) nodes.push(plain);
		plain = "";
	};
	for (let at = 0; at < text.length; ) {
		const character = text.charAt(at);
		const mayBegin =
			depth < deepest && "\\`*_~|[<@h¯".includes(character) && (character !== "h" || !isWord(text[at - 1]));
		const found = mayBegin ? readPattern(text.slice(at), depth) : undefined;
		if (found) {
			flush();
			nodes.push(found.node);
		} else plain += character;
		at += found?.length ?? 1;
	}
	flush();
	return nodes;
};

/**
 * @param {readonly string[]} lines
 * @param {number} from
 * @returns {FoundBlock}
 */
const readList = (lines, from) => {
	/** @type {Item[]} */
	const items = [];
	const first = /^ *(\d{1,9})\./.exec(lines[from] ?? "")?.[1];
	const ordered = first !== undefined;
	let at = from;
	for (; at < lines.length; at++) {
		const match = /^( *)(?:([-*])|(\d{1,9})\.) +(.*\S.*)$/.exec(lines[at] ?? "");
		if (!match) break;
		const [, indent = "", , number, text = ""] = match;
		if (indent === "" && (number !== undefined) !== ordered) break;
		items.push({ depth: Math.min(Math.floor(indent.length / 2), 10), children: parseInline(text) });
	}
	return { node: { type: "list", ordered, start: Number(first ?? 1), items }, next: at };
};

/**
 * @param {readonly string[]} lines
 * @param {number} at
 * @returns {FoundBlock | undefined}
 */
const readBlock = (lines, at) => {
	const line = lines[at] ?? "";
	const [, heading, title = ""] = /^(#{1,3}) +(.*\S)/.exec(line) ?? [];
	if (heading)
		return { node: { type: "heading", level: heading.length, children: parseInline(title) }, next: at + 1 };
	const [, small] = /^-# +(.*\S)/.exec(line) ?? [];
	if (small) return { node: { type: "small", children: parseInline(small) }, next: at + 1 };
	if (/^ *(?:[-*]|\d{1,9}\.) +\S/.test(line)) return readList(lines, at);
	return undefined;
};

/**
 * @param {string} text
 * @param {boolean} inQuote
 * @returns {readonly Block[]}
 */
const parseLines = (text, inQuote) => {
	const lines = text.split("\n");
	/** @type {Block[]} */
	const nodes = [];
	/** @type {string[]} */
	let paragraph = [];
	const flush = () => {
		if (paragraph.length > 0) nodes.push({ type: "text", children: parseInline(paragraph.join("\n")) });
		paragraph = [];
	};
	for (let at = 0; at < lines.length; ) {
		const line = lines[at] ?? "";
		/** @type {FoundBlock | undefined} */
		let found;
		if (!inQuote && line.startsWith(">>> ")) {
			const rest = [line.slice(4), ...lines.slice(at + 1)].join("\n");
			found = { node: { type: "quote", children: parseLines(rest, true) }, next: lines.length };
		} else if (!inQuote && /^> /.test(line)) {
			let end = at;
			while (end < lines.length && /^>( |$)/.test(lines[end] ?? "")) end += 1;
			const rest = lines.slice(at, end).map((each) => each.slice(2));
			found = { node: { type: "quote", children: parseLines(rest.join("\n"), true) }, next: end };
		} else found = readBlock(lines, at);
		if (found) {
			flush();
			nodes.push(found.node);
			at = found.next;
		} else {
			paragraph.push(line);
			at += 1;
		}
	}
	flush();
	return nodes;
};

/**
 * The blocks of a whole message.
 *
 * @param {string} text
 */
export const parseMarkdown = (text) => {
	/** @type {Block[]} */
	const nodes = [];
	const fence = /```(?:([\w+-]+)\n)?\n?([\s\S]*?)\n?```/g;
	let from = 0;
	for (const match of text.matchAll(fence)) {
		const code = match[2] ?? "";
		if (!code.trim()) continue;
		const before = text.slice(from, match.index).replace(/\n$/, "");
		if (before) nodes.push(...parseLines(before, false));
		nodes.push({ type: "codeBlock", text: code });
		from = match.index + match[0].length;
	}
	const rest = from > 0 ? text.slice(from).replace(/^\n/, "") : text;
	if (rest) nodes.push(...parseLines(rest, false));
	return nodes;
};
