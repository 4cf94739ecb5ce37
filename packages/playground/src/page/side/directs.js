/** @import { DirectEntry } from "../../page-server/page-live.ts" */

import { act, tryAct } from "../api.js";
import { find, iconButton, make, refill } from "../dom.js";
import { field, openForm } from "../messages/modal.js";
import { openMenu } from "../popup.js";
import { goTo, remember, state, t } from "../state.js";
import { placeLink } from "./channels.js";
import { closeDrawers } from "./drawers.js";

const mostInGroup = 9;

const beginGroup = () => {
	const options = state.guild.contacts.flatMap(({ id, name, bot }) =>
		bot ? [] : { label: name, value: id },
	);
	const users = { type: 3, custom_id: "userIds", options, max_values: Math.min(mostInGroup, options.length) };
	const components = [
		field(t("groupName"), { type: 4, custom_id: "name", style: 1, max_length: 100, required: false }),
		field(t("members"), users),
	];
	openForm({ title: t("createGroup"), components }, async ({ name, userIds }) => {
		const given = { name: String(name), userIds: /** @type {string[]} */ (userIds) };
		goTo({ guild: (await act("group", given)).guildId });
		closeDrawers();
	});
};

/** @param {string} userId */
const openDirect = async (userId) => {
	const opened = await tryAct("direct", { userId });
	if (!opened) return;
	goTo({ guild: opened.guildId });
	closeDrawers();
};

/** Shows the member's direct messages and groups, and the button for new ones. */
export const showDirects = () => {
	const { directs, contacts, id: current } = state.guild;
	const add = iconButton(
		"add",
		t("newMessage"),
		() =>
			openMenu(t("newMessage"), { anchor: add }, (item) => [
				...contacts.map(({ id, name }) => item(name, () => openDirect(id), {}, "chat")),
				make("hr", { role: "separator" }),
				item(t("createGroup"), beginGroup, {}, "people"),
			]),
		{ "aria-haspopup": "menu", "data-begin": "direct" },
	);
	/** @param {DirectEntry} direct */
	const row = ({ id, name, isGroup }) =>
		make(
			"li",
			placeLink(isGroup ? "people" : "chat", name, id === current, { guild: id }, { "data-direct": id }),
		);
	const list = make("ul", { "aria-label": t("directs") }, directs.map(row));
	refill(find("directs"), make("header.spread", make("h2", t("directs")), add), list);
};

/** A button with a menu to add the application to the member's account or this server, or to remove it. */
export const makeInstalls = () => {
	const { app, isPrivate, isInstalled } = state.guild;
	const label = t("addApp", { name: app.name });
	const button = iconButton(
		"app",
		label,
		() =>
			openMenu(label, { anchor: button }, (item) => {
				/**
				 * @param {"account" | "server"} where
				 * @param {"addToAccount" | "removeFromAccount" | "addToServer" | "removeFromServer"} text
				 */
				const choice = (where, text) => {
					const add = !isInstalled[where];
					return item(t(text), () => tryAct("install", { where, add }), {}, add ? "add" : "close");
				};
				const forMe = choice("account", isInstalled.account ? "removeFromAccount" : "addToAccount");
				const forAll = choice("server", isInstalled.server ? "removeFromServer" : "addToServer");
				return isPrivate ? [forMe] : [forMe, forAll];
			}),
		{ "aria-haspopup": "menu", id: "installs" },
	);
	return button;
};

/** @param {string} name */
const initials = (name) =>
	name
		.split(/\s+/)
		.map((word) => [...word][0] ?? "")
		.join("")
		.slice(0, 3);

/** Shows the list of servers if there are several, or if the member has direct messages. */
export const showGuilds = () => {
	const { guilds, directs, id: current } = state.guild;
	const box = find("guilds");
	box.hidden = guilds.length < 2 && directs.length === 0;
	refill(
		box,
		guilds.map(({ id, name, as }) =>
			make("button.guild", {
				"data-guild": id,
				"data-initials": initials(name),
				title: name,
				"aria-label": name,
				"aria-current": id === current ? "page" : "false",
				onclick: () => {
					remember("as", as);
					goTo({ guild: id });
				},
			}),
		),
	);
};
