/** What is left out or quickened so that what is heard stays near to what is written. */
export interface Shed {
	/** Whether authors' names are said. */
	readonly names: boolean;
	/** How many times faster than usual it is spoken. */
	readonly tempo: 1 | 1.15 | 1.3;
	/** Whether no more than a message's first sentence is read. */
	readonly firstSentence: boolean;
}

/** After so long in ms, the oldest messages are left out. */
export const leaveOutAfterMs = 90_000;
/** Those that wait longer than this in ms are left out then: what is heard after it is what is written now. */
export const leaveOutUntilMs = 15_000;

const nameMaxMs = 15_000;
const quickAfterMs = 30_000;
const firstSentenceAfterMs = 45_000;
const quickerAfterMs = 60_000;

/** @returns how messages are read when the oldest has waited so long, in ms */
export const shedAfter = (waitedMs: number): Shed => ({
	names: waitedMs <= nameMaxMs,
	tempo: waitedMs > quickerAfterMs ? 1.3 : waitedMs > quickAfterMs ? 1.15 : 1,
	firstSentence: waitedMs > firstSentenceAfterMs,
});
