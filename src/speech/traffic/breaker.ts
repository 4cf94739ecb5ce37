import { Problem } from "../../problem.ts";

/**
 * Remembers an account-level refusal for a while, so that what would fail the same way fails at once and the service
 * is left alone. One account, one breaker.
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
		if (this.#now() >= this.#opened.until) {
			this.#opened = undefined;
			return;
		}
		const { problem } = this.#opened;
		throw new Problem(problem.detail, problem.message, { cause: problem });
	}

	/** Opens when the Problem is about the account as a whole; a missing model is not. */
	record(problem: Problem): void {
		if (problem.endsText && problem.kind !== "model_unavailable")
			this.#opened = { problem, until: this.#now() + this.#openMs };
	}

	/** Closes at once: what the account lacked may be there now. */
	reset(): void {
		this.#opened = undefined;
	}
}
