import { AggregatorRegistry, type Registry } from "prom-client";
import type { Metrics, MetricValues } from "../monitoring/metrics.ts";

/** Where neither a sum nor the library's choice says what one wants to know: how the slowest process does, say. */
const joinedAs = (name: string): "max" | undefined =>
	/^(?:nodejs_eventloop_lag_|process_start_time_)/.test(name) ? "max" : undefined;

const join = (metrics: readonly MetricValues[]): Registry => {
	const marked = metrics.map((ofOne) =>
		ofOne.map((metric) => ({ ...metric, aggregator: joinedAs(metric.name) ?? metric.aggregator })),
	);
	return AggregatorRegistry.aggregate(marked);
};

/** What only grows: a counter that fell would look like much that happened at once. */
const growing = new Set(["counter", "histogram"]);
const keepGrowing = (metrics: MetricValues): MetricValues =>
	metrics.filter(({ type }) => growing.has(String(type)));

export interface JoinedMetricsOptions {
	/** Those of the supervisor itself. */
	readonly own: Metrics;
	/** @returns those of each process; undefined of one that doesn't say */
	readonly readOthers: () => Promise<(MetricValues | undefined)[]>;
}

/**
 * The metrics of all processes as one: sums, and the worst where a sum would say nothing. What a process had counted
 * when it was last asked stays counted after its death, and while it doesn't answer.
 */
export class JoinedMetrics {
	readonly #options: JoinedMetricsOptions;
	/** Of the processes that run. */
	readonly #last = new Map<number, MetricValues>();
	/** Of those that died. */
	#carried: MetricValues = [];

	constructor(options: JoinedMetricsOptions) {
		this.#options = options;
	}

	get contentType(): string {
		return this.#options.own.contentType;
	}

	/** @returns all metrics in Prometheus's text format */
	async write(): Promise<string> {
		const others = await this.#options.readOthers();
		// The supervisor's own tell who has just been silent.
		const own = await this.#options.own.read();
		const joined = others.map((metrics, process) => {
			if (metrics) this.#last.set(process, metrics);
			return metrics ?? keepGrowing(this.#last.get(process) ?? []);
		});
		return join([own, this.#carried, ...joined]).metrics();
	}

	/** Notes that a process has ended, and begins to count from nothing. */
	async carry(process: number): Promise<void> {
		const last = this.#last.get(process);
		this.#last.delete(process);
		if (!last) return;
		this.#carried = await join([this.#carried, keepGrowing(last)]).getMetricsAsJSON();
	}
}
