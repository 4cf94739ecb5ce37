import { type Client, Events, type Guild, PermissionOverwrites, PermissionsBitField, Role } from "discord.js";
import { isWritten, type Patch } from "../../shared/patch.ts";

type Permissions = Readonly<PermissionsBitField>;

/** By their bits. */
const known = new Map<bigint, Permissions>();
const knownMax = 1_000;

/** @returns how the library's source gives a field permissions that it has frozen */
const frozen = (field: string): RegExp =>
	new RegExp(`this\\.${field} = new PermissionsBitField\\([^;]*\\)\\.freeze\\(\\)`);

export const sharesPermissions: Patch = {
	library: "discord.js",
	part: "Role.permissions, PermissionOverwrites.allow or .deny",
	fits: () =>
		isWritten(Role, "_patch", frozen("permissions")) &&
		["allow", "deny"].every((field) => isWritten(PermissionOverwrites, "_patch", frozen(field))) &&
		Object.isFrozen(new PermissionsBitField(0n).freeze()),
};

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
 * Makes equal permissions one object in all guilds.
 *
 * @remarks discord.js 14.28 makes an object for each role, and two for each overwrite of each channel: in thousands of
 *   guilds most are equal. It freezes them, so they can be shared. Can go when the library keeps bits.
 */
export const sharePermissions = (client: Client): void => {
	client.on(Events.GuildAvailable, shareIn);
	client.on(Events.GuildCreate, shareIn);
};
