interface Join {
	readonly channelId: string;
	readonly done: Promise<void>;
}

/** Joins, one after the other; a join to the same channel as the last one shares it. */
export class Joins {
	/** Each waits for the one before. */
	#last: Join | undefined;

	/** The channel of the last join in progress. */
	get channelId(): string | undefined {
		return this.#last?.channelId;
	}

	/** @param go - called when earlier joins have ended; @throws what it throws, or what a shared join threw */
	run(channelId: string, go: () => Promise<void>): Promise<void> {
		if (this.#last?.channelId === channelId) return this.#last.done;
		const before = this.#last?.done;
		const done = Promise.resolve(before).then(go);
		const join = { channelId, done };
		this.#last = join;
		const end = () => {
			if (this.#last === join) this.#last = undefined;
		};
		done.then(end, end);
		return done;
	}
}
