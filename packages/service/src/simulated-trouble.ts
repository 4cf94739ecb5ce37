import type { Database } from "@herald/common/storage/open-database.ts";

/** Trouble that an operator can simulate, to see what members see. */
export type ServiceTrouble = "slow" | "failing";

/** @returns the trouble that is simulated; undefined when all is well */
export const readTrouble = (database: Database): ServiceTrouble | undefined =>
	database.prepare("SELECT trouble FROM simulated_trouble").pluck().get() as ServiceTrouble | undefined;

/** Simulates a trouble instead of the current one, or ends it. It lasts over restarts. */
export const simulateTrouble = (database: Database, trouble: ServiceTrouble | undefined): void => {
	if (trouble === undefined) database.prepare("DELETE FROM simulated_trouble").run();
	else database.prepare("INSERT OR REPLACE INTO simulated_trouble (id, trouble) VALUES (1, ?)").run(trouble);
};
