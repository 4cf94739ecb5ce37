import { setTimeout as wait } from "node:timers/promises";
import type { Database } from "../../store/open.ts";
import { readTrouble } from "../simulated-trouble.ts";
import { GatewayError } from "./gateway-error.ts";

/**
 * How long a slow service delays each answer, in ms: long enough to annoy members, shorter than any client's timeout.
 */
const slowMs = 6_000;

/**
 * Applies the simulated trouble to a request.
 *
 * @throws GatewayError as from a gateway that can't reach its speech engine; the signal's reason when it aborts
 */
export const meetTrouble = async (database: Database, signal: AbortSignal): Promise<void> => {
	const trouble = readTrouble(database);
	if (trouble === "failing")
		throw new GatewayError(500, "A failing service is being simulated", { code: "do_request_failed" });
	if (trouble === "slow") await wait(slowMs, undefined, { signal }).catch(() => signal.throwIfAborted());
};
