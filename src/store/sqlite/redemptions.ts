import type { Database } from "better-sqlite3";
import type {
	Admission,
	JournalEntry,
	NewRedemption,
	Redeemer,
	Redemptions,
	SentBefore,
	SentRequest,
	Settlement,
	TimeSpan,
	UntoldRedemption,
} from "../redemptions.ts";
import { write } from "./write.ts";

/** The table `redemptions`. */
export class SqliteRedemptions implements Redemptions {
	readonly #database: Database;

	constructor(database: Database) {
		this.#database = database;
	}

	async begin<Wait>(
		redemption: NewRedemption,
		{ sentSince, tracesKept, findWait }: Admission<Wait>,
	): Promise<{ readonly id: number } | { readonly wait: Wait }> {
		const insert = this.#database.prepare(
			`INSERT INTO redemptions (guild_id, user_id, member, code, secret, sent_at, told)
			VALUES (:guildId, :userId, :member, :code, :secret, :at, 0)`,
		);
		return this.#durably(() => {
			this.#dropTraces(tracesKept);
			const wait = findWait({
				sent: this.#listSent(sentSince),
				ofMember: this.#listOfMember(redemption.member),
			});
			return wait === undefined ? { id: Number(insert.run(redemption).lastInsertRowid) } : { wait };
		});
	}

	async settle(id: number, { outcome, reason = "", units, at }: Settlement): Promise<void> {
		const update = this.#database.prepare(
			`UPDATE redemptions SET outcome = ?, reason = nullif(?, ''), units = ?, settled_at = ?
			WHERE id = ? AND outcome = 'sent'`,
		);
		this.#durably(() => update.run(outcome, reason, units ?? null, at, id));
	}

	async readEarlier(id: number): Promise<"redeemed" | "unknown" | undefined> {
		return this.#database
			.prepare(
				`SELECT CASE earlier.outcome WHEN 'redeemed' THEN 'redeemed' ELSE 'unknown' END
				FROM redemptions AS this JOIN redemptions AS earlier USING (code)
				WHERE this.id = ? AND earlier.id < this.id AND earlier.outcome IN ('sent', 'unknown', 'redeemed')
				ORDER BY earlier.id DESC LIMIT 1`,
			)
			.pluck()
			.get(id) as "redeemed" | "unknown" | undefined;
	}

	async failOpen(at: number): Promise<number> {
		const update = this.#database.prepare(
			"UPDATE redemptions SET outcome = 'unknown', settled_at = ? WHERE outcome = 'sent'",
		);
		return this.#durably(() => update.run(at).changes);
	}

	async countOfOtherSecrets(secret: string, since: number): Promise<number> {
		return this.#database
			.prepare("SELECT count(*) FROM redemptions WHERE secret <> ? AND sent_at > ?")
			.pluck()
			.get(secret, since) as number;
	}

	async listSent(since: number): Promise<SentRequest[]> {
		return this.#listSent(since);
	}

	async list(guildId: string, limit: number): Promise<JournalEntry[]> {
		return this.#database
			.prepare(
				`SELECT id, user_id AS userId, sent_at AS sentAt, outcome, reason, units, settled_at AS settledAt
				FROM redemptions WHERE guild_id = ? ORDER BY id DESC LIMIT ?`,
			)
			.all(guildId, limit) as JournalEntry[];
	}

	async listUntold({ guildId, userId }: Redeemer): Promise<UntoldRedemption[]> {
		return this.#database
			.prepare(
				`SELECT code, outcome, reason, units FROM redemptions
				WHERE guild_id = ? AND user_id = ? AND told = 0 AND outcome IN ('redeemed', 'refused', 'unknown')
				ORDER BY id`,
			)
			.all(guildId, userId) as UntoldRedemption[];
	}

	async markTold({ guildId, userId, code }: Redeemer & { readonly code: string }): Promise<void> {
		const update = this.#database.prepare(
			"UPDATE redemptions SET told = 1 WHERE guild_id = ? AND user_id = ? AND code = ? AND told = 0",
		);
		write(this.#database, () => update.run(guildId, userId, code));
	}

	async eraseNames(before: number): Promise<number> {
		const erase = this.#database.prepare(
			"UPDATE redemptions SET user_id = NULL WHERE sent_at < ? AND user_id IS NOT NULL",
		);
		return write(this.#database, () => erase.run(before).changes);
	}

	async dropTraces(kept: TimeSpan): Promise<void> {
		write(this.#database, () => this.#dropTraces(kept));
	}

	#listSent(since: number): SentRequest[] {
		return this.#database
			.prepare(
				`SELECT guild_id AS guildId, sent_at AS sentAt FROM redemptions
				WHERE sent_at > ? AND reason IS NOT 'unreachable' ORDER BY sent_at`,
			)
			.all(since) as SentRequest[];
	}

	#listOfMember(member: string): SentBefore["ofMember"] {
		return this.#database
			.prepare(
				`SELECT sent_at AS sentAt, outcome, settled_at AS settledAt FROM redemptions
				WHERE member = ? AND reason IS NOT 'unreachable' ORDER BY sent_at, id`,
			)
			.all(member) as SentBefore["ofMember"];
	}

	#dropTraces(kept: TimeSpan): void {
		this.#database
			.prepare(
				"UPDATE redemptions SET member = NULL WHERE member IS NOT NULL AND sent_at NOT BETWEEN :from AND :to",
			)
			.run(kept);
	}

	/** In WAL mode, a commit survives a crash of the process, but only a synced one survives a power cut. */
	#durably<T>(work: () => T): T {
		this.#database.pragma("synchronous = FULL");
		try {
			return write(this.#database, work);
		} finally {
			this.#database.pragma("synchronous = NORMAL");
		}
	}
}
