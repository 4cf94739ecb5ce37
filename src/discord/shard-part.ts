/** This process's shards, and the shard count. */
export interface ShardPart {
	readonly ids: readonly number[];
	readonly count: number;
}

/** Discord's rule: a guild's shard is the timestamp in its id modulo the shard count. */
const timeShift = 22n;

/** @returns the shard that receives a guild's events; shard 0 for an empty id, which means no guild */
export const shardOf = (guildId: string, count: number): number =>
	Number((BigInt(guildId) >> timeShift) % BigInt(count));

/** @returns whether this process receives a guild's events; always true without a part */
export const ownsGuild = (part: ShardPart | undefined, guildId: string): boolean =>
	part === undefined || part.ids.includes(shardOf(guildId, part.count));
