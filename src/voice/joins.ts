interface Join {
	readonly channelId: string;
	readonly done: Promise<void>;
}

/** Ways to channels, one after the other; one to where the last one leads is that one. */
export class Joins {
	/** Each waits for the one before. */
	#last: Join | undefined;

	/** Where the last one that is under way leads. */
	get channelId(): string | undefined {
		return this.#last?.channelId;
	}

	/** @param go - called when those before have come to an end; @throws what it throws, or what one before threw */
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
