import type { Database } from "better-sqlite3";
import { write } from "./write.ts";

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

/**
 * The table `redemptions`. `begin` and `settle` are on the disk, not only with the system, when they return; what
 * writes throws a Problem `not_stored` when the file can't be written at the moment.
 */
export class Redemptions {
	readonly #database: Database;

	constructor(database: Database) {
		this.#database = database;
	}

	/** @returns the id of the row, which says `sent` */
	begin(redemption: NewRedemption): number {
		const insert = this.#database.prepare(
			`INSERT INTO redemptions (guild_id, user_id, member, account, code, sent_at)
			VALUES (:guildId, :userId, :member, :account, :code, :at)`,
		);
		return this.#durably(() => Number(insert.run(redemption).lastInsertRowid));
	}

	/** Writes what came of a redemption, once: a row that isn't `sent` stays as it is. */
	settle(id: number, { outcome, reason = "", units, at }: Settlement): void {
		const update = this.#database.prepare(
			`UPDATE redemptions SET outcome = ?, reason = nullif(?, ''), units = ?, settled_at = ?
			WHERE id = ? AND outcome = 'sent'`,
		);
		this.#durably(() => update.run(outcome, reason, units ?? null, at, id));
	}

	/** @returns what the journal knows of the same code on the same account from before this row */
	readEarlier(id: number): "redeemed" | "unknown" | undefined {
		return this.#database
			.prepare(
				`SELECT CASE earlier.outcome WHEN 'redeemed' THEN 'redeemed' ELSE 'unknown' END
				FROM redemptions AS this JOIN redemptions AS earlier USING (code, account)
				WHERE this.id = ? AND earlier.id < this.id AND earlier.outcome IN ('sent', 'unknown', 'redeemed')
				ORDER BY earlier.id DESC LIMIT 1`,
			)
			.pluck()
			.get(id) as "redeemed" | "unknown" | undefined;
	}

	/** Turns every row that still says `sent` into `unknown`. @returns how many there were */
	failOpen(at: number): number {
		const update = this.#database.prepare(
			"UPDATE redemptions SET outcome = 'unknown', settled_at = ? WHERE outcome = 'sent'",
		);
		return this.#durably(() => update.run(at).changes);
	}

	/** @returns what reached, or may have reached, the service since then, oldest first */
	listSent(since: number): SentRequest[] {
		return this.#database
			.prepare(
				`SELECT guild_id AS guildId, sent_at AS sentAt FROM redemptions
				WHERE sent_at > ? AND reason IS NOT 'unreachable' ORDER BY sent_at`,
			)
			.all(since) as SentRequest[];
	}

	/** @returns what reached, or may have reached, the service of this member, oldest first */
	listOfMember(member: string): Pick<JournalEntry, "sentAt" | "outcome" | "settledAt">[] {
		return this.#database
			.prepare(
				`SELECT sent_at AS sentAt, outcome, settled_at AS settledAt FROM redemptions
				WHERE member = ? AND reason IS NOT 'unreachable' ORDER BY sent_at, id`,
			)
			.all(member) as Pick<JournalEntry, "sentAt" | "outcome" | "settledAt">[];
	}

	/** @returns a guild's rows, newest first, those before `beforeId` where it is given */
	list(guildId: string, limit: number, beforeId = Number.MAX_SAFE_INTEGER): JournalEntry[] {
		return this.#database
			.prepare(
				`SELECT id, user_id AS userId, sent_at AS sentAt, outcome, reason, units, settled_at AS settledAt
				FROM redemptions WHERE guild_id = ? AND id < ? ORDER BY id DESC LIMIT ?`,
			)
			.all(guildId, beforeId, limit) as JournalEntry[];
	}

	/** Removes who it was from a member's rows. @returns whether there was anything to forget */
	forgetMember(guildId: string, userId: string): boolean {
		const update = this.#database.prepare(
			"UPDATE redemptions SET user_id = NULL WHERE guild_id = ? AND user_id = ?",
		);
		return write(this.#database, () => update.run(guildId, userId).changes > 0);
	}

	/** Removes what knows members again for pacing from rows older than this. */
	dropTraces(before: number): void {
		const update = this.#database.prepare(
			"UPDATE redemptions SET member = NULL WHERE member IS NOT NULL AND sent_at < ?",
		);
		write(this.#database, () => update.run(before));
	}

	/** In WAL mode a commit survives the process, but the machine only when it is synced. */
	#durably<T>(work: () => T): T {
		this.#database.pragma("synchronous = FULL");
		try {
			return write(this.#database, work);
		} finally {
			this.#database.pragma("synchronous = NORMAL");
		}
	}
}
