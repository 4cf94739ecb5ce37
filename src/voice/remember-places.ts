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

export type RememberedPlaces = ReturnType<typeof rememberPlaces>;

/**
 * Stores where Herald is, so that it can rejoin its channels when it starts again soon after a stop or a crash. Errors
 * are logged and ignored: places matter less than starting, stopping or speaking.
 */
export const rememberPlaces = (places: VoicePlaces, clock: Clock, logger: Logger) => {
	/** By guild: the channel, whether messages wait there (`waits`), and what the store says about that (`noted`). */
	const here = new Map<string, { channelId: string; waits: boolean; noted: boolean }>();
	/** The last write. Writes run one after the other, in order. */
	let last: Promise<unknown> = Promise.resolve();
	/** Where Herald was when it last ended. Read once. */
	let left: Promise<LeftPlaces | undefined> | undefined;
	/**
	 * Guilds in which members had Herald join before it rejoined its own channels; undefined once it has begun to rejoin
	 * them.
	 */
	let calledFirst: Set<string> | undefined = new Set();
	let cancelNote: (() => void) | undefined;
	let cancelSign: (() => void) | undefined;
	let closed = false;

	const write = <T>(work: () => Promise<T>): Promise<T | undefined> => {
		const done = last.then(work).catch((error: unknown) => {
			logger.warn(
				{ event: "voice_places_failed", err: error },
				"could not read or save which voice channels Herald was in",
			);
			return undefined;
		});
		last = done;
		return done;
	};
	const readLeft = (): Promise<LeftPlaces | undefined> => {
		const now = clock.now();
		left ??= write(() => places.take(now - restoreMaxAgeMs, now));
		return left;
	};
	const sign = (): (() => void) =>
		clock.after(signOfLifeMs, () => {
			void write(() => places.keepAlive(clock.now()));
			cancelSign = sign();
		});

	return {
		enter: (place: VoicePlace): void => {
			const { guildId, channelId } = place;
			const before = here.get(guildId);
			if (closed || before?.channelId === channelId) return;
			here.set(guildId, { waits: false, noted: false, ...before, channelId });
			calledFirst?.add(guildId);
			// Read before the write, since reading removes what is stored.
			void readLeft();
			void write(() => places.enter(place, clock.now()));
			cancelSign ??= sign();
		},

		leave: (guildId: string): void => {
			if (closed || !here.delete(guildId)) return;
			void write(() => places.leave(guildId));
			if (here.size > 0) return;
			cancelSign?.();
			cancelSign = undefined;
		},

		/**
		 * Notes whether messages wait to be read in a guild. If they wait when Herald crashes, the next start calls each
		 * watcher's `onCutOff`.
		 */
		noteWaiting: (guildId: string, waits: boolean): void => {
			const there = here.get(guildId);
			if (closed || !there) return;
			there.waits = waits;
			cancelNote ??= clock.after(noteWaitingMs, () => {
				cancelNote = undefined;
				for (const [id, place] of here) {
					if (place.noted === place.waits) continue;
					place.noted = place.waits;
					void write(() => places.noteWaiting(id, place.noted));
				}
			});
		},

		/** @returns the places where messages waited when Herald recently ended without a stop */
		listCutOff: async (): Promise<readonly VoicePlace[]> =>
			(await readLeft())?.places.filter(({ waiting }) => waiting) ?? [],

		/**
		 * @returns where Herald was when it recently ended, without guilds in which it has joined a channel since. Empty
		 * after several crashes, if the store can't be read, and at each further call
		 */
		take: async (): Promise<readonly VoicePlace[]> => {
			const known = await readLeft();
			const called = calledFirst;
			calledFirst = undefined;
			if (!known || !called) return [];
			if (listRecent(known.uncleanEnds, uncleanEndsWindowMs, clock.now()).length < uncleanEndsMax)
				return known.places.filter(({ guildId }) => !called.has(guildId));
			logger.warn(
				{ event: "voice_not_rejoined" },
				"Herald didn't end in order several times of late, and doesn't rejoin its voice channels",
			);
			return [];
		},

		/** Stores where Herald is when it is stopped. Later changes are ignored. */
		close: async (inChannels: readonly VoicePlace[]): Promise<void> => {
			closed = true;
			cancelSign?.();
			cancelNote?.();
			await write(() => places.record(inChannels, clock.now()));
		},
	};
};
