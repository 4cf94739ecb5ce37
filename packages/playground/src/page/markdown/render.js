import { make } from "../dom.js";
import { localName, memberById, state } from "../state.js";
import { t } from "../texts.js";
import { makeTimestamp } from "../times.js";
import { parseMarkdown } from "./parse.js";

const tags = { strong: "strong", emphasis: "em", underline: "u", strike: "s", text: "div", small: "small" };

const mention = (text, mine = false) => make("span", { className: mine ? "mention mine" : "mention" }, text);

const nameOfCommand = (name) => {
	const command = state.guild?.commands.find((each) => each.name === name.split(" ")[0]);
	return command && !name.includes(" ") ? localName(command) : name;
};

const makeSpoiler = (node) => {
	const cover = make(
		"button",
		{ type: "button", className: "spoiler", "aria-label": t("spoiler") },
		make("span", {}, node.children.map(renderNode)),
	);
	cover.onclick = () => {
		const shown = make("span", { className: "spoiler-shown", tabIndex: -1 }, ...cover.firstChild.childNodes);
		cover.replaceWith(shown);
		shown.focus();
	};
	return cover;
};

const makeList = ({ ordered, start, items }) => {
	const list = make(ordered ? "ol" : "ul", ordered ? { start } : {});
	for (const { depth, children } of items) {
		const item = make("li", {}, children.map(renderNode));
		if (depth > 0) item.classList.add("nested");
		list.append(item);
	}
	return list;
};

const renderNode = (node) => {
	if (typeof node === "string") return node;
	const inner = () => (node.children ?? []).map(renderNode);
	switch (node.type) {
		case "code":
			return make("code", {}, node.text);
		case "codeBlock":
			return make("pre", { tabIndex: 0 }, make("code", {}, node.text));
		case "link":
			return make("a", { href: node.url, rel: "noreferrer noopener", target: "_blank" }, inner());
		case "user": {
			const member = memberById(node.id);
			return mention(member ? `@${member.name}` : t("unknownUser"), node.id === state.guild?.me);
		}
		case "role": {
			const role = state.guild?.roles.find(({ id }) => id === node.id);
			return mention(role ? `@${role.name}` : t("unknownRole"));
		}
		case "channel": {
			const channel = state.guild?.channels.find(({ id }) => id === node.id);
			return mention(channel ? `#${channel.name}` : t("unknownChannel"));
		}
		case "everyone":
			return mention(node.name);
		case "command":
			return make(
				"button",
				{ type: "button", className: "mention", "data-command": node.name },
				`/${nameOfCommand(node.name)}`,
			);
		case "time":
			return makeTimestamp(node.at, node.style);
		case "spoiler":
			return makeSpoiler(node);
		case "quote":
			return make("blockquote", {}, inner());
		// The page has its own headings; a member's are headings to the eye only.
		case "heading":
			return make("div", { className: `heading heading-${node.level}` }, inner());
		case "list":
			return makeList(node);
		default:
			return make(tags[node.type], {}, inner());
	}
};

/** A message's text as elements. */
export const renderMarkdown = (text) =>
	make("div", { className: "markdown" }, parseMarkdown(text).map(renderNode));
