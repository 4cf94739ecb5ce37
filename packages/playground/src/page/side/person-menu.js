/** @import { Person } from "./voice.js" */
/** @import { Fields } from "../../page-server/messages.ts" */
/** @import { Place } from "../popup.js" */
import { tryAct } from "../api.js";
import { make } from "../dom.js";
import { openMenu } from "../popup.js";
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
	/** @param {Omit<Fields<"moderate">, "memberId">} measure */
	const take = (measure) => () => tryAct("moderate", { memberId: member.id, ...measure });
	const others = state.guild.channels.filter(({ id, type }) => voiceTypes.includes(type) && id !== channelId);
	openMenu(member.name, where, (item) => [
		item(t(serverMuted ? "unmuteMember" : "muteMember"), take({ what: serverMuted ? "unmute" : "mute" })),
		item(
			t(serverDeafened ? "undeafenMember" : "deafenMember"),
			take({ what: serverDeafened ? "undeafen" : "deafen" }),
		),
		make("hr", { role: "separator" }),
		...others.map(({ id, name }) => item(t("moveTo", { channel: name }), take({ what: "move", to: id }))),
		make("hr", { role: "separator" }),
		item(t("disconnect"), take({ what: "disconnect" })),
	]);
};
