import type { APIUser } from "discord-api-types/v10";
import type { Clock } from "./clock.ts";
import type { Feed } from "./feed.ts";
import type { Guild } from "./guild.ts";
import type { Messages } from "./messages.ts";
import type { World } from "./world.ts";

interface BanParts {
	readonly world: World;
	readonly messages: Messages;
	readonly clock: Clock;
	readonly feed: Feed;
}

/** Bans from guilds. */
export class Bans {
	readonly #parts: BanParts;

	constructor(parts: BanParts) {
		this.#parts = parts;
	}

	/**
	 * Bans a user, a member or not, and deletes what they wrote there in the last seconds.
	 *
	 * @throws TypeError for the guild's owner and the application
	 */
	add(guild: Guild, user: APIUser, deletedSeconds = 0): void {
		const { world, messages, clock, feed } = this.#parts;
		const member = guild.members.get(user.id);
		if (member) world.removeMember(member);
		guild.banned.add(user.id);
		feed.emit("ban", "added", guild, user);
		const since = clock.now() - deletedSeconds * 1_000;
		if (deletedSeconds === 0) return;
		for (const channel of guild.channels.values()) {
			const theirs = messages.in(channel.id).flatMap(({ message }) => {
				const isRecent = Date.parse(message.timestamp) >= since;
				return message.author.id === user.id && isRecent ? message.id : [];
			});
			messages.deleteTogether(channel, theirs);
		}
	}

	remove(guild: Guild, user: APIUser): void {
		if (guild.banned.delete(user.id)) this.#parts.feed.emit("ban", "removed", guild, user);
	}
}
