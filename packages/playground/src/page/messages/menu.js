/** @import { MessageView } from "../../page-server/messages.ts" */
/** @import { IconName, Properties } from "../dom.js" */
/** @import { Place } from "../popup.js" */
import { tryAct } from "../api.js";
import { focusOn, icon, make } from "../dom.js";
import { moveByArrows, openPopup } from "../popup.js";
import { localName, state } from "../state.js";
import { t } from "../texts.js";
import { toast } from "../toast.js";
import { offeredEmoji, react } from "./reactions.js";

const messageCommand = 3;

/** @param {string} text */
const copy = async (text) => {
	await navigator.clipboard.writeText(text);
	toast(t("copied"));
};

/**
 * Opens a message's menu: the apps' commands, and copying.
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
	/** @param {HTMLElement[]} items */
	const show = (items) => {
		menu.replaceChildren(...items);
		focusOn(menu, "button:not(:disabled)");
	};
	const showApps = () => {
		const commands = message.ephemeral
			? []
			: state.guild.commands.filter(({ type }) => type === messageCommand);
		show([
			item(t("apps"), "back", showFirst, { "aria-label": `${t("apps")}: ${t("back")}` }),
			make("hr", { role: "separator" }),
			...commands.map((command) =>
				item(localName(command), "app", () =>
					done(() => tryAct("messageCommand", { name: command.name, messageId: message.id })),
				),
			),
			...(commands.length === 0
				? [make("p", { role: "menuitem", "aria-disabled": "true", className: "faint" }, t("noApps"))]
				: []),
		]);
		focusOn(menu, commands.length > 0 ? "button ~ button" : "button");
	};
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
	const showFirst = () =>
		show([
			item(t("apps"), "next", showApps, { "aria-haspopup": "menu" }),
			make("hr", { role: "separator" }),
			item(t("copyText"), "copy", () => done(() => copy(message.content)), { disabled: !message.content }),
			item(t("copyId"), "copy", () => done(() => copy(message.id))),
			...(message.ephemeral ? [] : [make("hr", { role: "separator" }), reactions()]),
		]);
	menu.addEventListener("keydown", (event) => {
		const inApps = menu.querySelector("[aria-haspopup]") === null;
		if (event.key === "ArrowRight" && document.activeElement?.hasAttribute("aria-haspopup")) showApps();
		else if (event.key === "ArrowLeft" && inApps) showFirst();
	});
	close = openPopup(menu, where);
	showFirst();
};
