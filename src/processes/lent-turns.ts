import { Problem } from "../shared/problem.ts";
import type { RequestLimiter } from "../speech/traffic/request-limiter.ts";
import type { ProcessAnswers, SupervisorAnswers } from "./contract.ts";
import type { Talk } from "./talk.ts";

/** One process's running and waiting requests to the speech service, by its own request numbers. */
export class LentTurns {
	readonly #limiter: RequestLimiter;
	readonly #turns = new Map<number, { readonly leave: AbortController; release?: () => void }>();

	constructor(limiter: RequestLimiter) {
		this.#limiter = limiter;
	}

	/** @returns undefined when it is the request's turn; when to try again, where it was refused */
	readonly take: SupervisorAnswers["takeTurn"] = async ({ id, guild, patienceMs, account }) => {
		const turn: { readonly leave: AbortController; release?: () => void } = { leave: new AbortController() };
		this.#turns.set(id, turn);
		try {
			turn.release = await this.#limiter.acquire(guild, turn.leave.signal, patienceMs, account);
			return undefined;
		} catch (error) {
			this.#turns.delete(id);
			if (error instanceof Problem && error.detail.kind === "rate_limited") return error.detail.retryAt;
			throw error;
		}
	};

	readonly end: SupervisorAnswers["endTurn"] = (id) => {
		const turn = this.#turns.get(id);
		this.#turns.delete(id);
		turn?.leave.abort();
		turn?.release?.();
	};

	/** The process has ended. */
	endAll(): void {
		for (const id of this.#turns.keys()) this.end(id);
	}
}

/** @returns the supervisor's limiter, as a process asks for it */
export const borrowTurns = (talk: Talk<SupervisorAnswers, ProcessAnswers>): RequestLimiter => {
	let lastId = 0;
	// Without a supervisor, there is no process for long.
	const send = (sent: Promise<void>) => void sent.catch(() => {});
	return {
		acquire: async (guild, signal, patienceMs, account) => {
			signal.throwIfAborted();
			lastId += 1;
			const id = lastId;
			const end = () => send(talk.ask("endTurn", id));
			signal.addEventListener("abort", end, { once: true });
			try {
				const retryAt = await talk.ask("takeTurn", { id, guild, patienceMs, account });
				signal.throwIfAborted();
				if (retryAt !== undefined)
					throw new Problem(
						{ kind: "rate_limited", retryAt, daily: false },
						"too many requests wait for the speech service",
					);
				return end;
			} catch (error) {
				signal.throwIfAborted();
				throw error;
			} finally {
				signal.removeEventListener("abort", end);
			}
		},
		note: (answered, account) => send(talk.ask("noteAnswer", { answered, account })),
	};
};
