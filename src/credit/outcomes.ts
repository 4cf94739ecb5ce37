import { setTimeout as wait } from "node:timers/promises";
import type { Logger } from "@herald/common/log.ts";
import type { Redemptions, UnansweredRedemption } from "../store/redemptions.ts";
import type { RefusalReason, TopupOutcome, Uncertainty } from "./redemption.ts";

/** @returns the outcome that a row of the journal has */
export const readVerdict = ({ outcome, reason, units, account }: UnansweredRedemption): TopupOutcome => {
	if (outcome === "redeemed")
		return { kind: outcome, units: units ?? undefined, ...(account !== null && { isOwn: true }) };
	if (outcome === "refused") return { kind: outcome, reason: (reason ?? "rejected") as RefusalReason };
	return { kind: outcome, why: (reason ?? "lost") as Uncertainty };
};

/** @returns what the journal stores of an outcome besides its kind */
export const describeVerdict = (verdict: TopupOutcome): { reason?: string; units?: number | undefined } => {
	if (verdict.kind === "refused") return { reason: verdict.reason };
	if (verdict.kind === "unavailable" || verdict.kind === "unknown") return { reason: verdict.why };
	return verdict.kind === "redeemed" ? { units: verdict.units } : {};
};

/** Saves outcomes, trying again until each is in the journal, so that it matches what members were told. */
export class Outcomes {
	readonly #journal: Pick<Redemptions, "settle">;
	readonly #logger: Logger;
	readonly #againMs: number;
	readonly #closing = new AbortController();
	readonly #late = new Set<Promise<void>>();

	/** @param againMs - the wait before saving is tried again, in ms */
	constructor(journal: Pick<Redemptions, "settle">, logger: Logger, againMs: number) {
		this.#journal = journal;
		this.#logger = logger;
		this.#againMs = againMs;
	}

	/** Never rejects, since the member gets the answer anyway. */
	async save(id: number, verdict: TopupOutcome): Promise<void> {
		const settlement = { outcome: verdict.kind, ...describeVerdict(verdict) };
		try {
			await this.#journal.settle(id, settlement);
		} catch (error) {
			this.#logger.error(
				{ event: "redemption_not_saved", err: error, redemption: id },
				"could not save a redemption's outcome, and try again until it is saved",
			);
			const late = this.#saveLate(id, settlement).finally(() => this.#late.delete(late));
			this.#late.add(late);
		}
	}

	/** Tries once more to save each outcome. An unsaved one becomes unknown at the next start. */
	async close(): Promise<void> {
		this.#closing.abort();
		await Promise.all(this.#late);
	}

	async #saveLate(...settlement: Parameters<Redemptions["settle"]>): Promise<void> {
		const { signal } = this.#closing;
		for (;;) {
			const isLast = await wait(this.#againMs, false, { signal, ref: false }).catch(() => true);
			try {
				return await this.#journal.settle(...settlement);
			} catch {
				// The first failure was logged.
				if (isLast) return;
			}
		}
	}
}
