/** @import { APIAttachment, APIFileComponent } from "discord-api-types/v10" */
/** @import { MessageView } from "../../page-server/messages.ts" */
import { coverBlock } from "../cover.js";
import { make } from "../dom.js";
import { makePlayer, sizeText } from "../sound/player.js";
import { attachmentPath } from "../sound/playing.js";
import { makeVoiceMessage } from "../sound/voice-message.js";
import { t } from "../texts.js";
import { attachmentOf, makePicture } from "./media.js";

/** @param {APIAttachment} attachment */
const makeLink = (attachment) =>
	make(
		"p",
		{ className: "file-name plain-file" },
		make("a", { href: attachmentPath(attachment), download: attachment.filename }, attachment.filename),
		make("span", { className: "faint" }, sizeText(attachment.size)),
	);

/**
 * A file's element; an existing one is kept, so that an edit doesn't stop playback.
 *
 * @param {APIAttachment} attachment
 * @param {boolean} isVoice
 * @param {HTMLElement | undefined} old
 * @returns {Element}
 */
export const fileElement = (attachment, isVoice, old) => {
	const kept = old?.querySelector(`[data-attachment="${attachment.id}"]`);
	if (kept) return kept;
	const make = isVoice ? makeVoiceMessage : makePlayer;
	const isSound = attachment.content_type?.startsWith("audio/");
	const element = isSound ? make(attachment) : (makePicture(attachment) ?? makeLink(attachment));
	element.dataset.attachment = attachment.id;
	return element;
};

/**
 * A file that a component shows.
 *
 * @param {MessageView} message
 * @param {APIFileComponent} component
 */
export const renderFile = (message, { file, spoiler }) => {
	const attachment = attachmentOf(message, file);
	if (!attachment) return make("span", { className: "faint" }, t("notShown"));
	const isSound = attachment.content_type?.startsWith("audio/");
	const shown = isSound ? makePlayer(attachment) : makeLink(attachment);
	return spoiler ? coverBlock(shown) : shown;
};
