import { setImmediate } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { inStretches } from "../../src/shared/in-stretches.ts";

test("of all tasks that work in stretches, one at a time has a turn of the event loop", async () => {
	// Each step takes longer than a stretch may.
	let now = 0;
	const clock = vi.spyOn(performance, "now").mockImplementation(() => (now += 5));
	onTestFinished(() => clock.mockRestore());
	let turn = 0;
	const steps: number[] = [];
	const works = Array.from({ length: 5 }, async () => {
		for await (const _step of inStretches([1, 2, 3])) steps.push(turn);
	});
	let isDone = false;
	const all = Promise.all(works).then(() => {
		isDone = true;
	});
	for (; !isDone; turn += 1) await setImmediate();
	await all;
	expect(steps).toHaveLength(15);
	expect(new Set(steps).size).toBe(15);
});
