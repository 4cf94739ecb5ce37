import type { HeldShard } from "../../store/postgres/inspect.ts";
import { machineOf } from "../../store/shard-leases.ts";
import { enumerate } from "../kept-files.ts";
import { type Finding, note, ok } from "./finding.ts";

/** @returns ascending numbers as "3" or "0-3 and 7" */
const describeIds = (ids: readonly number[]): string => {
	const ranges: [first: number, last: number][] = [];
	for (const id of ids) {
		const range = ranges.at(-1);
		if (range?.[1] === id - 1) range[1] = id;
		else ranges.push([id, id]);
	}
	const words = ranges.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`));
	return enumerate(words);
};

/** Lists which machine has which shards, in order, and checks that every shard is taken once some are. */
export const checkShards = (held: readonly HeldShard[]): Finding[] => {
	const count = held[0]?.count;
	if (count === undefined) return [];
	const machines = [...Map.groupBy(held, machineOf)];
	// One that has no part of them has all.
	if (count === 1) return [ok(`${enumerate(machines.map(([name]) => name))} runs this bot.`)];
	const had = machines.map(
		([name, shards]) => `${name} has ${describeIds(shards.map(({ shard }) => shard))}`,
	);
	const missing = Array.from({ length: count }, (_, id) => id).filter(
		(id) => !held.some(({ shard }) => shard === id),
	);
	return [
		ok(`Of ${count} shards, ${had.join("; ")}.`),
		...(missing.length === 0
			? []
			: [
					note(
						`No machine has ${missing.length === 1 ? "shard" : "shards"} ${describeIds(missing)}: members of their servers get no answer until it is started.`,
					),
				]),
	];
};
