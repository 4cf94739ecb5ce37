import type { LimitedUse } from "./credit-accounts.ts";
import type { JournalOutcome } from "./database.ts";

/** Who sends which code; hashes stand for what the journal must not contain. Times are in ms since the epoch. */
export interface NewRedemption {
	readonly guildId: string;
	readonly userId: string;
	/** A keyed hash of the member, for pacing. */
	readonly member: string;
	/** A keyed hash of the account that it is for, where a server has connected it; the operator's by default. */
	readonly account?: string | null;
	/** A keyed hash of the code. */
	readonly code: string;
	/** A mark of the key of both. */
	readonly secret: string;
}

export interface Settlement {
	readonly outcome: Exclude<JournalOutcome, "sent">;
	readonly reason?: string;
	/** Quota units granted. */
	readonly units?: number | undefined;
}

/** A row for display: nothing in it reveals a code. */
export interface JournalEntry {
	readonly id: number;
	/** Null if the member was forgotten. */
	readonly userId: string | null;
	readonly sentAt: number;
	readonly outcome: JournalOutcome;
	readonly reason: string | null;
	readonly units: number | null;
	readonly settledAt: number | null;
}

/** An outcome that the member hasn't been told, with the keyed hash of its code. */
export interface UntoldRedemption {
	readonly code: string;
	readonly outcome: "redeemed" | "refused" | "unknown";
	readonly reason: string | null;
	readonly units: number | null;
	/** A keyed hash of the account of the guild's own that it was for; null is the operator's. */
	readonly account: string | null;
}

/** Whose redemption, or all of a member's redemptions in a guild. */
export interface Redeemer {
	readonly guildId: string;
	readonly userId: string;
}

/** Earlier requests that reached or may have reached the service: all of them, and this member's; each oldest first. */
export interface SentBefore extends LimitedUse {
	/** 0 where no code was redeemed in the guild before, 1 where one was, 2 where this member redeemed one there. */
	readonly standing: 0 | 1 | 2;
	readonly ofMember: readonly Pick<JournalEntry, "sentAt" | "outcome" | "settledAt">[];
}

/** How a redemption is checked before it starts; times in ms. */
export interface Admission<Wait> {
	/** A keyed hash of the account that pays. */
	readonly account: string;
	/** How far back requests count. */
	readonly windowMs: number;
	/** After so long, a redemption without an outcome is lost: its process has died. */
	readonly lostAfterMs: number;
	/** Members' traces in rows that are further away in time are removed first. */
	readonly traceMs: number;
	/**
	 * @returns why the redemption can't start now; undefined if it can. Called within the transaction: it must not use
	 * the store.
	 */
	readonly findWait: (before: SentBefore) => Wait | undefined;
}

/** A redemption that may start, or why not: it must wait, or the same code is under way. */
export type Begun<Wait> = { readonly id: number } | { readonly wait: Wait } | { readonly isUnderWay: true };

/**
 * The journal of redemptions, by the database's clock: those of machines differ. What `begin` and `settle` write is
 * synced to disk when their promises resolve. Writes reject with a Problem `not_stored` if the store can't be written at
 * the moment.
 */
export interface Redemptions {
	/**
	 * Checks a redemption and, if it may start, writes its row as `sent`; concurrent ones can't pass on the same count,
	 * nor with the same code.
	 *
	 * @returns the row's id, or why it wasn't written
	 */
	begin<Wait>(redemption: NewRedemption, admission: Admission<Wait>): Promise<Begun<Wait>>;
	/** Writes a redemption's outcome, once, even if it was called lost meanwhile; what `failOpen` gave up stays unknown. */
	settle(id: number, settlement: Settlement): Promise<void>;
	/** @returns what earlier tries of the same code leave open or settle, whatever account they were for */
	readEarlier(id: number): Promise<"redeemed" | "unknown" | undefined>;
	/** Turns every row of this process's guilds that still says `sent` into `unknown`. @returns how many there were */
	failOpen(): Promise<number>;
	/** @returns how many rows of the last `withinMs` have hashes made with another secret than the one of this mark */
	countOfOtherSecrets(secret: string, withinMs: number): Promise<number>;
	/** @returns a guild's rows for an account, as `begin` has it, newest first */
	list(guildId: string, limit: number, account?: string | null): Promise<JournalEntry[]>;
	/** @returns what a member hasn't been told, oldest first; outcomes after which the code is as good as before are left out */
	listUntold(redeemer: Redeemer): Promise<UntoldRedemption[]>;
	/** Notes that a member has been told what came of a code. */
	markTold(redeemer: Redeemer & { readonly code: string }): Promise<void>;
	/** Removes members' ids from rows sent before a time. @returns from how many */
	eraseNames(before: number): Promise<number>;
	/** Removes members' traces for pacing from rows further away in time, be it ahead: the clock was wrong then. */
	dropTraces(traceMs: number): Promise<void>;
}
