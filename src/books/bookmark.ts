import type { Clock } from "../shared/clock.ts";
import type { BookLine } from "./book.ts";

/** A page that was heard for longer is begun anew; otherwise, back goes to the one before. */
const againAfterMs = 3_000;

/** @returns where the page begins that a Line belongs to */
export const findPage = (lines: readonly BookLine[], at: number): number => {
	let from = Math.min(at, lines.length - 1);
	while (from > 0 && !lines[from]?.beginsPage) from -= 1;
	return Math.max(0, from);
};

/** @returns where the next page begins; behind the last one, the number of Lines */
export const findNextPage = (lines: readonly BookLine[], at: number): number => {
	const next = lines.findIndex(({ beginsPage }, index) => index > at && beginsPage);
	return next === -1 ? lines.length : next;
};

/** A book's place in a voice channel: the Line that is heard, or else the one at which it goes on. */
export class Bookmark {
	readonly #lines: readonly BookLine[];
	readonly #clock: Pick<Clock, "now">;
	#at: number;
	/** Whether the Line has been heard for long, or since when in ms it is; undefined where it isn't. */
	#heard: "long" | number | undefined;

	constructor(lines: readonly BookLine[], at: number, clock: Pick<Clock, "now">) {
		this.#lines = lines;
		this.#at = at;
		this.#clock = clock;
	}

	get at(): number {
		return this.#at;
	}

	get isAtEnd(): boolean {
		return this.#at >= this.#lines.length;
	}

	/** Where the page begins to which a member wants to go back. */
	get back(): number {
		const page = findPage(this.#lines, this.#at);
		const again = this.#at > page || this.#isHeardLong;
		return again ? page : findPage(this.#lines, Math.max(0, page - 1));
	}

	/** Moves it; @param isHeard - whether that Line begins to be heard now */
	moveTo(at: number, isHeard: boolean): void {
		this.#at = at;
		this.#heard = isHeard ? this.#clock.now() : undefined;
	}

	/** Stops counting for how long the Line has been heard. */
	pause(): void {
		this.#heard = this.#isHeardLong ? "long" : undefined;
	}

	get #isHeardLong(): boolean {
		const heard = this.#heard;
		return typeof heard === "number" ? this.#clock.now() - heard > againAfterMs : heard === "long";
	}
}
