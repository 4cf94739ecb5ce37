/** @import { Block, Inline, List } from "./parse.js" */

import { labelOf } from "../composer/commands.js";
import { coverText } from "../cover.js";
import { icon, linkOut, make } from "../dom.js";
import { memberById, state, t } from "../state.js";
import { makeTimestamp } from "../times.js";
import { parseMarkdown } from "./parse.js";

const tags = /** @type {const} */ ({
	strong: "strong",
	emphasis: "em",
	underline: "u",
	strike: "s",
	text: "div",
	small: "small",
});

/** @param {string} text */
const mention = (text, mine = false) => make("span", { className: mine ? "mention mine" : "mention" }, text);

/**
 * A button that goes to a message in a channel of the shown server or direct messages; undefined for other URLs.
 *
 * @param {string} url
 */
const linkMessage = (url) => {
	const [, guild, id, message] =
		/^https:\/\/discord\.com\/channels\/(@me|\d+)\/(\d+)\/(\d+)$/.exec(url) ?? [];
	const channel = state.guild.channels.find((each) => each.id === id);
	if (!message || !channel || guild !== (state.guild.isPrivate ? "@me" : state.guild.id)) return undefined;
	const label = `#${channel.name} › `;
	return make("button.mention", { "data-channel": id, "data-message": message }, label, icon("chat"));
};

/** @param {List} list */
const makeList = ({ ordered, start, items }) => {
	const list = ordered ? make("ol", { start }) : make("ul");
	for (const { depth, children } of items) {
		const item = make("li", children.map(renderNode));
		if (depth > 0) item.classList.add("nested");
		list.append(item);
	}
	return list;
};

/**
 * @param {Inline | Block} node
 * @returns {string | HTMLElement}
 */
const renderNode = (node) => {
	if (typeof node === "string") return node;
	switch (node.type) {
		case "code":
			return make("code", node.text);
		case "codeBlock":
			return make("pre", { tabIndex: 0 }, make("code", node.text));
		case "link":
			return linkMessage(node.url) ?? linkOut("a", node.url, node.children.map(renderNode));
		case "user": {
			const member = memberById(node.id);
			return mention(member ? `@${member.name}` : t("unknownUser"), node.id === state.guild.me);
		}
		case "role": {
			const role = state.guild.roles.find(({ id }) => id === node.id);
			return mention(role ? `@${role.name}` : t("unknownRole"));
		}
		case "channel": {
			const channel = state.guild.channels.find(({ id }) => id === node.id);
			return mention(channel ? `#${channel.name}` : t("unknownChannel"));
		}
		case "everyone":
			return mention(node.name);
		case "command":
			return make("button.mention", { "data-command": node.name }, `/${labelOf(node.name)}`);
		case "time":
			return makeTimestamp(node.at, node.style);
		case "spoiler":
			return coverText(node.children.map(renderNode));
		case "quote":
			return make("blockquote", node.children.map(renderNode));
		// A message's heading isn't an HTML heading, so that screen readers list only the page's own headings.
		case "heading":
			return make("div", { className: `heading heading-${node.level}` }, node.children.map(renderNode));
		case "list":
			return makeList(node);
		default:
			return make(tags[node.type], {}, node.children.map(renderNode));
	}
};

/** @param {string} text */
export const renderMarkdown = (text) => make("div.markdown", parseMarkdown(text).map(renderNode));

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
