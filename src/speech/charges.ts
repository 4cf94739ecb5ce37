import type { Logger } from "@herald/common/log.ts";
import { Problem } from "../shared/problem.ts";
import type { Cost, Payer } from "./usage.ts";

/** Somebody who waits for a Line. */
interface Waiting {
	readonly payer: Payer;
}

/** A request that is about to leave, and who pays for it. */
export interface Charged<W extends Waiting = Waiting> {
	readonly by: W;
	/** Counts what it cost; nobody who listens waits for that. */
	readonly settle: (cost: Cost) => void;
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
	 * Counts a request by estimate, in ms, for the first of those who wait that has room for it.
	 *
	 * @throws {@link Problem} of the first, when none has
	 */
	async begin<W extends Waiting>(all: readonly W[], estimateMs: number): Promise<Charged<W>> {
		let refusal: unknown;
		for (const by of all) {
			try {
				const settle = await by.payer.charge(estimateMs);
				return { by, settle: (cost) => this.#write(settle(cost)) };
			} catch (error) {
				if (!(error instanceof Problem)) throw error;
				refusal ??= error;
			}
		}
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
