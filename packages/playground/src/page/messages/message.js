/** @import { MessageView } from "../../page-server/views.ts" */
/** @import { Content } from "../dom.js" */
/** @import { Place } from "../popup.js" */
import { tryAct } from "../api.js";
import { makeAvatar, makeBadge } from "../avatar.js";
import { usedName } from "../composer/commands.js";
import { icon, iconButton, make, targetOf } from "../dom.js";
import { renderMarkdown } from "../markdown/render.js";
import { renderSnippet } from "../markdown/snippet.js";
import { memberById, shown, state } from "../state.js";
import { t } from "../texts.js";
import { makeMessageTime, shortTime } from "../times.js";
import { renderComponents } from "./components.js";
import { renderEmbed, renderForwarded, renderSticker } from "./embed.js";
import { fileElement } from "./file.js";
import { openMessageMenu } from "./menu.js";
import { renderPoll } from "./poll.js";
import { renderReactions } from "./reactions.js";
import { articleProperties, isSystem, renderSystem, threadButton } from "./system.js";

const flags = { loading: 128, voice: 8192, layout: 32_768 };

/**
 * @param {MessageView} message
 * @param {number} flag
 */
const hasFlag = (message, flag) => (Number(message.flags) & flag) !== 0;

/**
 * The line above a message that says whom the message answers.
 *
 * @param {{ readonly id: string, readonly username: string }} user
 * @param {readonly Content[]} rest - after the user's name
 */
const lineAbove = ({ id, username }, ...rest) => {
	const member = memberById(id);
	return make(
		"p.used.faint.flex",
		makeAvatar(member, "tiny"),
		make("strong", member?.name ?? username),
		...rest,
	);
};

/**
 * The line above a command's answer.
 *
 * @param {Parameters<typeof lineAbove>[0]} user
 * @param {string} command
 */
export const usedLine = (user, command) =>
	lineAbove(user, ` ${t("used")} `, make("span.mention", usedName(command)));

const reply = 19;

/** @param {MessageView} message */
const answeredLine = ({ type, referenced_message: source }) => {
	if (source) return lineAbove(source.author, make("span.snippet", " ", renderSnippet(source.content)));
	return type === reply && make("p.used.faint.flex", t("originalDeleted"));
};

/** @param {() => unknown} dismiss */
export const privateLine = (dismiss) =>
	make(
		"p.private-line.faint.flex.wrap",
		icon("eye"),
		`${t("onlyYou")} · `,
		make("button.text-button", { onclick: dismiss }, t("dismiss")),
	);

/**
 * Where words can be added to a text: its last, innermost block or, after a block of code, the box around the code.
 *
 * @param {Element} box
 * @returns {Element}
 */
const lineEnd = (box) => {
	const last = box.lastElementChild;
	const isBlock = last !== null && ["DIV", "UL", "OL", "LI", "BLOCKQUOTE"].includes(last.tagName);
	return isBlock && last === box.lastChild ? lineEnd(last) : box;
};

/**
 * @param {MessageView} message
 * @param {string} name
 */
const renderBody = (message, name) => {
	const text = message.content ? renderMarkdown(message.content) : undefined;
	if (message.edited_timestamp && text) lineEnd(text).append(make("span.edited.faint", ` ${t("edited")}`));
	return make(
		"div.body",
		hasFlag(message, flags.loading) &&
			make(
				"p.thinking.flex",
				make("span.dots", { "aria-hidden": "true" }, make("i"), make("i"), make("i")),
				t("thinking", { name }),
			),
		text,
		renderForwarded(message),
		renderPoll(message),
		(message.sticker_items ?? []).map(renderSticker),
		message.embeds.map(renderEmbed),
		// A message with the flag IS_COMPONENTS_V2 shows its files as components.
		hasFlag(message, flags.layout)
			? []
			: message.attachments.map((each) => fileElement(each, hasFlag(message, flags.voice))),
		renderComponents(message),
		message.thread &&
			make("p.thread.flex", icon("hash"), threadButton(message.thread.id, message.thread.name ?? "")),
		renderReactions(message),
		message.ephemeral && privateLine(() => tryAct("dismiss", { messageId: message.id })),
	);
};

const makePin = () =>
	make("span.pin", { role: "img", "aria-label": t("pinned"), title: t("pinned") }, icon("pin"));

/** @param {MessageView} message */
const mentionsMe = (message) =>
	message.mention_everyone || message.mentions.some(({ id }) => id === state.guild.me);

/** @param {MessageView} message */
export const renderMessage = (message) => {
	if (isSystem(message)) return renderSystem(message);
	const author = memberById(message.author.id);
	const name = author?.name ?? message.author.username;
	const above = message.interaction
		? usedLine(message.interaction.user, message.interaction.name)
		: answeredLine(message);
	const article = make(
		"article.message",
		{ ...articleProperties(message, name), "data-answers": message.interaction?.id },
		above,
		makeAvatar(author ?? { name }),
		make("span.short-time.faint", { "aria-hidden": "true" }, shortTime(message.timestamp)),
		make(
			"header.wrap",
			make("strong", { className: author?.bot ? "name app" : "name" }, name),
			message.author.bot && makeBadge(),
			makeMessageTime(message.timestamp),
			message.pinned && makePin(),
		),
		renderBody(message, name),
	);
	if (above) article.classList.add("replies");
	if (message.ephemeral) article.classList.add("private");
	if (mentionsMe(message)) article.classList.add("mentions-me");
	if (!hasFlag(message, flags.loading)) {
		/** @param {Place} where */
		const open = (where) => openMessageMenu(shown.get(message.id) ?? message, where);
		const more = iconButton("more", t("more"), () => open({ anchor: more }), {
			tabIndex: -1,
			"aria-haspopup": "menu",
		});
		more.classList.add("more");
		article.append(more);
		article.oncontextmenu = (event) => {
			if (targetOf(event).closest("a, input, textarea") || getSelection()?.toString()) return;
			event.preventDefault();
			const byKey = event.clientX === 0 && event.clientY === 0;
			open(byKey ? { anchor: article.querySelector("header") } : { x: event.clientX, y: event.clientY });
		};
		article.onkeydown = (event) => {
			if (event.key !== "Enter" || event.target !== article) return;
			event.preventDefault();
			open({ anchor: article.querySelector(".body") });
		};
	}
	return article;
};
