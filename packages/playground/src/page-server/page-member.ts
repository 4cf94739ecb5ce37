import { InputError } from "../checks/input-error.ts";
import type { Guild, Member } from "../world/guild.ts";
import type { World } from "../world/world.ts";

/** Who uses a page, as its requests tell: by id or user name, in a guild by id; in the first guild unless told. */
export interface PageUser {
	readonly as?: string | undefined;
	readonly guild?: string | undefined;
}

const find = (world: World, id: string | undefined): Guild => {
	const guild = id === undefined ? [...world.guilds.values()][0] : world.guilds.get(id);
	if (!guild) throw new InputError("There is no such server.", "Diesen Server gibt es nicht.");
	return guild;
};

/** The person who uses a page: the guild's owner unless told. @throws InputError for whoever isn't there, and for bots */
export const pageMember = (world: World, { as, guild: guildId }: PageUser): Member => {
	const guild = find(world, guildId);
	if (as === undefined) return guild.owner;
	for (const member of [guild.members.get(as), ...guild.members.values()])
		if (member && !member.user.bot && (member.user.id === as || member.user.username === as)) return member;
	throw new InputError("There is no such member.", "Dieses Mitglied gibt es nicht.");
};
