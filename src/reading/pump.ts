import type { Clock } from "../voice/clock.ts";

/** What there is to do: work that has begun, or, in ms of the clock, when there is some. */
export type Due = { readonly work: Promise<void> } | { readonly at: number };

/** Does what is due, one thing at a time. */
export class Pump {
	readonly #clock: Clock;
	readonly #next: () => Due | undefined;
	#running = false;
	#again = false;
	#stopped = false;
	#cancelWait: (() => void) | undefined;

	/** @param next - begins what is due; undefined when there is nothing to do until the next {@link start} */
	constructor(clock: Clock, next: () => Due | undefined) {
		this.#clock = clock;
		this.#next = next;
	}

	/** Begins, or looks once more when what is being done is over. To be called when something may have become due. */
	start(): void {
		this.#again = true;
		if (this.#running) return;
		this.#running = true;
		void this.#run().finally(() => {
			this.#running = false;
			if (this.#again && !this.#stopped) this.start();
		});
	}

	/** Nothing more is begun. */
	stop(): void {
		this.#stopped = true;
		this.#cancelWait?.();
	}

	async #run(): Promise<void> {
		while (this.#again && !this.#stopped) {
			this.#again = false;
			this.#cancelWait?.();
			this.#cancelWait = undefined;
			const due = this.#next();
			if (!due) continue;
			if ("at" in due) {
				this.#cancelWait = this.#clock.after(due.at - this.#clock.now(), () => this.start());
				return;
			}
			this.#again = true;
			await due.work;
		}
	}
}
