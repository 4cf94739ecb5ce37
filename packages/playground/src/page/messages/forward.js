/** @import { MessageView } from "../../page-server/messages.ts" */
import { tryAct } from "../api.js";
import { icon, make } from "../dom.js";
import { renderMarkdown } from "../markdown/render.js";
import { moveByArrows, openPopup } from "../popup.js";
import { state } from "../state.js";
import { t } from "../texts.js";
import { toast } from "../toast.js";
import { renderEmbed } from "./embed.js";
import { fileElement } from "./file.js";

const textTypes = [0, 5, 10, 11, 12];

/**
 * What a message forwards, as it was.
 *
 * @param {MessageView} message
 */
export const renderForwarded = ({ message_snapshots: snapshots = [] }) =>
	snapshots.map(({ message }) =>
		make(
			"div",
			{ className: "forwarded" },
			make("p", { className: "faint" }, t("forwarded")),
			message.content && renderMarkdown(message.content),
			message.embeds.map(renderEmbed),
			message.attachments.map((each) => fileElement(each, (Number(message.flags) & 8192) !== 0, undefined)),
			(message.sticker_items ?? []).map(renderSticker),
		),
	);

/** @param {{ readonly name: string }} sticker */
export const renderSticker = ({ name }) =>
	make("p", { className: "sticker", role: "img", "aria-label": t("sticker", { name }) }, name);

/**
 * Asks where to forward a message.
 *
 * @param {MessageView} message
 * @param {Element | null} anchor
 */
export const chooseForward = (message, anchor) => {
	const menu = make("div", { className: "menu", role: "menu", "aria-label": t("forwardTo") });
	moveByArrows(menu);
	let close = () => {};
	const items = state.guild.channels
		.filter(({ type }) => textTypes.includes(type))
		.map(({ id, name }) =>
			make(
				"button",
				{
					type: "button",
					role: "menuitem",
					tabIndex: -1,
					async onclick() {
						close();
						const done = await tryAct("forward", { messageId: message.id, to: id });
						if (done && id !== state.guild.textChannel) toast(t("forwardedTo", { channel: name }));
					},
				},
				`#${name}`,
				icon("next"),
			),
		);
	menu.append(...items);
	close = openPopup(menu, { anchor });
	items[0]?.focus();
};
