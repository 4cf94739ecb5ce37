/** How long guilds are built per turn of the event loop, in ms. Voice packets leave every 20 ms. */
const buildMs = 2;
/** How long guilds are read per turn before their connections pause, in ms. */
const readMs = 2;

export interface Pausable {
	pause(): void;
	resume(): void;
}

/**
 * A queue of guilds that the gateway has sent and the library hasn't built yet.
 *
 * @remarks A shard receives all its guilds at once, followed by interactions on the same connection, and discord.js
 * 14.28 builds each guild as it is read. Here, guilds are built for a few ms in each turn in which none was read. If a
 * waiting guild gets another event, the guild is built first: see `bring`. Can be removed when the library builds
 * guilds in turns.
 */
export class ArrivingGuilds {
	/** The guilds that wait, by id, in the order of their arrival. */
	readonly #waiting = new Map<string, { readonly shardId: number; readonly build: () => void }>();
	readonly #paused = new Set<Pausable>();
	/** When this turn's first guild was read, in ms; undefined before that. */
	#readSince: number | undefined;
	#isScheduled = false;
	readonly #now: () => number;

	/** @param now - in ms */
	constructor(now: () => number = () => performance.now()) {
		this.#now = now;
	}

	/** Adds a guild that was just read. @param build - has the library build the guild */
	add(guildId: string, shardId: number, connection: Pausable | null, build: () => void): void {
		this.#waiting.set(guildId, { shardId, build });
		const now = this.#now();
		this.#readSince ??= now;
		if (connection && now - this.#readSince >= readMs && !this.#paused.has(connection)) {
			this.#paused.add(connection);
			connection.pause();
		}
		this.#schedule();
	}

	/** Builds a waiting guild at once, so that the guild's events come after it. */
	bring(guildId: string): void {
		const waiting = this.#waiting.get(guildId);
		this.#waiting.delete(guildId);
		waiting?.build();
	}

	/**
	 * Drops a shard's waiting guilds, which Discord sends again in a new session. Without `shardId`, drops those of all
	 * shards.
	 */
	forget(shardId?: number): void {
		for (const [guildId, waiting] of this.#waiting)
			if (shardId === undefined || waiting.shardId === shardId) this.#waiting.delete(guildId);
	}

	#schedule(): void {
		if (this.#isScheduled) return;
		this.#isScheduled = true;
		setImmediate(() => this.#takeTurn());
	}

	#takeTurn(): void {
		this.#isScheduled = false;
		const hasRead = this.#readSince !== undefined;
		this.#readSince = undefined;
		for (const connection of this.#paused) connection.resume();
		this.#paused.clear();
		// While guilds still arrive, none is built: interactions may follow the guilds on the connection.
		if (!hasRead) this.#build();
		if (hasRead || this.#waiting.size > 0) this.#schedule();
	}

	#build(): void {
		const until = this.#now() + buildMs;
		for (const guildId of this.#waiting.keys()) {
			this.bring(guildId);
			if (this.#now() >= until) return;
		}
	}
}
