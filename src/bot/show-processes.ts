import type { Logger } from "@herald/common/log.ts";
import type { Config } from "../config.ts";
import type { Supervisor } from "../processes/supervisor.ts";
import type { Store } from "../store/store.ts";

/** The processes' metrics and health, as served. */
export type ShownProcesses = Awaited<ReturnType<typeof showProcesses>>;

/**
 * Serves metrics and health for all processes, if a port is set.
 *
 * @returns functions to keep the metrics of a process that has ended, counted from 0, and to stop serving
 * @throws StartError with a sentence for the operator if it can't listen
 */
export const showProcesses = async (
	{ host, names, port }: Config["operations"],
	supervisor: Supervisor,
	store: Pick<Store, "checkWritable">,
	logger: Logger,
) => {
	if (port === undefined) return undefined;
	// Loaded on demand: most operators don't need metrics.
	const { serveOperations } = await import("../monitoring/serve-operations.ts");
	const { watchBot } = await import("../monitoring/watch-bot.ts");
	const { joinMetrics } = await import("../processes/joined-metrics.ts");
	const own = watchBot(
		{
			commands: [],
			models: [],
			silentProcesses: () => supervisor.silentCount,
			sessions: () => ({}),
			gateway: () => (supervisor.isReady ? "ready" : "connecting"),
			checkDatabase: () => store.checkWritable(),
			isStopping: () => false,
		},
		logger,
	);
	const metrics = joinMetrics(own.metrics, () => {
		// Started now, so that a slow database doesn't delay the answer after the processes' metrics.
		void own.health.isWritable();
		return supervisor.readMetrics();
	});
	const stop = await serveOperations({ host, names, port, logger, health: supervisor, metrics });
	return {
		carry: (process: number) => void metrics.carry(process),
		close: async () => {
			own.close();
			await stop();
		},
	};
};
