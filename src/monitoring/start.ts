import type { Logger } from "@herald/common/log.ts";
import { serveOperations } from "./serve-operations.ts";
import { type BotSources, watchBot } from "./watch-bot.ts";

interface MonitoringOptions extends BotSources {
	readonly host: string;
	readonly names: readonly string[];
	/** 0 for any free port. */
	readonly port: number;
	readonly logger: Logger;
}

/**
 * Serves this process's health and metrics at the operations address.
 *
 * @returns a function that stops it
 * @throws StartError with a sentence for the operator when it can't listen
 */
export const startMonitoring = async (options: MonitoringOptions): Promise<() => Promise<void>> => {
	const { host, names, port, logger } = options;
	const { health, metrics, close } = watchBot(options, logger);
	try {
		const stop = await serveOperations({ host, names, port, logger, health, metrics });
		return async () => {
			close();
			await stop();
		};
	} catch (error) {
		close();
		throw error;
	}
};
