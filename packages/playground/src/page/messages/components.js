/**
 * @import {
 *   APIAttachment, APIButtonComponent, APIFileComponent, APIMediaGalleryComponent,
 *   APIMessageTopLevelComponent, APISelectMenuComponent, APIThumbnailComponent, APIUnfurledMediaItem
 * } from "discord-api-types/v10"
 */
/** @import { MessageView } from "../../page-server/views.ts" */

import { useComponent } from "../api.js";
import { coverBlock } from "../cover.js";
import { colourText, linkOut, make } from "../dom.js";
import { renderMarkdown } from "../markdown/render.js";
import { attachmentPath, makeFileLink, makePlayer, makeVoiceMessage, sizeText } from "../sound/player.js";
import { t } from "../state.js";
import { makePicker } from "./picker.js";

/** @typedef {APIMessageTopLevelComponent | APIButtonComponent | APISelectMenuComponent | APIThumbnailComponent} Component */

const textDisplay = 10;
const link = 5;
const premium = 6;
const wideSpacing = 2;
/** @type {Readonly<Record<number, string>>} */
const styles = { 1: "primary", 2: "secondary", 3: "success", 4: "danger" };

/**
 * @param {APIButtonComponent} component
 * @param {MessageView} message
 */
const renderButton = (component, message) => {
	if (component.style === premium) return make("span.faint", t("notShown"));
	const label = [component.emoji?.name, component.label].filter(Boolean).join(" ");
	if (component.style === link) {
		const safe = /^(https?|discord):\/\//.test(component.url) ? component.url : "#";
		return linkOut("a.button.link", safe, label);
	}
	const { custom_id: customId, style, disabled = false } = component;
	const className = `button ${styles[style] ?? "secondary"}`;
	const button = make("button", { className, disabled, "data-custom-id": customId }, label);
	button.onclick = () => {
		if (button.hasAttribute("aria-busy")) return;
		void useComponent(button, "click", { messageId: message.id, customId });
	};
	return button;
};

/**
 * Components one below the other. Screen readers describe a menu by the text above it, because "Make a selection"
 * doesn't say what the menu is for.
 *
 * @param {readonly Component[]} components
 * @param {MessageView} message
 */
const renderAll = (components, message) => {
	const all = components.map((each) => renderOne(each, message));
	for (const [index, element] of all.entries())
		if (components[index - 1]?.type === textDisplay)
			element.querySelector(":scope > .picker")?.setAttribute("aria-describedby", all[index - 1]?.id ?? "");
	return all;
};

/**
 * @param {Component} component
 * @param {MessageView} message
 * @returns {HTMLElement}
 */
const renderOne = (component, message) => {
	switch (component.type) {
		case 1:
			return make("div.row.wrap", renderAll(component.components, message));
		case 2:
			return renderButton(component, message);
		case 3:
		case 5:
		case 6:
		case 7:
		case 8: {
			const { custom_id: customId } = component;
			const { element } = makePicker(component, (values) =>
				useComponent(element, "select", { messageId: message.id, customId, values }),
			);
			element.dataset.customId = customId;
			return element;
		}
		case 9: {
			const texts = renderAll(component.components, message);
			const beside = renderOne(component.accessory, message);
			beside.setAttribute("aria-describedby", texts.map(({ id }) => id).join(" "));
			return make("div.section.spread", make("div.section-texts", texts), beside);
		}
		case 10: {
			const text = renderMarkdown(component.content);
			text.id = `text-${message.id}-${component.id}`;
			return text;
		}
		case 11: {
			const thumbnail = renderMedia(message, component);
			thumbnail.classList.add("thumbnail");
			return thumbnail;
		}
		case 12:
			return renderGallery(message, component);
		case 13:
			return renderFile(message, component);
		case 14: {
			const line = make((component.divider ?? true) ? "hr" : "div", { className: "separator" });
			if (component.spacing === wideSpacing) line.classList.add("wide");
			return line;
		}
		case 17: {
			const box = make("div.container.box", renderAll(component.components, message));
			const colour = component.accent_color;
			if (typeof colour === "number") box.style.borderInlineStartColor = colourText(colour);
			return component.spoiler ? coverBlock(box) : box;
		}
		default:
			return make("span.faint", t("notShown"));
	}
};

/** @param {MessageView} message */
export const renderComponents = (message) => renderAll(message.components ?? [], message);

/**
 * The attachment that a component names, by `attachment://NAME` or by its URL.
 *
 * @param {MessageView} message
 * @param {APIUnfurledMediaItem} media
 */
const attachmentOf = ({ attachments }, { url }) => {
	const [, name] = /^attachment:\/\/(.+)$/.exec(url) ?? [];
	return attachments.find((each) => (name === undefined ? each.url === url : each.filename === name));
};

/**
 * An attached picture or video.
 *
 * @param {APIAttachment} attachment
 * @param {string | null | undefined} description
 * @returns {HTMLElement | undefined} undefined for other kinds of file
 */
const makePicture = (attachment, description = attachment.description) => {
	const source = attachmentPath(attachment);
	const text = description ?? attachment.filename;
	if (attachment.content_type?.startsWith("image/"))
		return make("img.picture", { src: source, alt: text, title: description ?? "" });
	if (attachment.content_type?.startsWith("video/"))
		return make("video.picture", { src: source, controls: true, "aria-label": text });
	return undefined;
};

/**
 * A component's picture or video. An external one becomes a link, because the page loads nothing from other sites; a
 * missing one becomes a note.
 *
 * @param {MessageView} message
 * @param {{ media: APIUnfurledMediaItem, description?: string | null, spoiler?: boolean }} item
 */
const renderMedia = (message, { media, description, spoiler }) => {
	const attachment = attachmentOf(message, media);
	const picture = attachment && makePicture(attachment, description);
	const elsewhere = /^https?:\/\//.test(media.url) && !attachment;
	const link = elsewhere
		? linkOut("a.elsewhere", media.url, description ?? media.url)
		: make("span.elsewhere.faint", description ?? t("notShown"));
	const shown = picture ?? link;
	return spoiler ? coverBlock(shown) : shown;
};

/**
 * @param {MessageView} message
 * @param {APIMediaGalleryComponent} gallery
 */
const renderGallery = (message, { items }) =>
	make(
		items.length > 1 ? "div.gallery.several" : "div.gallery",
		items.map((item) => renderMedia(message, item)),
	);

/** @param {APIAttachment} attachment */
const makeLink = (attachment) =>
	make("p.file-name.plain-file.box", makeFileLink(attachment), make("span.faint", sizeText(attachment.size)));

/**
 * A file's player, picture, video or link.
 *
 * @param {APIAttachment} attachment
 * @param {boolean} isVoice
 * @returns {Element}
 */
export const fileElement = (attachment, isVoice) => {
	const isSound = attachment.content_type?.startsWith("audio/");
	if (!isSound) return makePicture(attachment) ?? makeLink(attachment);
	const element = isVoice ? makeVoiceMessage(attachment) : makePlayer(attachment);
	element.dataset.attachment = attachment.id;
	return element;
};

/**
 * The player or link of the attachment that a file component names; a note if the message has no such attachment.
 *
 * @param {MessageView} message
 * @param {APIFileComponent} component
 */
const renderFile = (message, { file, spoiler }) => {
	const attachment = attachmentOf(message, file);
	if (!attachment) return make("span.faint", t("notShown"));
	const isSound = attachment.content_type?.startsWith("audio/");
	const shown = isSound ? makePlayer(attachment) : makeLink(attachment);
	return spoiler ? coverBlock(shown) : shown;
};
