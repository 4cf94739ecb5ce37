import { Problem } from "../../shared/problem.ts";

/** How long members wait for the first word of a text, in ms. */
const patienceMs = 30_000;

/**
 * A text's way to its requests: the first one is refused where it would wait longer than a member does, and with it the
 * whole text. The others wait as long as it takes, since half a text is worse than a pause.
 */
export class TextAdmission {
	#first: Promise<unknown> | undefined;

	/**
	 * @param take - waits for a turn, for so long in ms; without it, as long as it takes
	 * @throws what it throws; the Problem that refused the text
	 */
	async admit<T>(take: (patienceMs?: number) => Promise<T>): Promise<T> {
		if (!this.#first) {
			const first = take(patienceMs);
			this.#first = first;
			return first;
		}
		await this.#first.catch((error: unknown) => {
			if (error instanceof Problem) throw error;
		});
		return take();
	}
}
