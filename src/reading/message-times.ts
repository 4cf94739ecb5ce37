import { type Client, Events, type Message } from "discord.js";

/** Knows when messages were written, in ms of Herald's clock, which may not agree with Discord's. */
export class MessageTimes {
	/** Shards whose gateway replays what they missed. */
	readonly #replaying = new Set<number>();
	readonly #now: () => number;

	constructor(client: Client, now: () => number) {
		this.#now = now;
		client.on(Events.ShardReconnecting, (shardId) => this.#replaying.add(shardId));
		client.on(Events.ShardResume, (shardId) => this.#replaying.delete(shardId));
		client.on(Events.ShardReady, (shardId) => this.#replaying.delete(shardId));
	}

	/** @returns the current time, or what Discord tells where a message is replayed */
	of({ guild, createdTimestamp }: Message<true>): number {
		const now = this.#now();
		return this.#replaying.has(guild.shardId) ? Math.min(now, createdTimestamp) : now;
	}
}
