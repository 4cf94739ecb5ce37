/** Which shards of how many this process is for. */
export interface ShardPart {
	readonly ids: readonly number[];
	readonly count: number;
}

/** Discord's rule: the time in a guild's id divides guilds among shards. */
const timeShift = 22n;

/** @returns the shard that a guild's events come to; what belongs to no guild (an empty id) is the first one's */
export const shardOf = (guildId: string, count: number): number =>
	Number((BigInt(guildId) >> timeShift) % BigInt(count));

/** @returns whether a guild's events come to this process: always where there is no part, and one process has all */
export const ownsGuild = (part: ShardPart | undefined, guildId: string): boolean =>
	part === undefined || part.ids.includes(shardOf(guildId, part.count));
