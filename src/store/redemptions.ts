/** What came of a redemption; `sent` is one whose answer is still awaited, or was when the process died. */
type JournalOutcome =
	| "sent"
	| "redeemed"
	| "refused"
	| "busy"
	| "unauthorized"
	| "rate_limited"
	| "unknown"
	| "unavailable";

/** Who sends which code: hashes where the journal must not hold the thing itself. Times are in ms since the epoch. */
export interface NewRedemption {
	readonly guildId: string;
	readonly userId: string;
	/** A keyed hash of the member, for pacing. */
	readonly member: string;
	/** A keyed hash of the account. */
	readonly account: string;
	/** A keyed hash of the code. */
	readonly code: string;
	readonly at: number;
}

export interface Settlement {
	readonly outcome: Exclude<JournalOutcome, "sent">;
	readonly reason?: string;
	/** Quota units granted. */
	readonly units?: number;
	readonly at: number;
}

/** A row as it is shown: nothing in it leads to a code. */
export interface JournalEntry {
	readonly id: number;
	/** Null when the member was forgotten. */
	readonly userId: string | null;
	readonly sentAt: number;
	readonly outcome: JournalOutcome;
	readonly reason: string | null;
	readonly units: number | null;
	readonly settledAt: number | null;
}

/** A request on the limited routes. */
export interface SentRequest {
	readonly guildId: string;
	readonly sentAt: number;
}

/** What reached, or may have reached, the service before: all of it, and what this member sent; each oldest first. */
export interface SentBefore {
	readonly sent: readonly SentRequest[];
	readonly ofMember: readonly Pick<JournalEntry, "sentAt" | "outcome" | "settledAt">[];
}

/** How a redemption is weighed before it begins. */
export interface Admission<Wait> {
	/** How far back `sent` goes. */
	readonly sentSince: number;
	/** What knows members again in rows older than this is removed first. */
	readonly tracesSince: number;
	/** @returns why the redemption must not begin now; undefined when it may. Asked within the transaction: it reads nothing else of the store. */
	readonly findWait: (before: SentBefore) => Wait | undefined;
}

/**
 * The journal of redemptions. What `begin` and `settle` write is on the disk, not only with the system, when their
 * promises resolve; what writes rejects with a Problem `not_stored` when the store can't be written at the moment.
 */
export interface Redemptions {
	/**
	 * Weighs a redemption and writes its row, which says `sent`, or doesn't: no two that begin at once pass on the same count.
	 *
	 * @returns the row's id, or why it was not written
	 */
	begin<Wait>(
		redemption: NewRedemption,
		admission: Admission<Wait>,
	): Promise<{ readonly id: number } | { readonly wait: Wait }>;
	/** Writes what came of a redemption, once: a row that isn't `sent` stays as it is. */
	settle(id: number, settlement: Settlement): Promise<void>;
	/** @returns what the journal knows of the same code on the same account from before this row */
	readEarlier(id: number): Promise<"redeemed" | "unknown" | undefined>;
	/** Turns every row that still says `sent` into `unknown`. @returns how many there were */
	failOpen(at: number): Promise<number>;
	/** @returns what reached, or may have reached, the service since then, oldest first */
	listSent(since: number): Promise<SentRequest[]>;
	/** @returns a guild's rows, newest first */
	list(guildId: string, limit: number): Promise<JournalEntry[]>;
	/** Removes what knows members again for pacing from rows older than this. */
	dropTraces(before: number): Promise<void>;
}
