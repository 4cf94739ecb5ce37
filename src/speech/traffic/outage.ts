import { Problem } from "../../shared/problem.ts";
import type { LineNews } from "../line.ts";
import { estimateSeconds } from "../text/lines.ts";

type ServiceState =
	| { readonly kind: "speaking" }
	/** One Line has failed since the last sound. This also happens to services that work. */
	| { readonly kind: "doubtful" }
	/** A second Line has failed, because of `problem`. The service was last tried at `askedAt`, in ms since the epoch. */
	| { readonly kind: "silent"; readonly problem: Problem; readonly askedAt: number };

/** How long a listener waits for a text's first sound, in ms, plus `msForSecond` for each second of the speech. */
const usualPatienceMs = 12_000;
/** The slowest service that is waited for needs this many ms for a second of speech. */
const msForSecond = 600;
/** The share of the usual wait if the service is known to be silent. */
const silentShare = 0.25;
/** How often a silent service is tried again, in ms. */
const askEveryMs = 15_000;

/** Limits the wait for a Line's sound to what a listener would wait. */
export interface Hurry {
	/** Receives the Line's news. */
	readonly listen: (news: LineNews) => void;
	/**
	 * @returns the work's result
	 * @throws {@link Problem} `timeout` if neither the result nor any sound came in time; the Problem of another Line if
	 * that showed, before this Line was requested, that the service is silent
	 */
	readonly wait: <T>(work: Promise<T>) => Promise<T>;
}

/**
 * Knows whether an account's service speaks. It is for texts that Herald's own voices can say instead: they wait for
 * the service only briefly, and while it is silent, only one of them tries it from time to time.
 */
export class ServiceOutage {
	readonly #now: () => number;
	readonly #patienceMs: number;
	#state: ServiceState = { kind: "speaking" };
	/** Functions that reject the Lines that wait for their turn. */
	readonly #waiting = new Set<(problem: Problem) => void>();

	/** @param patienceMs - the base wait for a text's first sound, see `usualPatienceMs` */
	constructor(now: () => number, patienceMs = usualPatienceMs) {
		this.#now = now;
		this.#patienceMs = patienceMs;
	}

	/** Records the outcome of a Line: a Problem of the service, or undefined for a sound. */
	note(problem: Problem | undefined): void {
		if (!problem) this.#state = { kind: "speaking" };
		else if (this.#state.kind === "speaking") this.#state = { kind: "doubtful" };
		else {
			this.#state = { kind: "silent", problem, askedAt: this.#now() };
			for (const end of this.#waiting) end(problem);
		}
	}

	/** Allows a Line to be requested. @throws the Problem that keeps the service silent, unless it is time to try again */
	check(): void {
		if (this.#state.kind !== "silent") return;
		const { problem, askedAt } = this.#state;
		const now = this.#now();
		// A difference in the other direction means that the clock was set back.
		if (Math.abs(now - askedAt) < askEveryMs)
			throw new Problem(problem.detail, problem.message, { cause: problem });
		this.#state = { ...this.#state, askedAt: now };
	}

	hurry(text: string): Hurry {
		const share = this.#state.kind === "silent" ? silentShare : 1;
		const patienceMs = share * (this.#patienceMs + msForSecond * estimateSeconds(text));
		const late = Promise.withResolvers<never>();
		let timer: NodeJS.Timeout | undefined;
		const giveUp = () => {
			const problem = new Problem({ kind: "timeout" }, "no sound for as long as a listener waits");
			this.note(problem);
			late.reject(problem);
		};
		this.#waiting.add(late.reject);
		return {
			listen: (news) => {
				if (news.kind === "begun") {
					this.#waiting.delete(late.reject);
					timer ??= setTimeout(giveUp, patienceMs);
				}
				if (news.kind === "sound") clearTimeout(timer);
			},
			wait: (work) =>
				Promise.race([work, late.promise]).finally(() => {
					this.#waiting.delete(late.reject);
					clearTimeout(timer);
				}),
		};
	}
}
