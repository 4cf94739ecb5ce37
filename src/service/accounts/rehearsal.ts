import { setTimeout as wait } from "node:timers/promises";
import type { Database } from "../../store/open.ts";
import { GatewayError } from "../http/gateway-error.ts";

/** Trouble that an operator can put on, to see what members then see. */
export type Trouble = "slow" | "failing";

/** How long a slow service holds each answer, in ms: longer than a member likes, shorter than any client's patience. */
const slowMs = 6_000;

/** @returns the trouble that is on; undefined when all is well */
export const readRehearsal = (database: Database): Trouble | undefined =>
	database.prepare("SELECT trouble FROM rehearsal").pluck().get() as Trouble | undefined;

/** Puts a trouble on, in place of another, or ends it. It lasts over restarts. */
export const setRehearsal = (database: Database, trouble: Trouble | undefined): void => {
	if (trouble === undefined) database.prepare("DELETE FROM rehearsal").run();
	else database.prepare("INSERT OR REPLACE INTO rehearsal (id, trouble) VALUES (1, ?)").run(trouble);
};

/**
 * Lets a request meet the trouble that is on.
 *
 * @throws GatewayError as a gateway answers that can't reach what makes its speech; the signal's reason when it aborts
 */
export const rehearse = async (database: Database, signal: AbortSignal): Promise<void> => {
	const trouble = readRehearsal(database);
	if (trouble === "failing")
		throw new GatewayError(500, "A failing service is rehearsed", { code: "do_request_failed" });
	if (trouble === "slow") await wait(slowMs, undefined, { signal }).catch(() => signal.throwIfAborted());
};
