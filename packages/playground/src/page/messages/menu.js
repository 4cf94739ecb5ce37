/** @import { MessageView } from "../../page-server/messages.ts" */
/** @import { IconName, Properties } from "../dom.js" */
/** @import { Place } from "../popup.js" */
import { tryAct } from "../api.js";
import { beginEdit, beginReply } from "../composer/draft.js";
import { icon, make, toast } from "../dom.js";
import { moveByArrows, openPopup } from "../popup.js";
import { localName, state } from "../state.js";
import { addSubmenu } from "../submenu.js";
import { t } from "../texts.js";
import { offeredEmoji, react } from "./reactions.js";

const messageCommand = 3;

/** @param {MessageView} message */
const articleOf = ({ id }) => document.querySelector(`#m${id} .body`);

/** @param {string} text */
const copy = async (text) => {
	await navigator.clipboard.writeText(text);
	toast(t("copied"));
};

/**
 * Opens a message's menu: the apps' commands, answering, changing and copying.
 *
 * @param {MessageView} message
 * @param {Place} where
 */
export const openMessageMenu = (message, where) => {
	const menu = make("div", { className: "menu", role: "menu", "aria-label": t("more") });
	moveByArrows(menu);
	let close = () => {};
	/** @param {() => void} run */
	const done = (run) => {
		close();
		run();
	};
	/**
	 * @param {string} label
	 * @param {IconName} symbol
	 * @param {() => void} run
	 * @param {Properties<"button">} more
	 */
	const item = (label, symbol, run, more = {}) =>
		make(
			"button",
			{ type: "button", role: "menuitem", tabIndex: -1, onclick: run, ...more },
			label,
			icon(symbol),
		);
	const reactions = () =>
		make(
			"div",
			{ className: "quick-reactions", role: "group", "aria-label": t("addReaction") },
			offeredEmoji.map((emoji) =>
				make(
					"button",
					{
						type: "button",
						role: "menuitem",
						tabIndex: -1,
						"aria-label": t("reactWith", { emoji }),
						onclick: () => done(() => react(message, emoji)),
					},
					emoji,
				),
			),
		);
	const isMine = message.author.id === state.guild.me;
	const may = state.guild.permissions;
	const mayRemove = isMine || may.includes("ManageMessages") || may.includes("Administrator");
	const ownItems = message.ephemeral
		? []
		: [
				item(t("reply"), "back", () => done(() => beginReply(message))),
				...(isMine ? [item(t("edit"), "edit", () => done(() => beginEdit(message)))] : []),
				...(message.poll
					? []
					: [item(t("forward"), "next", () => done(() => chooseForward(message, articleOf(message))))]),
				...(mayRemove
					? [item(t("remove"), "close", () => done(() => tryAct("remove", { messageId: message.id })))]
					: []),
				make("hr", { role: "separator" }),
			];
	const commands = message.ephemeral
		? []
		: state.guild.commands.filter(({ type }) => type === messageCommand);
	const apps = item(t("apps"), "next", () => {}, { "aria-haspopup": "menu" });
	menu.append(
		apps,
		make("hr", { role: "separator" }),
		...ownItems,
		item(t("copyText"), "copy", () => done(() => copy(message.content)), { disabled: !message.content }),
		item(t("copyId"), "copy", () => done(() => copy(message.id))),
		...(message.ephemeral ? [] : [make("hr", { role: "separator" }), reactions()]),
	);
	close = openPopup(menu, where);
	addSubmenu(menu, apps, () =>
		commands.length === 0
			? [make("p", { role: "menuitem", "aria-disabled": "true", className: "faint" }, t("noApps"))]
			: commands.map((command) =>
					item(localName(command), "app", () =>
						done(() => tryAct("messageCommand", { name: command.name, messageId: message.id })),
					),
				),
	);
	apps.focus();
};

const textTypes = [0, 5, 10, 11, 12];

/**
 * Asks where to forward a message.
 *
 * @param {MessageView} message
 * @param {Element | null} anchor
 */
const chooseForward = (message, anchor) => {
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
