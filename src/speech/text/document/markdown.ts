import { decodeHTMLStrict } from "entities/decode";
import { Lexer, type Token, Tokenizer, type Tokens } from "marked";
import { type Block, cutPieces, escapeWords, makeBlocks, makeHeading, stripTags } from "./block.ts";

const fence = /^ {0,3}(`{3,}|~{3,})/;
const definition = /^ {0,3}\[\^([^\]\s]{1,50})\]:(.*)$/;
const continued = /^(?: {2,}|\t)\S/;

/** Splits off the front matter, which is for programs. @returns its title, or "", and the rest */
const takeFrontMatter = (text: string): { readonly title: string; readonly rest: string } => {
	const mark = /^(---|\+\+\+)[ \t]*\n/.exec(text);
	const close = mark ? text.indexOf(`\n${mark[1]}`, mark[0].length - 1) : -1;
	if (!mark || close === -1) return { title: "", rest: text };
	const matter = text.slice(mark[0].length, close).split("\n");
	const line = matter.find((each) => /^title[ \t]*[:=]/i.test(each)) ?? "";
	const title = line.replace(/^title[ \t]*[:=]/i, "").trim();
	const unquoted = /^(["']).*\1$/.test(title) ? title.slice(1, -1) : title;
	const end = text.indexOf("\n", close + 1);
	return { title: unquoted, rest: end === -1 ? "" : text.slice(end + 1) };
};

/** Splits off footnotes. @returns their words by ID, and the rest */
const takeFootnotes = (text: string) => {
	const notes = new Map<string, string>();
	const body: string[] = [];
	let open: string | undefined;
	let note: string | undefined;
	for (const line of text.split("\n")) {
		const [, run] = fence.exec(line) ?? [];
		if (run !== undefined && open === undefined) open = run;
		else if (run !== undefined && open !== undefined && run.startsWith(open)) open = undefined;
		const [, id, words = ""] = (open === undefined && definition.exec(line)) || [];
		if (id !== undefined) {
			note = id;
			notes.set(id, words.trim());
		} else if (note !== undefined && continued.test(line))
			notes.set(note, `${notes.get(note)} ${line.trim()}`);
		else {
			note = undefined;
			body.push(line);
		}
	}
	return { notes, body: body.join("\n") };
};

const reference = /\[\^([^\]\s]{1,50})\]/g;
/** Stands for any code, in Discord's markup. Only the words "code block" are said for it. */
const codeBlock = "```x```";

const readHtml = (html: string): string => {
	let text = "";
	for (let at = 0; at < html.length; ) {
		const open = html.indexOf("<!--", at);
		text += html.slice(at, open === -1 ? undefined : open);
		const close = open === -1 ? -1 : html.indexOf("-->", open);
		at = close === -1 ? html.length : close + 3;
	}
	return escapeWords(decodeHTMLStrict(stripTags(text.replace(/<br\s?\/?>/gi, "\n"))));
};

/** The most characters of a paragraph that are read at once: marks within them take time quadratic in their number. */
const inlineMaxCharacters = 1_000;

/**
 * Bounds the number of cells in tables. The parser fills up short rows, so a short file could get very many cells. Once
 * there are more cells than the file has characters, tables are read as plain words.
 */
class BoundedTokenizer extends Tokenizer {
	#cellsLeft: number;

	constructor(characters: number) {
		super();
		this.#cellsLeft = characters;
	}

	override table(src: string): Tokens.Table | undefined {
		if (this.#cellsLeft < 0) return undefined;
		const [, header, , rows = ""] = this.rules.block.table.exec(src) ?? [];
		if (header === undefined) return undefined;
		this.#cellsLeft -= (header.split("|").length - 1) * (rows.split("\n").length + 1);
		return this.#cellsLeft < 0 ? undefined : super.table(src);
	}
}

/** A lexer whose time is linear in a file's length, whatever is in the file. */
class BoundedLexer extends Lexer {
	constructor(characters: number) {
		super({ gfm: true, tokenizer: new BoundedTokenizer(characters) });
	}

	override inline(text: string, tokens: Token[] = []): Token[] {
		for (const src of cutPieces(text, inlineMaxCharacters)) this.inlineQueue.push({ src, tokens });
		return tokens;
	}
}

/**
 * @param notes - the words of footnotes by ID
 * @returns a function that reads a Markdown file's tokens. Each footnote is read once, after its first reference
 */
const readerWith = (notes: ReadonlyMap<string, string>) => {
	/** Footnotes that the current paragraph refers to. */
	const due = new Set<string>();
	const known = new Set<string>();

	const readWords = (text: string): string => {
		const words = text.replace(reference, (found, id: string) => {
			if (!notes.has(id)) return found;
			if (!known.has(id)) due.add(id);
			return "";
		});
		return escapeWords(decodeHTMLStrict(words));
	};

	/** A bare address stays an address, of which only the host is said later. */
	const readLink = ({ href, text, tokens }: Tokens.Link): string =>
		/^https?:\/\//i.test(text) ? ` ${href.replace(/[\s\\]/g, "")} ` : readInline(tokens);

	const readInline = (tokens: readonly Token[] = []): string => tokens.map(readInlineToken).join("");

	const readInlineToken = (token: Token): string => {
		switch (token.type) {
			case "link":
				return readLink(token as Tokens.Link);
			case "strong":
			case "em":
			case "del":
				return readInline(token.tokens);
			case "codespan":
			case "escape":
			case "image":
				return escapeWords(decodeHTMLStrict(token.text));
			case "br":
				return "\n";
			case "html":
				return /^<br\s?\/?>$/i.test(token.raw) ? "\n" : "";
			case "text":
				return token.tokens ? readInline(token.tokens) : readWords(token.text);
			// A task's checkbox, and anything else without words.
			default:
				return "";
		}
	};

	const readList = ({ items, ordered, start }: Tokens.List): Block[] => {
		const first = Number(start) || 1;
		const lines = items.map(({ tokens }, index) => {
			const words = tokens.flatMap(readBlock).map(({ text }) => text);
			return ordered ? `${first + index}. ${words.join("\n")}` : words.join("\n");
		});
		return makeBlocks(lines.join("\n"));
	};

	const readTable = ({ header, rows }: Tokens.Table): Block[] => {
		const lines = [header, ...rows].map((cells) =>
			cells
				.map(({ tokens }) => readInline(tokens))
				.filter((words) => words.trim() !== "")
				.join(", "),
		);
		return makeBlocks(lines.join(".\n"));
	};

	const readBlock = (token: Token): Block[] => {
		switch (token.type) {
			case "heading":
				return makeHeading(readInline(token.tokens));
			case "paragraph":
			case "text":
				return makeBlocks(token.tokens ? readInline(token.tokens) : readWords(token.text));
			case "blockquote":
				return read(token.tokens ?? []).map(({ text }) => ({ text }));
			case "list":
				return readList(token as Tokens.List);
			case "table":
				return readTable(token as Tokens.Table);
			case "code":
				return [{ text: codeBlock }];
			case "html":
				return makeBlocks(readHtml(token.text));
			default:
				return [];
		}
	};

	const readNotes = (): Block[] => {
		const ids = [...due];
		due.clear();
		for (const id of ids) known.add(id);
		return ids.flatMap((id) => makeBlocks(`(${escapeWords(notes.get(id) ?? "")})`));
	};

	const read = (tokens: readonly Token[]): Block[] =>
		tokens.flatMap((token) => [...readBlock(token), ...readNotes()]);
	return read;
};

/**
 * Reads Markdown as a person would read it out: footnotes after the paragraph that refers to them, "code block" for
 * code, a table row by row. Of the front matter only the title is read.
 *
 * @throws RangeError if the text is nested too deeply
 */
export const readMarkdown = (text: string): Block[] => {
	const { title, rest } = takeFrontMatter(text);
	const { notes, body } = takeFootnotes(rest);
	return [...makeHeading(escapeWords(title)), ...readerWith(notes)(new BoundedLexer(body.length).lex(body))];
};
