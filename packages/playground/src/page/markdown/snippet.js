/** @import { Block, Inline } from "./parse.js" */
import { make } from "../dom.js";
import { t } from "../texts.js";
import { parseMarkdown } from "./parse.js";
import { renderNode } from "./render.js";

/** @typedef {{ readonly text: string, readonly hidden: boolean }} Piece */

const longest = 80;
/** @type {Piece} */
const gap = { text: " ", hidden: false };

/**
 * @param {Inline | Block} node
 * @returns {string}
 */
const plain = (node) => {
	const rendered = renderNode(node);
	return typeof rendered === "string" ? rendered : rendered.textContent;
};

/**
 * @param {Inline | Block} node
 * @returns {readonly Piece[]}
 */
const piecesOf = (node) => {
	if (typeof node === "string") return [{ text: node, hidden: false }];
	if (node.type === "spoiler") return [{ text: node.children.map(plain).join(""), hidden: true }];
	if (node.type === "list") return node.items.flatMap(({ children }) => [...children.flatMap(piecesOf), gap]);
	if (!("children" in node)) return [{ text: plain(node), hidden: false }];
	const pieces = node.children.flatMap(piecesOf);
	return node.type === "heading" || node.type === "small" || node.type === "text" ? [...pieces, gap] : pieces;
};

/**
 * A covered piece of a snippet. Its words aren't in the page, because a snippet can't be uncovered.
 *
 * @param {string} text
 */
const cover = (text) =>
	make("span.spoiler", { role: "img", "aria-label": t("spoiler") }, "\u00a0".repeat(text.length));

/**
 * The beginning of a message's text as one line without markup. Its spoilers stay covered.
 *
 * @param {string} text
 * @returns {(string | HTMLElement)[]}
 */
export const renderSnippet = (text) => {
	let left = longest;
	const shown = [];
	for (const piece of parseMarkdown(text).flatMap(piecesOf)) {
		const part = piece.text.slice(0, left);
		left -= part.length;
		if (part) shown.push(piece.hidden ? cover(part) : part);
	}
	return shown;
};
