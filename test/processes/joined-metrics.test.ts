import { Counter, Registry } from "prom-client";
import { expect, test } from "vitest";
import type { Metrics } from "../../src/monitoring/metrics.ts";
import { joinMetrics } from "../../src/processes/joined-metrics.ts";

const countTo = (value: number) => {
	const registry = new Registry();
	new Counter({ name: "herald_texts_total", help: "Texts.", registers: [registry] }).inc(value);
	return registry.getMetricsAsJSON();
};

const own = { contentType: "", read: () => new Registry().getMetricsAsJSON() } as unknown as Metrics;

/** Joins the metrics of processes that have counted to these numbers. */
const joinCounts = (counts: number[]) => {
	/** Runs after the processes have answered and before their metrics are joined. */
	let meanwhile = async () => {};
	const joined = joinMetrics(own, async () => {
		const known = await Promise.all(counts.map(countTo));
		await meanwhile();
		return known;
	});
	const read = async () => Number(/herald_texts_total (\d+)/.exec(await joined.write())?.[1]);
	return {
		read,
		readWhile: (during: () => Promise<void>) => {
			meanwhile = during;
			return read().finally(() => {
				meanwhile = async () => {};
			});
		},
		carry: joined.carry,
	};
};

test("a process that ends while another one's metrics are awaited is counted once", async () => {
	const counts = [100];
	const { read, readWhile, carry } = joinCounts(counts);
	expect(await read()).toBe(100);
	expect(await readWhile(() => carry(0))).toBe(100);
	// Stands for a restarted process, which counts from zero.
	counts[0] = 3;
	expect(await read()).toBe(103);
});

test("the counts of two processes that end at the same time are kept", async () => {
	const counts = [100, 20];
	const { read, carry } = joinCounts(counts);
	expect(await read()).toBe(120);
	const carried = [carry(0), carry(1)];
	counts.fill(0);
	await Promise.all(carried);
	expect(await read()).toBe(120);
});
