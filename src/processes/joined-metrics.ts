import { AggregatorRegistry, type Registry } from "prom-client";
import type { Metrics, MetricValues } from "../monitoring/metrics.ts";

/** Matches the names of metrics whose sum would mean nothing, such as a delay. */
const unsummed = /^(?:nodejs_eventloop_lag_|process_start_time_)/;

const join = (metrics: readonly MetricValues[]): Registry =>
	AggregatorRegistry.aggregate(
		metrics.map((ofOne) =>
			ofOne.map((metric) => (unsummed.test(metric.name) ? { ...metric, aggregator: "max" } : metric)),
		),
	);

/** The types of metrics whose values must not fall, since Prometheus would take a fall for a restart. */
const growing = new Set(["counter", "histogram"]);
const keepGrowing = (metrics: MetricValues) => metrics.filter(({ type }) => growing.has(String(type)));

/**
 * Aggregates the metrics of all processes: by sum, or by maximum if a sum would mean nothing. The last known counts of
 * a process stay included after its death and while it doesn't answer.
 *
 * @param own - the supervisor's metrics
 * @param readOthers - reads each process's metrics; undefined for one that doesn't answer
 */
export const joinMetrics = (own: Metrics, readOthers: () => Promise<(MetricValues | undefined)[]>) => {
	/** The last metrics of each running process, by its index. */
	const last = new Map<number, MetricValues>();
	/** The counts of dead processes. */
	let carried: MetricValues = [];
	let carrying = Promise.resolve();
	/** How often each process has ended, by its index. */
	const ends: number[] = [];
	return {
		contentType: own.contentType,
		/** @returns all metrics in Prometheus's text format */
		write: async (): Promise<string> => {
			const before = [...ends];
			const others = await readOthers();
			// Read last, because the supervisor's own metrics include how many processes didn't answer.
			const ofSupervisor = await own.read();
			const joined = others.map((metrics, process) => {
				// For a process that ended during the reading, its last known values count.
				const isRunning = metrics && ends[process] === before[process];
				if (isRunning) last.set(process, metrics);
				return isRunning ? metrics : keepGrowing(last.get(process) ?? []);
			});
			return join([ofSupervisor, carried, ...joined]).metrics();
		},
		/** Keeps the counts of a process that has ended, since its counters restart at zero. */
		carry: (process: number): Promise<void> => {
			ends[process] = (ends[process] ?? 0) + 1;
			carrying = carrying.then(async () => {
				carried = await join([carried, keepGrowing(last.get(process) ?? [])]).getMetricsAsJSON();
				last.delete(process);
			});
			return carrying;
		},
	};
};
