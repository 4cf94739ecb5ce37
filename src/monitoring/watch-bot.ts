import type { Logger } from "@herald/common/log.ts";
import { Health, type HealthSources } from "./health.ts";
import { collectMetrics, type MetricSources } from "./metrics.ts";

/** The bot's own state, as it reports it. */
export interface BotSources
	extends HealthSources,
		Omit<MetricSources, "isReady" | "isDatabaseWritable" | "logger"> {}

/** Watches the bot of this process from now on. @returns its health and metrics, and what ends that */
export const watchBot = (sources: BotSources, logger: Logger) => {
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
