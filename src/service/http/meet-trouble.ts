import { setTimeout as wait } from "node:timers/promises";
import type { Database } from "../../store/open.ts";
import { readTrouble } from "../simulated-trouble.ts";
import { GatewayError } from "./gateway-error.ts";

/** How long a slow service holds each answer, in ms: longer than a member likes, shorter than any client's patience. */
const slowMs = 6_000;

/**
 * Lets a request meet the trouble that is simulated.
 *
 * @throws GatewayError as a gateway answers that can't reach what makes its speech; the signal's reason when it aborts
 */
export const meetTrouble = async (database: Database, signal: AbortSignal): Promise<void> => {
	const trouble = readTrouble(database);
	if (trouble === "failing")
		throw new GatewayError(500, "A failing service is being simulated", { code: "do_request_failed" });
	if (trouble === "slow") await wait(slowMs, undefined, { signal }).catch(() => signal.throwIfAborted());
};
