/** A text's place among those of its guild before it is known what it says. */
export interface Ticket {
	/** Resolves when every ticket that was taken before has been used or given up. */
	readonly turn: Promise<void>;
	/** Lets the next one have its turn: the text is in the queue, or will never be. Later calls do nothing. */
	release(): void;
}

/**
 * Keeps texts in the order of their commands while each waits for what it has to wait for: a ticket is taken before the
 * first await, and what needs the order waits for its turn. Whoever takes one has to release it, whatever happens.
 */
export class Tickets {
	/** By guild: settles when all tickets so far have been released. */
	readonly #last = new Map<string, Promise<void>>();

	take(guildId: string): Ticket {
		const turn = this.#last.get(guildId) ?? Promise.resolve();
		const { promise: released, resolve: release } = Promise.withResolvers<void>();
		const done: Promise<void> = turn.then(() => released);
		this.#last.set(guildId, done);
		void done.then(() => {
			if (this.#last.get(guildId) === done) this.#last.delete(guildId);
		});
		return { turn, release };
	}
}
