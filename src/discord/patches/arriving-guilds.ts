/** How long guilds are built in one turn of the event loop, in ms: voice packets leave every 20 ms. */
const buildMs = 2;
/** How long one turn may read guilds before the connections that send them pause, in ms. */
const readMs = 2;

/** A connection to the gateway, which can hold back what it has received. */
export interface Pausable {
	pause(): void;
	resume(): void;
}

interface WaitingGuild {
	readonly shardId: number;
	readonly build: () => void;
}

/**
 * A queue of guilds that the gateway has sent and the library has yet to build.
 *
 * @remarks A shard receives all of its guilds at once, with interactions behind them on the same connection, and
 *   discord.js 14.28 builds each as it is read. So guilds are built when nothing more is there to read, a few ms a turn.
 *   An event of a waiting guild builds that guild first: see `bring`. Can go when the library builds guilds in turns.
 */
export class ArrivingGuilds {
	/** By their ids, in the order of their arrival. */
	readonly #waiting = new Map<string, WaitingGuild>();
	readonly #paused = new Set<Pausable>();
	/** When this turn's first guild was read, in ms; undefined while none was. */
	#readSince: number | undefined;
	#isScheduled = false;
	readonly #now: () => number;

	/** @param now - in ms */
	constructor(now: () => number = () => performance.now()) {
		this.#now = now;
	}

	/** Takes a guild that was read just now. @param build - has the library build it */
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

	/** Builds a guild at once, if it waits: what happens in a guild comes after the guild. */
	bring(guildId: string): void {
		const waiting = this.#waiting.get(guildId);
		this.#waiting.delete(guildId);
		waiting?.build();
	}

	/** Drops the waiting guilds of a shard, which will send them again; by default of all shards. */
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
		// While guilds still arrive, interactions may wait behind them.
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
