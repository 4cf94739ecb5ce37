/** Members write styles freely, so this must not grow without limit. */
const stylesMax = 1_000;

/** The styles that the service refused most recently: for these, speech without the style has to do. */
export class RefusedStyles {
	/** The oldest first. */
	readonly #styles = new Set<string>();

	has(style: string): boolean {
		return this.#styles.has(style);
	}

	/** Records whether a style was refused. */
	note(style: string, refused: boolean): void {
		this.#styles.delete(style);
		if (!refused) return;
		this.#styles.add(style);
		const [oldest] = this.#styles;
		if (this.#styles.size > stylesMax && oldest !== undefined) this.#styles.delete(oldest);
	}
}
