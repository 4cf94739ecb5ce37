/** Times interactions from their arrival. Times in ms. */
export class InteractionTimes {
	readonly #begun = new Map<string, { readonly at: number; acknowledged: boolean }>();

	begin(id: string, now: number): void {
		this.#begun.set(id, { at: now, acknowledged: false });
	}

	/** @returns how long its first answer took; undefined for one that was answered, has ended, or came before */
	acknowledge(id: string, now: number): number | undefined {
		const begun = this.#begun.get(id);
		if (!begun || begun.acknowledged) return undefined;
		begun.acknowledged = true;
		return now - begun.at;
	}

	/** @returns how long it took in all; undefined for one that came before */
	end(id: string, now: number): number | undefined {
		const begun = this.#begun.get(id);
		this.#begun.delete(id);
		return begun && now - begun.at;
	}
}
