/**
 * @import {
 *   APIAttachment, APIFileComponent, APIMediaGalleryComponent, APIUnfurledMediaItem
 * } from "discord-api-types/v10"
 */
/** @import { MessageView } from "../../page-server/views.ts" */
import { coverBlock } from "../cover.js";
import { linkOut, make } from "../dom.js";
import { attachmentPath, makeFileLink, makePlayer, makeVoiceMessage, sizeText } from "../sound/player.js";
import { t } from "../state.js";

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
export const renderMedia = (message, { media, description, spoiler }) => {
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
export const renderGallery = (message, { items }) =>
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
export const renderFile = (message, { file, spoiler }) => {
	const attachment = attachmentOf(message, file);
	if (!attachment) return make("span.faint", t("notShown"));
	const isSound = attachment.content_type?.startsWith("audio/");
	const shown = isSound ? makePlayer(attachment) : makeLink(attachment);
	return spoiler ? coverBlock(shown) : shown;
};
