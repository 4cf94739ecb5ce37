import { AggregatorRegistry, type Registry } from "prom-client";
import type { Metrics, MetricValues } from "../monitoring/metrics.ts";

/** Metrics aggregated by their maximum: the slowest process matters, not the sum. */
const joinedAs = (name: string): "max" | undefined =>
	/^(?:nodejs_eventloop_lag_|process_start_time_)/.test(name) ? "max" : undefined;

const join = (metrics: readonly MetricValues[]): Registry => {
	const marked = metrics.map((ofOne) =>
		ofOne.map((metric) => ({ ...metric, aggregator: joinedAs(metric.name) ?? metric.aggregator })),
	);
	return AggregatorRegistry.aggregate(marked);
};

/** Types whose values must never fall: a falling counter looks like a reset. */
const growing = new Set(["counter", "histogram"]);
const keepGrowing = (metrics: MetricValues): MetricValues =>
	metrics.filter(({ type }) => growing.has(String(type)));

export interface JoinedMetricsOptions {
	/** The supervisor's own metrics. */
	readonly own: Metrics;
	/** @returns each process's metrics; undefined for one that doesn't answer */
	readonly readOthers: () => Promise<(MetricValues | undefined)[]>;
}

/**
 * Aggregates the metrics of all processes: by sum, or by maximum where a sum means nothing. The last known counts of a
 * process stay included after its death and while it doesn't answer.
 */
export class JoinedMetrics {
	readonly #options: JoinedMetricsOptions;
	/** Of running processes. */
	readonly #last = new Map<number, MetricValues>();
	/** Of dead processes. */
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
		// Read last: the supervisor's own metrics include which processes didn't answer.
		const own = await this.#options.own.read();
		const joined = others.map((metrics, process) => {
			if (metrics) this.#last.set(process, metrics);
			return metrics ?? keepGrowing(this.#last.get(process) ?? []);
		});
		return join([own, this.#carried, ...joined]).metrics();
	}

	/** Notes that a process has ended: its counters restart at zero. */
	async carry(process: number): Promise<void> {
		const last = this.#last.get(process);
		this.#last.delete(process);
		if (!last) return;
		this.#carried = await join([this.#carried, keepGrowing(last)]).getMetricsAsJSON();
	}
}
