import { Problem } from "../../shared/problem.ts";
import type { LineNews } from "../spoken.ts";
import { estimateSeconds } from "../text/lines.ts";

type ServiceState =
	| { readonly kind: "speaking" }
	/** One Line came to nothing since its last sound, which happens to services that are well. */
	| { readonly kind: "doubtful" }
	/** A second one did, because of this; it was last asked then, in ms. */
	| { readonly kind: "silent"; readonly problem: Problem; readonly askedAt: number };

/** How long in ms a listener waits for the first sound of a text, beside what its length takes. */
const usualPatienceMs = 12_000;
/** A service speaks at least as fast as this, in ms for a second of speech. */
const msForSecond = 600;
/** Of a service that is known to be silent, less is waited for. */
const silentShare = 0.25;
/** How often a silent service is asked again, in ms. */
const askEveryMs = 15_000;

/** What waits for a Line's sound, and for no longer than a listener does. */
export interface Hurry {
	/** Takes the Line's news. */
	readonly take: (news: LineNews) => void;
	/** @returns the work's result @throws {@link Problem} `timeout` when neither it nor any sound came in time */
	readonly wait: <T>(work: Promise<T>) => Promise<T>;
}

/**
 * Whether an account's service speaks, for texts that Herald's own voices may say in its place: these wait for it no
 * longer than a moment, and while it is silent, only one of them asks it from time to time.
 */
export class ServiceOutage {
	readonly #now: () => number;
	readonly #patienceMs: number;
	#state: ServiceState = { kind: "speaking" };
	/** End what waits for its turn to ask. */
	readonly #waiting = new Set<(problem: Problem) => void>();

	/** @param patienceMs - for a text's first sound */
	constructor(now: () => number, patienceMs = usualPatienceMs) {
		this.#now = now;
		this.#patienceMs = patienceMs;
	}

	/** Takes what came of a Line: a Problem of the service, or undefined for its sound. */
	note(problem: Problem | undefined): void {
		if (!problem) this.#state = { kind: "speaking" };
		else if (this.#state.kind === "speaking") this.#state = { kind: "doubtful" };
		else {
			this.#state = { kind: "silent", problem, askedAt: this.#now() };
			for (const end of this.#waiting) end(problem);
		}
	}

	/** Lets a Line be asked for. @throws the Problem that keeps the service silent, unless it is asked again */
	check(): void {
		if (this.#state.kind !== "silent") return;
		const { problem, askedAt } = this.#state;
		const now = this.#now();
		// A time ahead is of a clock that was put back.
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
			take: (news) => {
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
