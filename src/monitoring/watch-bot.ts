import type { Logger } from "@herald/common/log.ts";
import { Health, type HealthSources } from "./health.ts";
import { collectMetrics, type MetricSources, type Metrics } from "./metrics.ts";

/** The bot's own state, as it reports it. */
export interface BotSources
	extends HealthSources,
		Omit<MetricSources, "isReady" | "isDatabaseWritable" | "logger"> {}

/** The bot's health and metrics. */
export interface Watched {
	readonly health: Health;
	readonly metrics: Metrics;
	/** Stops watching. */
	close(): void;
}

/** Watches the bot of this process from now on. */
export const watchBot = (sources: BotSources, logger: Logger): Watched => {
	const health = new Health(sources);
	const metrics = collectMetrics({
		...sources,
		logger,
		isReady: () => sources.gateway() === "ready",
		isDatabaseWritable: () => health.isWritable(),
	});
	return {
		health,
		metrics,
		close: () => {
			health.close();
			metrics.close();
		},
	};
};
