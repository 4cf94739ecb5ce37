/** @import { Person } from "./voice.js" */
/** @import { Fields } from "../../page-server/messages.ts" */
/** @import { Place } from "../popup.js" */
import { tryAct } from "../api.js";
import { make } from "../dom.js";
import { moveByArrows, openPopup } from "../popup.js";
import { state } from "../state.js";
import { t } from "../texts.js";

const voiceTypes = [2, 13];

/**
 * Opens the menu of moderation actions for a member in voice. The server checks permissions.
 *
 * @param {Person} person
 * @param {Place} where
 */
export const openPersonMenu = ({ member, channelId, serverMuted, serverDeafened }, where) => {
	const menu = make("div", { className: "menu", role: "menu", "aria-label": member.name });
	moveByArrows(menu);
	let close = () => {};
	/**
	 * @param {string} label
	 * @param {Omit<Fields<"moderate">, "memberId">} measure
	 */
	const item = (label, measure) =>
		make(
			"button",
			{
				type: "button",
				role: "menuitem",
				tabIndex: -1,
				onclick() {
					close();
					tryAct("moderate", { memberId: member.id, ...measure });
				},
			},
			label,
		);
	const others = state.guild.channels.filter(({ id, type }) => voiceTypes.includes(type) && id !== channelId);
	menu.append(
		item(t(serverMuted ? "unmuteMember" : "muteMember"), { what: serverMuted ? "unmute" : "mute" }),
		item(t(serverDeafened ? "undeafenMember" : "deafenMember"), {
			what: serverDeafened ? "undeafen" : "deafen",
		}),
		make("hr", { role: "separator" }),
		...others.map(({ id, name }) => item(t("moveTo", { channel: name }), { what: "move", to: id })),
		make("hr", { role: "separator" }),
		item(t("disconnect"), { what: "disconnect" }),
	);
	close = openPopup(menu, where);
	menu.querySelector("button")?.focus();
};
