import { InputError } from "../checks/input-error.ts";
import type { Voice } from "../voice/index.ts";
import type { Channel, Member } from "../world/guild.ts";
import type { PermissionName } from "../world/permission-names.ts";
import { mayDo } from "../world/permissions.ts";

type Measure = "mute" | "unmute" | "deafen" | "undeafen" | "move" | "disconnect";

const needed: Readonly<Record<Measure, PermissionName>> = {
	mute: "MuteMembers",
	unmute: "MuteMembers",
	deafen: "DeafenMembers",
	undeafen: "DeafenMembers",
	move: "MoveMembers",
	disconnect: "MoveMembers",
};

/** A moderator's action on a member in voice. @throws InputError without permission, or when the member isn't in voice */
export const moderate = (
	voice: Voice,
	moderator: Member,
	member: Member,
	what: Measure,
	to: Channel | undefined,
): void => {
	const channel = member.guild.channels.get(voice.states.of(member).channelId);
	if (!mayDo(moderator, needed[what], channel)) throw new InputError("mayNotModerate");
	if (what === "mute" || what === "unmute") voice.setServerMute(member, what === "mute");
	else if (what === "deafen" || what === "undeafen") voice.setServerDeaf(member, what === "deafen");
	else if (what === "disconnect") voice.kick(member);
	else if (to) voice.move(member, to);
	else throw new InputError("noChannel");
};
