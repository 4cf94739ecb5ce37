import { parseEnv } from "node:util";
import { readRows } from "@herald/common/testing/read-rows.ts";
import { expect, test } from "vitest";
import { readConfig } from "../../src/config.ts";
import { ownsPlace, shardOf } from "../../src/discord/shard-part.ts";
import { elsewhere, inGuild } from "../../src/shared/party.ts";

test("a guild belongs to the shard that Discord sends its events to, by the time in its id", () => {
	expect(shardOf(inGuild("197038439483310086"), 10)).toBe(Number((197038439483310086n >> 22n) % 10n));
	expect(shardOf(inGuild("197038439483310086"), 1)).toBe(0);
	// Ids of the same millisecond differ only in their last 22 bits.
	const idAt = (ms: bigint, last: bigint) => inGuild(String((ms << 22n) + last));
	expect(shardOf(idAt(5n, 4_000_000n), 4)).toBe(shardOf(idAt(5n, 0n), 4));
	expect(shardOf(elsewhere, 4)).toBe(0);
});

test("each guild belongs to exactly one of the processes that share the shards, or to the only process", () => {
	const parts = [
		{ ids: [0, 1], count: 4 },
		{ ids: [2, 3], count: 4 },
	];
	for (let time = 0n; time < 8n; time++) {
		const guildId = String((time << 22n) + 17n);
		expect(parts.filter((part) => ownsPlace(part, inGuild(guildId)))).toHaveLength(1);
		expect(ownsPlace(undefined, inGuild(guildId))).toBe(true);
	}
});

const shared = {
	...{ SPEECH_BASE_URL: "https://x.example", SPEECH_API_KEY: "k", DATABASE_URL: "postgres://db/herald" },
	...{ GATEWAY_SHARDS: "8", HOSTNAME: "herald-1" },
};

test("a machine that isn't given a part of the shards has all of them", () => {
	expect(readConfig({}).discord.part).toBeUndefined();
});

test.each(readRows<[settings: string, shards: string]>(import.meta.url, "shard-lists.tsv"))(
	"a machine with the settings %s has the shards, or is refused with the sentence: %s",
	(settings, expected) => {
		const read = () => readConfig({ ...shared, ...parseEnv(settings) }).discord.part;
		if (expected.startsWith("[")) expect(read()).toEqual({ ids: JSON.parse(expected), count: 8 });
		else expect(read).toThrow(expected);
	},
);
