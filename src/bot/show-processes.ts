import type { Logger } from "@herald/common/log.ts";
import type { Config } from "../config.ts";
import type { Supervisor } from "../processes/supervisor.ts";
import type { Store } from "../store/store.ts";

/** Herald's processes at the operations address. */
export type ShownProcesses = Awaited<ReturnType<typeof showProcesses>>;

/**
 * Serves the operations address, if it is wanted, for all processes.
 *
 * @returns what notes that a process, counted from zero, has ended, and what shows them no longer
 * @throws StartError with a sentence for the operator when it can't listen
 */
export const showProcesses = async (
	{ host, names, port }: Config["operations"],
	supervisor: Supervisor,
	store: Pick<Store, "checkWritable">,
	logger: Logger,
) => {
	if (port === undefined) return undefined;
	// Loaded on demand: only who shows it counts.
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
		// A database that hangs takes its time once for all, not once more after them.
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
