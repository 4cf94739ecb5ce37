import type { APIUser } from "discord-api-types/v10";
import type { Guild } from "./guild.ts";
import type { Messages } from "./messages.ts";
import type { World } from "./world.ts";

/**
 * Bans a user, a member or not, and deletes their messages of the last seconds in the guild.
 *
 * @throws TypeError for the guild's owner and the application
 */
export const banUser = (messages: Messages, guild: Guild, user: APIUser, deletedSeconds = 0): void => {
	const { world } = messages;
	const member = guild.members.get(user.id);
	if (member) world.removeMember(member);
	guild.banned.add(user.id);
	world.feed.emit("ban", "added", guild, user);
	const since = world.clock.now() - deletedSeconds * 1_000;
	if (deletedSeconds === 0) return;
	for (const channel of guild.channels.values()) {
		const theirs = messages.in(channel.id).flatMap(({ message }) => {
			const isRecent = Date.parse(message.timestamp) >= since;
			return message.author.id === user.id && isRecent ? message.id : [];
		});
		messages.deleteTogether(channel, theirs);
	}
};

export const unbanUser = ({ feed }: World, guild: Guild, user: APIUser): void => {
	if (guild.banned.delete(user.id)) feed.emit("ban", "removed", guild, user);
};
