import type { InteractionTrace } from "@herald/playground";

/** When a machine was dead, in ms since the epoch. */
export interface Outage {
	readonly machine: number;
	readonly from: number;
	readonly until: number;
}

interface Circumstances {
	readonly outages: readonly Outage[];
	readonly machineOf: (trace: InteractionTrace) => number;
	/** Those that were acknowledged, and have no last answer. */
	readonly unanswered: readonly InteractionTrace[];
}

/** An interaction that was on its way when its machine died, in ms before that. */
const onItsWayMs = 3_000;

const saysNotSaved = /couldn't save/;
const saysInterrupted = /Herald (?:was restarted|is restarting)/;

/** @returns what came of interactions; they add up, and the last two must be 0 */
export const countOutcomes = (
	traces: readonly InteractionTrace[],
	{ outages, machineOf, unanswered }: Circumstances,
) => {
	const counts = {
		asked: traces.length,
		answered: 0,
		"told as not saved": 0,
		"told as interrupted": 0,
		"not responded, machine dead": 0,
		"not responded otherwise": 0,
		"without a last answer": 0,
	};
	const open = new Set(unanswered);
	for (const trace of traces) {
		const { acknowledgedBy, state, openedAt } = trace.interaction;
		const last = trace.messages.at(-1)?.content ?? "";
		if (acknowledgedBy === undefined || state === "failed") {
			const wasDead = outages.some(
				({ machine, from, until }) =>
					machine === machineOf(trace) && openedAt > from - onItsWayMs && openedAt < until,
			);
			counts[wasDead ? "not responded, machine dead" : "not responded otherwise"] += 1;
		} else if (open.has(trace)) counts["without a last answer"] += 1;
		else if (saysNotSaved.test(last)) counts["told as not saved"] += 1;
		else if (saysInterrupted.test(last)) counts["told as interrupted"] += 1;
		else counts.answered += 1;
	}
	return counts;
};
