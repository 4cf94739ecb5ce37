import type { Logger } from "@herald/common/log.ts";
import { listRecent } from "@herald/common/sliding-window.ts";
import type { Clock } from "../shared/clock.ts";
import type { LeftPlaces, VoicePlace, VoicePlaces } from "../store/voice-places.ts";

/** How soon after its end Herald must start again to rejoin its channels, in ms. */
const restoreMaxAgeMs = 5 * 60_000;
const signOfLifeMs = 60_000;
/** How soon it is stored that messages wait, or no longer wait, in ms. */
const noteWaitingMs = 1_000;
/**
 * How many crashes within `uncleanEndsWindowMs` keep Herald from rejoining its channels, since rejoining may cause the
 * crashes.
 */
const uncleanEndsMax = 3;
const uncleanEndsWindowMs = 10 * 60_000;

export interface RememberedPlacesOptions {
	readonly places: VoicePlaces;
	readonly clock: Clock;
	readonly logger: Logger;
}

/**
 * Stores where Herald is, so that it can rejoin its channels when it starts again soon after a stop or a crash. Errors
 * are logged and ignored: places matter less than starting, stopping or speaking.
 */
export class RememberedPlaces {
	readonly #options: RememberedPlacesOptions;
	/** By guild: the channel, whether messages wait there (`waits`), and what the store says about that (`noted`). */
	readonly #here = new Map<string, { channelId: string; waits: boolean; noted: boolean }>();
	/** The last write. Writes run one after the other, in order. */
	#last: Promise<unknown> = Promise.resolve();
	/** Where Herald was when it last ended. Read once. */
	#left: Promise<LeftPlaces | undefined> | undefined;
	/**
	 * Guilds in which members had Herald join before it rejoined its own channels; undefined once it has begun to rejoin
	 * them.
	 */
	#calledFirst: Set<string> | undefined = new Set();
	#cancelNote: (() => void) | undefined;
	#cancelSign: (() => void) | undefined;
	#closed = false;

	constructor(options: RememberedPlacesOptions) {
		this.#options = options;
	}

	enter(place: VoicePlace): void {
		const { guildId, channelId } = place;
		const before = this.#here.get(guildId);
		if (this.#closed || before?.channelId === channelId) return;
		this.#here.set(guildId, { waits: false, noted: false, ...before, channelId });
		this.#calledFirst?.add(guildId);
		// Read before the write, since reading removes what is stored.
		void this.#readLeft();
		const { places, clock } = this.#options;
		void this.#write(() => places.enter(place, clock.now()));
		this.#cancelSign ??= this.#sign();
	}

	leave(guildId: string): void {
		if (this.#closed || !this.#here.delete(guildId)) return;
		void this.#write(() => this.#options.places.leave(guildId));
		if (this.#here.size > 0) return;
		this.#cancelSign?.();
		this.#cancelSign = undefined;
	}

	noteWaiting(guildId: string, waits: boolean): void {
		const here = this.#here.get(guildId);
		if (this.#closed || !here) return;
		here.waits = waits;
		this.#cancelNote ??= this.#options.clock.after(noteWaitingMs, () => {
			this.#cancelNote = undefined;
			for (const [id, place] of this.#here) {
				if (place.noted === place.waits) continue;
				place.noted = place.waits;
				void this.#write(() => this.#options.places.noteWaiting(id, place.noted));
			}
		});
	}

	/** @returns the places where messages waited when Herald recently ended without a stop */
	async listCutOff(): Promise<readonly VoicePlace[]> {
		return (await this.#readLeft())?.places.filter(({ waiting }) => waiting) ?? [];
	}

	/**
	 * @returns where Herald was when it recently ended, without guilds in which it has joined a channel since. Empty
	 * after several crashes, if the store can't be read, and at each further call
	 */
	async take(): Promise<readonly VoicePlace[]> {
		const { clock, logger } = this.#options;
		const left = await this.#readLeft();
		const called = this.#calledFirst;
		this.#calledFirst = undefined;
		if (!left || !called) return [];
		if (listRecent(left.uncleanEnds, uncleanEndsWindowMs, clock.now()).length < uncleanEndsMax)
			return left.places.filter(({ guildId }) => !called.has(guildId));
		logger.warn(
			{ event: "voice_not_rejoined" },
			"Herald didn't end in order several times of late, and doesn't rejoin its voice channels",
		);
		return [];
	}

	/** Stores where Herald is when it is stopped. Later changes are ignored. */
	async close(here: readonly VoicePlace[]): Promise<void> {
		this.#closed = true;
		this.#cancelSign?.();
		this.#cancelNote?.();
		const { places, clock } = this.#options;
		await this.#write(() => places.record(here, clock.now()));
	}

	#readLeft(): Promise<LeftPlaces | undefined> {
		const { places, clock } = this.#options;
		const now = clock.now();
		this.#left ??= this.#write(() => places.take(now - restoreMaxAgeMs, now));
		return this.#left;
	}

	#sign(): () => void {
		const { places, clock } = this.#options;
		return clock.after(signOfLifeMs, () => {
			void this.#write(() => places.keepAlive(clock.now()));
			this.#cancelSign = this.#sign();
		});
	}

	#write<T>(work: () => Promise<T>): Promise<T | undefined> {
		const done = this.#last.then(work).catch((error: unknown) => {
			this.#options.logger.warn(
				{ event: "voice_places_failed", err: error },
				"could not read or save which voice channels Herald was in",
			);
			return undefined;
		});
		this.#last = done;
		return done;
	}
}
