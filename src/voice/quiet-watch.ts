import type { Clock } from "./clock.ts";

/** Quiet hours begin with a minute, whichever way clocks and settings are changed. */
const minuteMs = 60_000;

export interface QuietWatchOptions {
	readonly clock: Clock;
	/** @returns when the guild's quiet hours end that are now, in ms; undefined outside of them. Never rejects */
	readonly findQuietEnd: () => Promise<number | undefined>;
	readonly onQuiet: (until: number) => void;
}

/** Looks each minute whether quiet hours have begun, while there is anything to be heard. */
export class QuietWatch {
	readonly #options: QuietWatchOptions;
	#cancel: (() => void) | undefined;

	constructor(options: QuietWatchOptions) {
		this.#options = options;
	}

	set(busy: boolean): void {
		if (busy === (this.#cancel !== undefined)) return;
		this.#cancel?.();
		this.#cancel = undefined;
		if (busy) this.#wait();
	}

	#wait(): void {
		const { clock } = this.#options;
		this.#cancel = clock.after(minuteMs - (clock.now() % minuteMs), () => {
			this.#wait();
			void this.#look();
		});
	}

	async #look(): Promise<void> {
		const until = await this.#options.findQuietEnd();
		if (until !== undefined && this.#cancel) this.#options.onQuiet(until);
	}
}
