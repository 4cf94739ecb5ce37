/** @import { ChannelView } from "../../page-server/page-live.ts" */
/** @import { MessageView } from "../../page-server/views.ts" */
/** @import { Place } from "../popup.js" */

import { tryAct } from "../api.js";
import { beginThread, mayBeginThread } from "../composer/begin.js";
import { beginEdit, beginReply } from "../composer/draft.js";
import { make, toast } from "../dom.js";
import { addSubmenu, openMenu } from "../popup.js";
import { localName, state, t } from "../state.js";

const messageCommand = 3;

/** @param {string} text */
const copy = async (text) => {
	await navigator.clipboard.writeText(text);
	toast(t("copied"));
};

const textTypes = [0, 5, 10, 11, 12];

/** @param {MessageView} message */
const chooseForward = (message) => {
	/** @param {ChannelView} channel */
	const forwardTo = async ({ id, name }) => {
		const done = await tryAct("forward", { messageId: message.id, to: id });
		if (done && id !== state.guild.textChannel) toast(t("forwardedTo", { channel: name }));
	};
	const channels = state.guild.channels.filter(({ type }) => textTypes.includes(type));
	openMenu(t("forwardTo"), { anchor: document.querySelector(`#m${message.id} .body`) }, (item) =>
		channels.map((channel) => item(`#${channel.name}`, () => forwardTo(channel), {}, "next")),
	);
};

/**
 * Opens a message's menu. Members can only copy from an ephemeral message.
 *
 * @param {MessageView} message
 * @param {Place} where
 */
export const openMessageMenu = (message, where) => {
	const { me, permissions, commands } = state.guild;
	const isMine = message.author.id === me;
	const mayRemove = isMine || permissions.includes("ManageMessages") || permissions.includes("Administrator");
	const line = () => make("hr", { role: "separator" });
	openMenu(t("more"), where, (item, menu) => {
		const apps = item(t("apps"), () => {}, { "aria-haspopup": "menu" }, "next");
		const offered = message.ephemeral ? [] : commands.filter(({ type }) => type === messageCommand);
		const uses = offered.map((command) => {
			const use = () => tryAct("messageCommand", { name: command.name, messageId: message.id });
			return item(localName(command), use, {}, "app");
		});
		const none = make("p.faint", { role: "menuitem", "aria-disabled": "true" }, t("noApps"));
		addSubmenu(menu, apps, uses.length > 0 ? uses : [none]);
		const copies = [
			item(t("copyText"), () => copy(message.content), { disabled: !message.content }, "copy"),
			item(t("copyId"), () => copy(message.id), {}, "copy"),
		];
		if (message.ephemeral) return [apps, line(), ...copies];
		const reactions = offeredEmoji.map((emoji) =>
			item(emoji, () => react(message, emoji), { "aria-label": t("reactWith", { emoji }) }),
		);
		return [
			apps,
			line(),
			item(t("reply"), () => beginReply(message), {}, "back"),
			isMine && item(t("edit"), () => beginEdit(message), {}, "edit"),
			mayBeginThread() && !message.thread && item(t("createThread"), () => beginThread(message), {}, "chat"),
			!message.poll && item(t("forward"), () => chooseForward(message), {}, "next"),
			mayRemove && item(t("remove"), () => tryAct("remove", { messageId: message.id }), {}, "close"),
			line(),
			...copies,
			line(),
			make("div.quick-reactions.spread", { role: "group", "aria-label": t("addReaction") }, reactions),
		];
	});
};

const offeredEmoji = /** @type {const} */ (["👍", "❤️", "😂", "🎉", "😮", "😢"]);

/**
 * Adds the chosen member's reaction to a message, or takes it back if it is there.
 *
 * @param {MessageView} message
 * @param {string} emoji
 */
const react = (message, emoji) => {
	const mine = message.reactions.some((reaction) => reaction.emoji === emoji && reaction.mine);
	return tryAct("react", { messageId: message.id, emoji, back: mine });
};

/**
 * A message's reactions: a button for each emoji, which adds or removes the chosen member's reaction. False if there
 * are no reactions.
 *
 * @param {MessageView} message
 */
export const renderReactions = (message) =>
	message.reactions.length > 0 &&
	make(
		"div.reactions.wrap",
		{ role: "group", "aria-label": t("reactions") },
		message.reactions.map(({ emoji, count, mine }) =>
			make(
				"button.reaction.box.flex",
				{
					"aria-pressed": String(mine),
					"aria-label": `${emoji} ${count}`,
					"data-custom-id": `reaction ${emoji}`,
					onclick: () => react(message, emoji),
				},
				make("span", emoji),
				make("span.reaction-count", String(count)),
			),
		),
	);
