import { expect, test } from "vitest";
import { readShardList } from "../../src/discord/shard-part.ts";

const settings = {
	GATEWAY_SHARDS: 8,
	GATEWAY_SHARD_LIST: "0-3",
	GATEWAY_SHARDS_PER_MACHINE: undefined,
	DATABASE_URL: "postgres://db/herald",
	HOSTNAME: "herald-1",
} as const;
const ordinal = { ...settings, GATEWAY_SHARD_LIST: "ordinal", GATEWAY_SHARDS_PER_MACHINE: 3 } as const;

test.each([
	["0-3", [0, 1, 2, 3]],
	["7, 0-1,4", [0, 1, 4, 7]],
	["5", [5]],
])("the list %s gives a machine these shards", (GATEWAY_SHARD_LIST, ids) => {
	expect(readShardList({ ...settings, GATEWAY_SHARD_LIST })).toEqual({ ids, count: 8 });
});

test.each([
	["herald-0", [0, 1, 2]],
	["herald-1", [3, 4, 5]],
	["herald-02", [6, 7]],
])("with ordinal, the machine called %s has the shards of its number, up to the last", (HOSTNAME, ids) => {
	expect(readShardList({ ...ordinal, HOSTNAME })).toEqual({ ids, count: 8 });
});

test("without a list, a machine has all shards", () => {
	expect(readShardList({ ...settings, GATEWAY_SHARDS: "auto", GATEWAY_SHARD_LIST: "" })).toBeUndefined();
});

test.each([
	[{ GATEWAY_SHARD_LIST: "0-" }, 'GATEWAY_SHARD_LIST must be shards, such as 0-3,8, or ordinal, not "0-".'],
	[{ GATEWAY_SHARD_LIST: "3-0" }, 'GATEWAY_SHARD_LIST must be shards, such as 0-3,8, or ordinal, not "3-0".'],
	[{ GATEWAY_SHARD_LIST: "0-8" }, "GATEWAY_SHARD_LIST names shard 8, but the last of GATEWAY_SHARDS=8 is 7."],
	[{ GATEWAY_SHARD_LIST: "0-3,2" }, "GATEWAY_SHARD_LIST names shard 2 twice."],
	[
		{ GATEWAY_SHARDS: "auto" as const },
		"GATEWAY_SHARD_LIST needs a number in GATEWAY_SHARDS: as many as all machines have together, and the same on each.",
	],
	[{ DATABASE_URL: "" }, "GATEWAY_SHARD_LIST needs DATABASE_URL: machines share a PostgreSQL database."],
	[
		{ GATEWAY_SHARD_LIST: "ordinal" },
		"GATEWAY_SHARD_LIST=ordinal needs GATEWAY_SHARDS_PER_MACHINE: how many shards each machine has.",
	],
	[
		{ GATEWAY_SHARDS_PER_MACHINE: 4 },
		"GATEWAY_SHARDS_PER_MACHINE has no effect without GATEWAY_SHARD_LIST=ordinal: leave it empty.",
	],
	[
		{ ...ordinal, HOSTNAME: "4f0a12" },
		'GATEWAY_SHARD_LIST=ordinal needs a number at the end of this machine\'s name, such as herald-0; it is "4f0a12". Set HOSTNAME, or list the shards.',
	],
	[
		{ ...ordinal, HOSTNAME: "herald-3" },
		"herald-3 has no shards: GATEWAY_SHARDS=8 makes 3 machines of 3, and the last ends in 2.",
	],
])("the invalid settings %o are explained in a sentence", (wrong, sentence) => {
	expect(readShardList({ ...settings, ...wrong })).toBe(sentence);
});
