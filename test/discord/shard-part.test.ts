import { expect, test } from "vitest";
import { ownsGuild, shardOf } from "../../src/discord/shard-part.ts";

test("a guild belongs to the shard that Discord sends its events to, by the time in its id", () => {
	expect(shardOf("197038439483310086", 10)).toBe(Number((197038439483310086n >> 22n) % 10n));
	expect(shardOf("197038439483310086", 1)).toBe(0);
	// Ids of one millisecond differ in their last 22 bits alone.
	expect(shardOf(String((5n << 22n) + 4_000_000n), 4)).toBe(shardOf(String(5n << 22n), 4));
	expect(shardOf("", 4)).toBe(0);
});

test("each guild belongs to exactly one of the processes that share the shards, and to the only one there is", () => {
	const parts = [
		{ ids: [0, 1], count: 4 },
		{ ids: [2, 3], count: 4 },
	];
	for (let time = 0n; time < 8n; time++) {
		const guildId = String((time << 22n) + 17n);
		expect(parts.filter((part) => ownsGuild(part, guildId))).toHaveLength(1);
		expect(ownsGuild(undefined, guildId)).toBe(true);
	}
});
