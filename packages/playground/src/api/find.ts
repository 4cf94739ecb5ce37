import { refuse } from "../checks/api-error.ts";
import type { Channel, Guild, Member, PermissionName } from "../world/guild.ts";
import type { StoredMessage } from "../world/message.ts";
import type { Messages } from "../world/messages.ts";
import { mayDo } from "../world/permissions.ts";
import type { World } from "../world/world.ts";

/** The guild of an id. @throws ApiError 10004 */
export const findGuild = (world: World, id: string): Guild => {
	const guild = world.guilds.get(id);
	if (!guild || guild.presence === "commands") throw refuse.unknownGuild();
	return guild;
};

/** A guild's member; `@me` is the application. @throws ApiError 10004, 10007 */
export const findMember = (world: World, guildId: string, userId: string): Member => {
	const guild = findGuild(world, guildId);
	const member = guild.members.get(userId === "@me" ? world.applicationId : userId);
	if (!member) throw refuse.unknownMember();
	return member;
};

/** A channel that the application can see and act in. @throws ApiError 10003, 50001, 50013 */
export const findChannel = (world: World, id: string, ...needs: readonly PermissionName[]): Channel => {
	const channel = world.channel(id);
	if (!channel) throw refuse.unknownChannel();
	const { bot } = channel.guild;
	if (channel.guild.presence === "commands" || !mayDo(bot, "ViewChannel", channel))
		throw refuse.missingAccess();
	if (!needs.every((name) => mayDo(bot, name, channel))) throw refuse.missingPermissions();
	return channel;
};

/** A channel's message that the application can see. @throws ApiError 10008 */
export const findMessage = (messages: Messages, channelId: string, id: string): StoredMessage => {
	const stored = messages.find(id);
	if (!stored || stored.visibleTo || stored.message.channel_id !== channelId) throw refuse.unknownMessage();
	return stored;
};
