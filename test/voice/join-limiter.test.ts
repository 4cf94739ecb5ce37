import { ManualClock } from "@herald/playground";
import { expect, test } from "vitest";
import { makeJoinLimiter, type Rank } from "../../src/voice/connection.ts";

/**
 * Makes a limiter. Each turn that `take` requests sends a leave and a join.
 * @returns also what was sent, and when, in ms
 */
const begin = () => {
	const clock = new ManualClock();
	const joinLimiter = makeJoinLimiter(clock);
	const sent: { readonly name: string; readonly at: number }[] = [];
	const start = clock.now();
	const take = (name: string, rank: () => Rank) =>
		joinLimiter.request(rank, () => {
			for (let event = 0; event < 2; event += 1) {
				joinLimiter.count();
				sent.push({ name, at: clock.now() - start });
			}
		});
	return { clock, joinLimiter, sent, take };
};

test("rejoining five hundred channels stays below the gateway's limit, with room for members", () => {
	const { clock, sent, take } = begin();
	for (let channel = 0; channel < 500; channel += 1) take(`channel ${channel}`, () => 2);
	let urgent = 0;
	for (let second = 0; second < 15 * 60; second += 1) {
		clock.advance(1_000);
		if (second % 60 === 30) {
			urgent += 1;
			take(`member ${urgent}`, () => 0);
			expect(sent.at(-1)?.name).toBe(`member ${urgent}`);
		}
	}
	expect(new Set(sent.map(({ name }) => name)).size).toBe(500 + urgent);
	for (const { at } of sent)
		expect(sent.filter((event) => event.at >= at && event.at < at + 60_000).length).toBeLessThan(105);
	expect(clock.waits).toEqual([]);
});

test("channels with listeners and waiting texts go first, and a channel that a member waits for overtakes", () => {
	const { clock, joinLimiter, sent, take } = begin();
	const ranks = new Map<string, Rank>();
	for (let channel = 0; channel < 40; channel += 1) {
		ranks.set(`channel ${channel}`, channel < 20 ? 3 : channel < 30 ? 2 : 1);
	}
	// Earlier joins leave no room.
	for (let before = 0; before < 20; before += 1) joinLimiter.count();
	for (const name of ranks.keys()) take(name, () => ranks.get(name) ?? 3);
	expect(sent).toEqual([]);
	ranks.set("channel 7", 0);
	joinLimiter.review();
	expect(sent.map(({ name }) => name)).toEqual(["channel 7", "channel 7"]);
	for (let step = 0; step < 20; step += 1) clock.advance(15_000);
	const order = [...new Set(sent.map(({ name }) => ranks.get(name)))];
	expect(order).toEqual([0, 1, 2, 3]);
});

test("a join that is given up isn't sent", () => {
	const { clock, joinLimiter, sent, take } = begin();
	for (let before = 0; before < 20; before += 1) joinLimiter.count();
	take("one", () => 1)();
	clock.advance(60_000);
	expect(sent).toEqual([]);
	expect(clock.waits).toEqual([]);
});

test("as many joins as the gateway accepts are sent at once if members wait for them", () => {
	const { clock, sent, take } = begin();
	for (let member = 0; member < 60; member += 1) take(`member ${member}`, () => 0);
	expect(new Set(sent.map(({ name }) => name)).size).toBe(104 / 2);
	clock.advance(60_000);
	expect(new Set(sent.map(({ name }) => name)).size).toBe(60);
});
