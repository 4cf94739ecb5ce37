import { Problem } from "../../problem.ts";

/**
 * Remembers an account-level refusal for a while, so that requests that would fail the same way fail at once and don't
 * bother the service. One breaker per account.
 */
export class Breaker {
	readonly #openMs: number;
	readonly #now: () => number;
	#opened: { readonly problem: Problem; readonly until: number } | undefined;

	constructor(openMs: number, now: () => number) {
		this.#openMs = openMs;
		this.#now = now;
	}

	/** @throws the Problem that opened the breaker, while it is open */
	check(): void {
		if (!this.#opened) return;
		const leftMs = this.#opened.until - this.#now();
		// More than a whole wait is left when the clock was put back.
		if (leftMs <= 0 || leftMs > this.#openMs) {
			this.#opened = undefined;
			return;
		}
		const { problem } = this.#opened;
		throw new Problem(problem.detail, problem.message, { cause: problem });
	}

	/** Opens for Problems of the whole account; a missing model isn't one. */
	record(problem: Problem): void {
		if (problem.endsText && problem.kind !== "model_unavailable")
			this.#opened = { problem, until: this.#now() + this.#openMs };
	}

	/** Closes at once: the cause may be gone. */
	reset(): void {
		this.#opened = undefined;
	}
}
