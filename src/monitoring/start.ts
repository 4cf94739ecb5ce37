import { type Operations, serveOperations } from "./serve-operations.ts";
import { type BotSources, watchBot } from "./watch-bot.ts";

/**
 * Serves this process's health and metrics at the operations address.
 *
 * @returns a function that stops it
 * @throws StartError with a sentence for the operator when it can't listen
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
