import { ComponentType } from "discord-api-types/v10";
import type { Json } from "../checks/form.ts";
import { channelFields } from "../world/channel-fields.ts";
import type { Guild, Member } from "../world/guild.ts";
import { memberFields } from "../world/member-fields.ts";
import { computePermissions } from "../world/permissions.ts";

export interface ResolvableIds {
	readonly users: Iterable<string>;
	readonly roles: Iterable<string>;
	readonly channels: Iterable<string>;
}

const resolvedMember = (member: Member) => {
	const { deaf: _deaf, mute: _mute, ...fields } = memberFields(member);
	return fields;
};

/** What an interaction's `resolved` tells of the ids in it. Unknown ids are left out, and so is what is empty. */
export const resolveIds = (guild: Guild, ids: ResolvableIds): Json => {
	const members = [...ids.users].flatMap((id) => guild.members.get(id) ?? []);
	const channels = [...ids.channels].flatMap((id) => guild.channels.get(id) ?? []);
	const roles = [...ids.roles].flatMap((id) => guild.roles.get(id) ?? []);
	return {
		...(members.length > 0 && {
			users: Object.fromEntries(members.map((member) => [member.user.id, member.user])),
			members: Object.fromEntries(
				members.map((member) => [
					member.user.id,
					{ ...resolvedMember(member), permissions: String(computePermissions(member)) },
				]),
			),
		}),
		...(roles.length > 0 && { roles: Object.fromEntries(roles.map((role) => [role.id, role])) }),
		...(channels.length > 0 && {
			channels: Object.fromEntries(channels.map((channel) => [channel.id, channelFields(channel)])),
		}),
	};
};

/** Which ids a select menu's values are; none for a menu of texts. */
export const pickedIds = (type: unknown, values: readonly string[]): ResolvableIds => ({
	users: type === ComponentType.UserSelect || type === ComponentType.MentionableSelect ? values : [],
	roles: type === ComponentType.RoleSelect || type === ComponentType.MentionableSelect ? values : [],
	channels: type === ComponentType.ChannelSelect ? values : [],
});
