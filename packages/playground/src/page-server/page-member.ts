import { InputError } from "../checks/input-error.ts";
import { mainChannel } from "../members/actions.ts";
import { type Channel, type Guild, type Member, takesMessages } from "../world/guild.ts";
import { mayDo } from "../world/permissions.ts";
import type { World } from "../world/world.ts";

/** The member of a page's request: by id or user name, in a guild and a channel by id; by default in the first. */
export interface PageUser {
	readonly as?: string | undefined;
	readonly guild?: string | undefined;
	readonly channel?: string | undefined;
}

/** The guild, direct messages or group of an id. */
export const findPlace = ({ guilds, directs }: World, id = ""): Guild | undefined =>
	guilds.get(id) ?? directs.get(id)?.guild;

const find = (world: World, id: string | undefined): Guild => {
	const guild = id === undefined ? [...world.guilds.values()][0] : findPlace(world, id);
	if (!guild) throw new InputError("noServer");
	return guild;
};

/** The channel or thread that a page shows: the guild's first by default, or if the member can't see the given one. */
export const pageChannel = (member: Member, id: string | undefined): Channel => {
	const channel = member.guild.channels.get(id ?? "");
	const isShown = channel && takesMessages(channel) && mayDo(member, "ViewChannel", channel);
	return isShown ? channel : mainChannel(member.guild);
};

/** The member of a page's request: by default the guild's owner. @throws InputError for non-members and bots */
export const pageMember = (world: World, { as, guild: guildId }: PageUser): Member => {
	const guild = find(world, guildId);
	if (as === undefined) return guild.owner;
	for (const member of [guild.members.get(as), ...guild.members.values()])
		if (member && !member.user.bot && (member.user.id === as || member.user.username === as)) return member;
	throw new InputError("noMember");
};
