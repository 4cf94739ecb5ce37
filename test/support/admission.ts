/** The limits with which the journal admits a redemption in tests. */
export const admission = {
	account: "account",
	windowMs: 60_000,
	traceMs: 60_000,
	lostAfterMs: 60_000,
	turnMs: 0,
	findWait: () => undefined,
};
