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

/**
 * Joins the metrics of processes that have counted to these numbers. `meanwhile` runs after the processes have answered
 * and before their metrics are joined.
 */
const joinCounts = (counts: number[], meanwhile = { run: async () => {} }) => {
	const { write, carry } = joinMetrics(own, async () => {
		const known = await Promise.all(counts.map(countTo));
		await meanwhile.run();
		return known;
	});
	return { carry, read: async () => Number(/herald_texts_total (\d+)/.exec(await write())?.[1]) };
};

test("a process that ends while another one's metrics are awaited is counted once", async () => {
	const [counts, meanwhile] = [[100], { run: async () => {} }];
	const { read, carry } = joinCounts(counts, meanwhile);
	expect(await read()).toBe(100);
	meanwhile.run = () => carry(0);
	expect(await read()).toBe(100);
	meanwhile.run = async () => {};
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
