import type { InteractionTrace } from "@herald/playground";

/** The time in which a machine was dead, in ms since the epoch. */
export interface Outage {
	readonly machine: number;
	readonly from: number;
	readonly until: number;
}

interface Circumstances {
	readonly outages: readonly Outage[];
	readonly machineOf: (trace: InteractionTrace) => number;
	/** Interactions that were acknowledged, but have no final answer. */
	readonly unanswered: readonly InteractionTrace[];
}

/** How long before its machine's death, in ms, an interaction may begin and still be lost with the machine. */
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

/** @returns the number of interactions with each outcome; the last two outcomes must not occur */
export const countOutcomes = (traces: readonly InteractionTrace[], circumstances: Circumstances) => {
	const counts = { asked: traces.length, ...noOutcomes };
	for (const trace of traces) counts[findOutcome(trace, circumstances)] += 1;
	return counts;
};

/** @returns the interactions with an outcome that must not occur */
export const listLeftOver = (
	traces: readonly InteractionTrace[],
	circumstances: Circumstances,
): readonly { readonly trace: InteractionTrace; readonly outcome: Outcome }[] =>
	traces
		.map((trace) => ({ trace, outcome: findOutcome(trace, circumstances) }))
		.filter(({ outcome }) => outcome === "not responded otherwise" || outcome === "without a last answer");
