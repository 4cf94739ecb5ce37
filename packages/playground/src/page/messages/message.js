import { tryAct } from "../api.js";
import { makeAvatar, makeBadge } from "../avatar.js";
import { icon, iconButton, make } from "../dom.js";
import { renderMarkdown } from "../markdown/render.js";
import { makePlayer } from "../sound/player.js";
import { attachmentPath } from "../sound/playing.js";
import { makeVoiceMessage } from "../sound/voice-message.js";
import { memberById, state } from "../state.js";
import { t } from "../texts.js";
import { makeMessageTime, shortTime } from "../times.js";
import { renderComponents } from "./components.js";
import { renderEmbed } from "./embed.js";
import { openMessageMenu } from "./menu.js";

const flags = { loading: 128, voice: 8192 };
const snippetLength = 80;

const renderFile = (attachment, isVoice) => {
	if (attachment.content_type?.startsWith("audio/"))
		return isVoice ? makeVoiceMessage(attachment) : makePlayer(attachment);
	return make(
		"p",
		{ className: "file-name plain-file" },
		make("a", { href: attachmentPath(attachment), download: attachment.filename }, attachment.filename),
	);
};

/** A file's element; the one already there is kept, so that an edit does not stop what is playing. */
const fileElement = (attachment, isVoice, old) => {
	const kept = old?.querySelector(`[data-attachment="${attachment.id}"]`);
	if (kept) return kept;
	const element = renderFile(attachment, isVoice);
	element.dataset.attachment = attachment.id;
	return element;
};

const usedLine = ({ interaction }) => {
	const asker = memberById(interaction.user.id);
	const isMenu = state.guild.commands.some(({ type, name }) => type !== 1 && name === interaction.name);
	return make(
		"p",
		{ className: "used" },
		makeAvatar(asker, "tiny"),
		make("strong", {}, asker?.name ?? interaction.user.username),
		` ${t("used")} `,
		make("span", { className: "mention" }, `${isMenu ? "" : "/"}${interaction.name}`),
	);
};

const referenceLine = ({ referenced_message: source }) =>
	make(
		"p",
		{ className: "used" },
		makeAvatar(memberById(source.author.id), "tiny"),
		make("strong", {}, memberById(source.author.id)?.name ?? source.author.username),
		make("span", { className: "snippet" }, ` ${source.content.slice(0, snippetLength)}`),
	);

const privateLine = (message) =>
	make(
		"p",
		{ className: "private-line" },
		icon("eye"),
		`${t("onlyYou")} · `,
		make(
			"button",
			{
				type: "button",
				className: "text-button",
				onclick: () => tryAct("dismiss", { messageId: message.id }),
			},
			t("dismiss"),
		),
	);

const renderBody = (message, name, old) => {
	const loading = Boolean(message.flags & flags.loading);
	const text = message.content ? renderMarkdown(message.content) : undefined;
	if (message.edited_timestamp && text)
		(text.lastElementChild ?? text).append(make("span", { className: "edited" }, ` ${t("edited")}`));
	return make(
		"div",
		{ className: "body" },
		loading &&
			make(
				"p",
				{ className: "thinking" },
				make("span", { className: "dots", "aria-hidden": "true" }, make("i"), make("i"), make("i")),
				t("thinking", { name }),
			),
		text,
		(message.embeds ?? []).map(renderEmbed),
		(message.attachments ?? []).map((each) => fileElement(each, message.flags & flags.voice, old)),
		renderComponents(message),
		message.ephemeral && privateLine(message),
	);
};

const mentionsMe = (message) =>
	message.mention_everyone || message.mentions?.some(({ id }) => id === state.guild.me);

/** A message as an element. `old` is the one it takes the place of. */
export const renderMessage = (message, old) => {
	const author = memberById(message.author.id);
	const name = author?.name ?? message.author.username;
	const reply = message.interaction
		? usedLine(message)
		: message.referenced_message && referenceLine(message);
	const article = make(
		"article",
		{
			id: `m${message.id}`,
			className: "message",
			tabIndex: old?.tabIndex ?? -1,
			"data-author": message.author.id,
			"data-time": message.timestamp,
			"data-answers": message.interaction?.id,
			"aria-label": `${name}, ${shortTime(message.timestamp)}`,
		},
		reply,
		makeAvatar(author ?? { name }),
		make("span", { className: "short-time", "aria-hidden": "true" }, shortTime(message.timestamp)),
		make(
			"header",
			{},
			make("strong", { className: author?.bot ? "name app" : "name" }, name),
			message.author.bot && makeBadge(),
			makeMessageTime(message.timestamp),
		),
		renderBody(message, name, old),
	);
	if (reply) article.classList.add("replies");
	if (message.ephemeral) article.classList.add("private");
	if (mentionsMe(message)) article.classList.add("mentions-me");
	if (!(message.flags & flags.loading)) {
		const open = (where) => openMessageMenu(message, where);
		const more = iconButton("more", t("more"), () => open({ anchor: more }), {
			tabIndex: -1,
			"aria-haspopup": "menu",
		});
		more.classList.add("more");
		article.append(more);
		article.oncontextmenu = (event) => {
			if (event.target.closest("a, input, textarea") || getSelection()?.toString()) return;
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
