import type { APIUser } from "discord-api-types/v10";
import type { Guild } from "./guild.ts";
import type { Messages } from "./messages.ts";
import type { World } from "./world.ts";

/** Bans from guilds. */
export class Bans {
	readonly #world: World;
	readonly #messages: Messages;

	constructor(world: World, messages: Messages) {
		this.#world = world;
		this.#messages = messages;
	}

	/**
	 * Bans a user, a member or not, and deletes what they wrote there in the last seconds.
	 *
	 * @throws TypeError for the guild's owner and the application
	 */
	add(guild: Guild, user: APIUser, deletedSeconds = 0): void {
		const member = guild.members.get(user.id);
		if (member) this.#world.removeMember(member);
		guild.banned.add(user.id);
		this.#world.feed.emit("ban", "added", guild, user);
		const since = this.#world.clock.now() - deletedSeconds * 1_000;
		if (deletedSeconds === 0) return;
		for (const channel of guild.channels.values()) {
			const theirs = this.#messages.in(channel.id).flatMap(({ message }) => {
				const isRecent = Date.parse(message.timestamp) >= since;
				return message.author.id === user.id && isRecent ? message.id : [];
			});
			this.#messages.deleteTogether(channel, theirs);
		}
	}

	remove(guild: Guild, user: APIUser): void {
		if (guild.banned.delete(user.id)) this.#world.feed.emit("ban", "removed", guild, user);
	}
}
