/** @import { APIEmbed } from "discord-api-types/v10" */
/** @import { MessageView } from "../../page-server/views.ts" */
/** @import { Content } from "../dom.js" */
/** @import { Place } from "../popup.js" */

import { tryAct } from "../api.js";
import { usedName } from "../composer/commands.js";
import { colourText, icon, iconButton, linkOut, make, makeAvatar, makeBadge, targetOf } from "../dom.js";
import { renderMarkdown, renderSnippet } from "../markdown/render.js";
import { goTo, memberById, shown, state, t } from "../state.js";
import { makeMessageTime, shortTime } from "../times.js";
import { fileElement, renderComponents } from "./components.js";
import { openMessageMenu, renderReactions } from "./menu.js";

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
	const name = make("strong", member?.name ?? username);
	return make("p.used.faint.flex", makeAvatar(member, "tiny"), name, ...rest);
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

const pinned = 6;
const threadCreated = 18;
const threadStarter = 21;
const join = 7;
const pollResult = 46;

/** True for Discord's own system messages. @param {MessageView} message */
const isSystem = ({ type }) => [pinned, join, threadCreated, threadStarter, pollResult].includes(type);

/**
 * @param {MessageView} message
 * @param {string} name
 */
const sentence = (message, name) => {
	if (message.type === pinned) return [t("pinnedMessage", { name })];
	if (message.type === join) return [t("joinedServer", { name })];
	if (message.type === threadStarter) return [t("threadStarter", { name })];
	if (message.type === pollResult) {
		const fields = message.embeds[0]?.fields ?? [];
		const told = Object.fromEntries(fields.map((field) => [field.name, field.value]));
		const question = told.poll_question_text ?? "";
		const answer = told.victor_answer_text;
		return [answer ? t("pollWon", { question, answer }) : t("pollDrawn", { question })];
	}
	const thread = message.message_reference?.channel_id;
	return [`${t("startedThread", { name })} `, thread && threadButton(thread, message.content)];
};

/**
 * The properties of every message's article.
 *
 * @param {MessageView} message
 * @param {string} name - the author's
 */
const articleProperties = ({ id, author, timestamp }, name) => ({
	id: `m${id}`,
	tabIndex: -1,
	"data-author": author.id,
	"data-time": timestamp,
	"aria-label": `${name}, ${shortTime(timestamp)}`,
});

/** @param {MessageView} message */
const renderSystem = (message) => {
	const name = memberById(message.author.id)?.name ?? message.author.username;
	return make(
		"article.message.system.faint",
		articleProperties(message, name),
		make("span.system-icon", { "aria-hidden": "true" }, icon(message.type === pinned ? "pin" : "next")),
		make("p.body", sentence(message, name), " ", makeMessageTime(message.timestamp)),
	);
};

/**
 * A button that opens a thread; only the thread's name if the member isn't shown the thread.
 *
 * @param {string} id
 * @param {string} name
 */
const threadButton = (id, name) => {
	const isThere = state.guild.channels.some((channel) => channel.id === id);
	if (!isThere) return make("strong", name);
	return make("button.text-button", { onclick: () => goTo({ channel: id }) }, name);
};

/**
 * A message's poll; undefined if the message has none. A press on an answer votes for it, a second press takes the vote
 * back.
 *
 * @param {MessageView} message
 */
const renderPoll = ({ id, poll, votes }) => {
	if (!poll) return undefined;
	const isOver = poll.results?.is_finalized ?? false;
	/** @param {number} answer */
	const next = (answer) => {
		if (votes.includes(answer)) return votes.filter((each) => each !== answer);
		return poll.allow_multiselect ? [...votes, answer] : [answer];
	};
	const answers = poll.answers.map(({ answer_id: answer, poll_media: { text = "" } }) => {
		const count = poll.results?.answer_counts.find((each) => each.id === answer)?.count ?? 0;
		return make(
			"button.poll-answer.spread",
			{
				disabled: isOver,
				"aria-pressed": String(votes.includes(answer)),
				"data-custom-id": `poll-${answer}`,
				onclick: () => tryAct("vote", { messageId: id, answers: next(answer) }),
			},
			make("span", text),
			make("span.faint", t("votes", { count })),
		);
	});
	return make(
		"div.poll.box",
		{ role: "group", "aria-label": poll.question.text },
		make("strong", poll.question.text),
		answers,
		isOver && make("p.faint", t("pollOver")),
	);
};

/**
 * @param {string} text
 * @param {string | undefined} url
 */
const linked = (text, url) => (url && /^https?:\/\//.test(url) ? linkOut("a", url, text) : text);

/**
 * An embed without its pictures: the page loads nothing from other sites.
 *
 * @param {APIEmbed} embed
 */
const renderEmbed = (embed) => {
	const element = make(
		"div.embed.box",
		embed.author && make("p.embed-author", linked(embed.author.name, embed.author.url)),
		embed.title && make("p.embed-title", linked(embed.title, embed.url)),
		embed.description && renderMarkdown(embed.description),
		embed.fields &&
			embed.fields.length > 0 &&
			make(
				"dl.wrap",
				embed.fields.map(({ name, value, inline }) =>
					make(inline ? "div.inline" : "div", make("dt", name), make("dd", renderMarkdown(value))),
				),
			),
		(embed.footer || embed.timestamp) &&
			make(
				"p.faint",
				embed.footer?.text,
				embed.footer && embed.timestamp && " · ",
				embed.timestamp && makeMessageTime(embed.timestamp),
			),
	);
	if (embed.color) element.style.borderInlineStartColor = colourText(embed.color);
	return element;
};

/**
 * The copies of other messages that a message forwards.
 *
 * @param {MessageView} message
 */
const renderForwarded = ({ message_snapshots: snapshots = [] }) =>
	snapshots.map(({ message }) =>
		make(
			"div.forwarded",
			make("p.faint", t("forwarded")),
			message.content && renderMarkdown(message.content),
			message.embeds.map(renderEmbed),
			message.attachments.map((each) => fileElement(each, (Number(message.flags) & 8192) !== 0)),
			(message.sticker_items ?? []).map(renderSticker),
		),
	);

/** @param {{ readonly name: string }} sticker */
const renderSticker = ({ name }) =>
	make("p.sticker", { role: "img", "aria-label": t("sticker", { name }) }, name);
