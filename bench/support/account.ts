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

const noOutcomes = {
	answered: 0,
	"told as not saved": 0,
	"told as interrupted": 0,
	"not responded, machine dead": 0,
	"not responded otherwise": 0,
	"without a last answer": 0,
};
type Outcome = keyof typeof noOutcomes;

/** @returns what came of an interaction */
const findOutcome = (trace: InteractionTrace, { outages, machineOf, unanswered }: Circumstances): Outcome => {
	const { acknowledgedBy, state, openedAt } = trace.interaction;
	const last = trace.messages.at(-1)?.content ?? "";
	if (acknowledgedBy === undefined || state === "failed") {
		const wasDead = outages.some(
			({ machine, from, until }) =>
				machine === machineOf(trace) && openedAt > from - onItsWayMs && openedAt < until,
		);
		return wasDead ? "not responded, machine dead" : "not responded otherwise";
	}
	if (unanswered.includes(trace)) return "without a last answer";
	if (saysNotSaved.test(last)) return "told as not saved";
	return saysInterrupted.test(last) ? "told as interrupted" : "answered";
};

/** @returns what came of interactions; they add up, and the last two must be 0 */
export const countOutcomes = (traces: readonly InteractionTrace[], circumstances: Circumstances) => {
	const counts = { asked: traces.length, ...noOutcomes };
	for (const trace of traces) counts[findOutcome(trace, circumstances)] += 1;
	return counts;
};

/** @returns those of interactions that there should be none of, by what came of them */
export const listLeftOver = (
	traces: readonly InteractionTrace[],
	circumstances: Circumstances,
): readonly { readonly trace: InteractionTrace; readonly outcome: Outcome }[] =>
	traces
		.map((trace) => ({ trace, outcome: findOutcome(trace, circumstances) }))
		.filter(({ outcome }) => outcome === "not responded otherwise" || outcome === "without a last answer");
