import type { Logger } from "@herald/common/log.ts";
import type { Config } from "../config.ts";
import { ownsPlace } from "../discord/shard-part.ts";
import type { Supervision } from "../processes/join-supervisor.ts";
import { logStoreTroubles } from "../store/log-trouble.ts";
import { openStore } from "../store/open-store.ts";
import type { Surroundings } from "./bot-options.ts";

/** @returns the resources of a supervised process; the supervisor has prepared the shared ones */
export const surroundProcess = async (
	config: Config,
	logger: Logger,
	supervision: Supervision,
	signal: AbortSignal,
): Promise<Surroundings> => {
	const { part, service } = supervision;
	const store = await openStore(config, {
		now: Date.now,
		...logStoreTroubles(config, logger, Date.now, signal),
		owns: (place) => ownsPlace(part, place),
		isChecked: true,
	});
	return {
		...supervision,
		...(service && (config.speech.baseUrl === "" ? { embedded: service } : { standIn: service })),
		store,
		monitor: async (sources) =>
			config.operations.port === undefined ? async () => {} : supervision.monitor(sources, logger),
		close: () => store.close(),
	};
};
