import { guildAt, type Place } from "../shared/party.ts";

export interface ShardPart {
	readonly ids: readonly number[];
	readonly count: number;
}

/**
 * How many bits follow the timestamp in a Discord id. A guild's shard is that timestamp modulo the number of shards.
 */
const timeShift = 22n;

/** @returns the shard that receives a guild's events; 0 outside of guilds */
export const shardOf = (place: Place, count: number): number =>
	Number((BigInt(guildAt(place) ?? 0) >> timeShift) % BigInt(count));

export const ownsShard = (part: ShardPart | undefined, id: number): boolean =>
	part === undefined || part.ids.includes(id);

/**
 * @returns whether a place belongs to this process: if so, the process receives the place's events. Without a part,
 * every place belongs to this process
 */
export const ownsPlace = (part: ShardPart | undefined, place: Place): boolean =>
	part === undefined || ownsShard(part, shardOf(place, part.count));

/** The settings that assign shards to one of several machines. */
export interface ShardListSettings {
	readonly GATEWAY_SHARDS: "auto" | number;
	readonly GATEWAY_SHARD_LIST: string;
	readonly GATEWAY_SHARDS_PER_MACHINE?: number | undefined;
	readonly DATABASE_URL?: string | undefined;
	readonly HOSTNAME: string;
}

/** A sentence about why the settings can't be used. */
type Mistake = string;

const parseRange = (item: string): number[] | undefined => {
	const [, first = "", last = first] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(item) ?? [];
	const length = Number(last) - Number(first) + 1;
	return first === "" || length < 1 ? undefined : Array.from({ length }, (_, n) => Number(first) + n);
};

const readList = (list: string, count: number): ShardPart | Mistake => {
	const ids: number[] = [];
	for (const item of list.split(",")) {
		const range = parseRange(item.trim());
		if (!range) return `GATEWAY_SHARD_LIST must be shards, such as 0-3,8, or ordinal, not "${list}".`;
		ids.push(...range);
	}
	const beyond = ids.find((id) => id >= count);
	if (beyond !== undefined)
		return `GATEWAY_SHARD_LIST names shard ${beyond}, but the last of GATEWAY_SHARDS=${count} is ${count - 1}.`;
	const double = ids.find((id, index) => ids.indexOf(id) !== index);
	if (double !== undefined) return `GATEWAY_SHARD_LIST names shard ${double} twice.`;
	return { ids: ids.sort((a, b) => a - b), count };
};

/** Machine k gets up to `perMachine` shards, starting at k × `perMachine`. */
const readOrdinal = (name: string, perMachine: number, count: number): ShardPart | Mistake => {
	// The number must follow a hyphen, since a container's random name may end with digits, too.
	const [, ordinal] = /-(\d{1,5})$/.exec(name) ?? [];
	if (ordinal === undefined)
		return `GATEWAY_SHARD_LIST=ordinal needs a number at the end of this machine's name, such as herald-0; it is "${name}". Set HOSTNAME, or list the shards.`;
	const first = Number(ordinal) * perMachine;
	const machines = Math.ceil(count / perMachine);
	if (first >= count)
		return `${name} has no shards: GATEWAY_SHARDS=${count} makes ${machines} machines of ${perMachine}, and the last ends in ${machines - 1}.`;
	return { ids: Array.from({ length: Math.min(perMachine, count - first) }, (_, n) => first + n), count };
};

/** @returns this machine's shards (undefined for all), or a sentence about what is wrong with the settings */
export const readShardList = (settings: ShardListSettings): ShardPart | Mistake | undefined => {
	const { GATEWAY_SHARDS: count, GATEWAY_SHARD_LIST: list } = settings;
	const perMachine = settings.GATEWAY_SHARDS_PER_MACHINE;
	const isOrdinal = list === "ordinal";
	if (perMachine !== undefined && !isOrdinal)
		return "GATEWAY_SHARDS_PER_MACHINE has no effect without GATEWAY_SHARD_LIST=ordinal: leave it empty.";
	if (list === "") return undefined;
	if (count === "auto")
		return "GATEWAY_SHARD_LIST needs a number in GATEWAY_SHARDS: as many as all machines have together, and the same on each.";
	if (!settings.DATABASE_URL)
		return "GATEWAY_SHARD_LIST needs DATABASE_URL: machines share a PostgreSQL database.";
	if (!isOrdinal) return readList(list, count);
	if (perMachine === undefined)
		return "GATEWAY_SHARD_LIST=ordinal needs GATEWAY_SHARDS_PER_MACHINE: how many shards each machine has.";
	return readOrdinal(settings.HOSTNAME, perMachine, count);
};
