import type { Logger } from "@herald/common/log.ts";
import { Problem } from "../shared/problem.ts";
import type { Cost, Estimate, Payer } from "./usage.ts";

/** A caller that waits for a Line. */
interface Waiting {
	readonly payer: Payer;
}

/** A request that is about to leave, and who pays for it. */
export interface Charged<W extends Waiting = Waiting> {
	readonly by: W;
	/** Counts what it cost, see {@link Charge}; listeners don't wait for that. */
	readonly settle: (cost: Cost | undefined) => void;
}

/** What a Line was to be paid with isn't its guild's account any more. */
export class PaidElsewhere extends Error {
	override readonly name = "PaidElsewhere";
}

/** Has requests paid for, each by one of those who wait for it. */
export class Charges {
	readonly #logger: Logger;
	/** What is being written. */
	readonly #writing = new Set<Promise<void>>();

	constructor(logger: Logger) {
		this.#logger = logger;
	}

	/**
	 * Counts a request for the first of those who wait that has room for it.
	 *
	 * @param account - which pays for it; undefined is the operator's
	 * @returns `held` where some must wait, and none has room: resolves when one of them may have
	 * @throws {@link Problem} of the first, when none has; {@link PaidElsewhere} when none is that account's any more
	 */
	async begin<W extends Waiting>(
		all: readonly W[],
		estimate: Estimate,
		account?: string,
	): Promise<Charged<W> | { readonly held: Promise<void> }> {
		let refusal: unknown;
		const held: Promise<void>[] = [];
		for (const by of all) {
			try {
				const charge = await by.payer.charge(estimate, account);
				if ("settle" in charge) return { by, settle: (cost) => this.#write(charge.settle(cost)) };
				if ("held" in charge) held.push(charge.held);
				else refusal ??= new PaidElsewhere();
			} catch (error) {
				if (!(error instanceof Problem)) throw error;
				refusal ??= error;
			}
		}
		if (held.length > 0) return { held: Promise.race(held) };
		throw refusal ?? new Error("Nobody waits for it");
	}

	/** Resolves when all of it is written, or known not to be. */
	async settle(): Promise<void> {
		await Promise.all(this.#writing);
	}

	#write(settled: Promise<void>): void {
		const written = settled
			.catch((error: unknown) =>
				this.#logger.error({ event: "speech_not_counted", err: error }, "could not count what speech cost"),
			)
			.finally(() => this.#writing.delete(written));
		this.#writing.add(written);
	}
}
