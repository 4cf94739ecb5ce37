/** @import { MessageView } from "../../page-server/views.ts" */

/** @import { APIEmbed } from "discord-api-types/v10" */
import { colourText, linkOut, make } from "../dom.js";
import { renderMarkdown } from "../markdown/render.js";
import { t } from "../texts.js";
import { makeMessageTime } from "../times.js";
import { fileElement } from "./file.js";

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
export const renderEmbed = (embed) => {
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
export const renderForwarded = ({ message_snapshots: snapshots = [] }) =>
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
export const renderSticker = ({ name }) =>
	make("p.sticker", { role: "img", "aria-label": t("sticker", { name }) }, name);
