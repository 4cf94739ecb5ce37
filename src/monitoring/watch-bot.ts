import type { Logger } from "@herald/common/log.ts";
import { Health, type HealthSources } from "./health.ts";
import { collectMetrics, type MetricSources } from "./metrics.ts";
import { type Operations, serveOperations } from "./serve-operations.ts";

/** The bot's state, for monitoring. */
export interface BotSources
	extends HealthSources,
		Omit<MetricSources, "isReady" | "isDatabaseWritable" | "logger"> {}

/** Starts watching the bot of this process. @returns its health and metrics, and a function that stops the watching */
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

/**
 * Serves this process's health and metrics at the operations address.
 *
 * @returns a function that stops it
 * @throws StartError with a sentence for the operator, if it can't listen
 */
export const startMonitoring = async (
	sources: BotSources,
	operations: Omit<Operations, "health" | "metrics">,
): Promise<() => Promise<void>> => {
	const { health, metrics, close } = watchBot(sources, operations.logger);
	try {
		const stop = await serveOperations({ ...operations, health, metrics });
		return async () => {
			close();
			await stop();
		};
	} catch (error) {
		close();
		throw error;
	}
};
