import { type Client, Events, type Guild, type PermissionsBitField } from "discord.js";

type Permissions = Readonly<PermissionsBitField>;

/** By their bits. */
const known = new Map<bigint, Permissions>();
const knownMax = 1_000;

const share = (permissions: Permissions): Permissions => {
	const same = known.get(permissions.bitfield);
	if (same) return same;
	if (known.size < knownMax) known.set(permissions.bitfield, permissions);
	return permissions;
};

const shareIn = (guild: Guild): void => {
	for (const role of guild.roles.cache.values()) role.permissions = share(role.permissions);
	for (const channel of guild.channels.cache.values()) {
		if (channel.isThread()) continue;
		for (const overwrite of channel.permissionOverwrites.cache.values()) {
			overwrite.allow = share(overwrite.allow);
			overwrite.deny = share(overwrite.deny);
		}
	}
};

/**
 * Has equal permissions be one object in all guilds, as the library freezes them: it makes one for each role, and two
 * for each role or member of each channel, and in thousands of guilds they are the same few.
 */
export const sharePermissions = (client: Client): void => {
	client.on(Events.GuildAvailable, shareIn);
	client.on(Events.GuildCreate, shareIn);
};
