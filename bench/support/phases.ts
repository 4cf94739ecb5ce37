export const toSeconds = (ms: number): string => (ms / 1_000).toFixed(1);

export class Phases {
	readonly #begun: { readonly name: string; readonly at: number }[] = [];

	begin(name: string): void {
		this.#begun.push({ name, at: Date.now() });
	}

	/** @returns the phase of a time in ms since the epoch, and how long after its beginning that time is */
	describe(time: number): string {
		const last = this.#begun.findLast(({ at }) => at <= time);
		return last ? `${toSeconds(time - last.at)} s after ${last.name}` : "before all";
	}
}
