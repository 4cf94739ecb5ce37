/** Members write styles: a service that knows none must not fill the memory with them. */
const stylesMax = 1_000;

/** The styles that the service refused, the last ones of them: sound without these is the best that there is. */
export class RefusedStyles {
	/** The oldest first. */
	readonly #styles = new Set<string>();

	has(style: string): boolean {
		return this.#styles.has(style);
	}

	/** Takes in what came of a style. */
	note(style: string, refused: boolean): void {
		this.#styles.delete(style);
		if (!refused) return;
		this.#styles.add(style);
		const [oldest] = this.#styles;
		if (this.#styles.size > stylesMax && oldest !== undefined) this.#styles.delete(oldest);
	}
}
