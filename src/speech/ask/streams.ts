import { findQuiet, frameMs, GrowingClip, packedSound, unpackClip } from "@herald/common/audio/clip.ts";
import { defer } from "@herald/common/defer.ts";
import { Recent } from "@herald/common/recent.ts";
import { unwanted } from "@herald/common/retry.ts";
import type { Party } from "../../shared/party.ts";
import { UnderWay } from "../../shared/under-way.ts";
import type { ClipReading } from "../clips/clip-reading.ts";
import type { ClipWorkers } from "../clips/clip-workers.ts";
import type { Compromise, EarlySound, Line } from "../line.ts";
import { estimateSeconds } from "../text/lines.ts";
import type { AttemptFailure } from "./classify.ts";
import type { AttemptResult } from "./client.ts";
import { type AttemptTiming, type StreamTiming, soundMaxSeconds } from "./request.ts";

/** What a cancelled stream costs: only the part that came (`what came`), or perhaps the whole answer (`all`). */
export type StreamPrice = "what came" | "all";

/**
 * The longest delay of a stream's sound, in ms. With a longer one, a stream would be no faster than the whole answer.
 */
const delayMaxMs = 4_000;
/** How much longer a stream's sound is delayed than earlier streams needed, in ms. */
const marginMs = 60;
/** How many of a model's last streams decide the delay of the next one. */
const paces = 8;

/** The longest Line that is streamed, in UTF-16 units. Streams of longer ones stall for many seconds. */
const lineMaxCharacters = 260;

/** The most models that are remembered, or pairs of a model and an account. SPEECH_MODELS names fewer models. */
const modelsMax = 1_000;

export type Streams = Readonly<ReturnType<typeof streamsAt>>;

/**
 * Decides whether Lines are streamed, by experience with each model: whether it streams, and how steadily.
 *
 * @param price - undefined if nothing is to be streamed
 */
export const streamsAt = (price: StreamPrice | undefined, now: () => number) => {
	/** Until when a model isn't asked for streams, in ms since the epoch, by model and account. */
	const restsUntil = new Recent<number>(modelsMax);
	/** The delays that each model's last streams needed, oldest first, in ms. */
	const needed = new Recent<number[]>(modelsMax);
	const underWay = new UnderWay();
	return {
		price,

		/** @returns whether streaming is on and the Line is short enough */
		mayBe: ({ text }: Line): boolean => price !== undefined && text.length <= lineMaxCharacters,

		/**
		 * Tracks a stream that is being read, if cancelling it might cost the whole answer. `settle` waits for such streams.
		 */
		follow: <T>(reading: Promise<T>): Promise<T> => (price === "all" ? underWay.follow(reading) : reading),

		/** Resolves when all streams have been read whose cancelling might cost the whole answer. */
		settle: (): Promise<void> => underWay.settle(),

		/**
		 * @param ownId - the ID of a connected account; undefined for the operator's
		 * @returns whether a model may be asked for a stream
		 */
		mayAsk: (model: string, ownId: string | undefined): boolean =>
			now() >= (restsUntil.find(`${model} ${ownId ?? ""}`) ?? 0),

		rest: (model: string, ownId: string | undefined, ms: number): void =>
			restsUntil.set(`${model} ${ownId ?? ""}`, now() + ms),

		/** @returns how long to hold back a stream's sound after its first packet, in ms, so that the rest comes in time */
		delayMs: (model: string): number => {
			// The slowest stream is ignored: not every text should wait because of a single delay.
			const [, most = 0] = needed.find(model)?.toSorted((a, b) => b - a) ?? [];
			return most <= 0 ? 0 : Math.min(delayMaxMs, most + marginMs);
		},

		/** Records how long, in ms, a stream would have had to be held back for no packet to be late. */
		notePace: (model: string, neededMs: number): void => {
			const all = needed.get(model, () => []);
			all.push(neededMs);
			if (all.length > paces) all.shift();
		},
	};
};

/**
 * How far from its break a broken sound may be continued with another answer, in frames: `reachFrames`, plus
 * `reachShare` of the frames before the break. Within this distance, a quiet place is taken.
 */
const reachFrames = 5;
const reachShare = 1 / 32;

/** How much sound must have come before a stream is played, in ms. */
const leastMs = 200;

/** A Line's sound that is played while the service still speaks it. */
export class StreamedSound {
	/** How much louder than usual the sound is played, in dB. */
	readonly moreDb: number;
	readonly #audible = Promise.withResolvers<EarlySound>();
	/** Resolves when the sound can be played; never if too little of it comes. */
	readonly audible = this.#audible.promise;
	readonly #clip = new GrowingClip();
	#isAudible = false;
	#beganAt: number | undefined;
	/** How long the sound would have had to be held back for no packet to be late, in ms. */
	neededMs = 0;

	constructor(moreDb: number) {
		this.moreDb = moreDb;
	}

	/**
	 * Adds the next packets.
	 *
	 * @param heard - how many of all packets are to be played; undefined until the last packets come
	 * @param delayMs - how long the sound is held back after its first packet, so that the rest comes in time
	 */
	take(
		packets: readonly Uint8Array[],
		heard: number | undefined,
		{ delayMs, compromises }: { readonly delayMs: number; readonly compromises: readonly Compromise[] },
	): void {
		const now = performance.now();
		this.#beganAt ??= now;
		if (packets.length > 0) this.neededMs = Math.max(this.neededMs, now - this.#beganAt - this.#madeMs);
		this.#clip.add(packets);
		if (heard !== undefined) this.#clip.endAt(heard);
		if (this.#isAudible || this.#madeMs === 0) return;
		const isEnough = this.#madeMs >= leastMs && now - this.#beganAt >= delayMs;
		if (!this.#clip.complete && !isEnough) return;
		this.#isAudible = true;
		this.#audible.resolve({ kind: "sound", sound: this.#clip, compromises, gainDb: this.moreDb });
	}

	/**
	 * Whether playback has been given the sound and the sound isn't complete. Once the answer has ended, this means that
	 * the sound broke off.
	 */
	get isBroken(): boolean {
		return this.#isAudible && !this.#clip.complete;
	}

	/**
	 * Goes on with another answer's Clip, from a quiet place near where this sound stopped. If nothing of this sound was
	 * played, the Clip is played from its beginning.
	 */
	goOn(packed: Uint8Array): void {
		if (!this.#clip.heard) {
			this.#clip.end(packedSound(packed));
			return;
		}
		const { packets, levels } = unpackClip(packed);
		const stoppedAt = this.#clip.packets.length;
		const reach = reachFrames + Math.round(stoppedAt * reachShare);
		this.#clip.add(packets.slice(findQuiet(levels, stoppedAt, reach)));
		this.end(packed);
	}

	/** Ends the sound. @param packed - the whole Clip, if it was made; the sound takes over its levels */
	end(packed?: Uint8Array): void {
		if (packed) this.#clip.levels = packedSound(packed).levels;
		this.#clip.end();
	}

	get #madeMs(): number {
		return this.#clip.packets.length * frameMs;
	}
}

/** The outcome of an attempt: what was read of the answer, or why there is none. */
export type AttemptResponse = { readonly failure: AttemptFailure } | { readonly reading: ClipReading };

interface StreamOptions {
	readonly party: Party;
	readonly workers: Pick<ClipWorkers, "readStream">;
	readonly timing: AttemptTiming;
	readonly streams: Streams;
}

/** Services need 1 to 3 s for the first sound, or more under load. Later, silence means a dead connection. */
const streamTiming: StreamTiming = { firstSoundMs: 20_000, stallMs: 10_000 };

/** How long to wait for the end of a response that was read, in ms, so that its connection can be used again. */
const endMs = 1_000;

/** A stream in which a Line's sound arrives, and is played as it comes. */
export type OpenStream = NonNullable<ReturnType<typeof openStream>>;

/**
 * @param text - the Line's text as sent
 * @returns the stream for one attempt; undefined if this guild, or all guilds together, have as many streams as can be
 * read at once
 */
export const openStream = (
	{ party, workers, timing, streams }: StreamOptions,
	text: string,
	model: string,
	{ sound, compromises }: { readonly sound: StreamedSound; readonly compromises: readonly Compromise[] },
) => {
	const { firstSoundMs, stallMs } = timing.stream ?? streamTiming;
	const stream = workers.readStream(party, { maxSeconds: soundMaxSeconds(text), moreDb: sound.moreDb });
	if (!stream) return undefined;
	const stopped = new AbortController();
	let timer: NodeJS.Timeout | undefined;
	const waitFor = (ms: number, reason?: unknown) => {
		clearTimeout(timer);
		timer = setTimeout(() => stopped.abort(reason), ms).unref();
	};
	const how = { delayMs: streams.delayMs(model), compromises };
	const play = async (): Promise<ClipReading> => {
		waitFor(firstSoundMs);
		// If the response isn't a usable answer, the reading may end before the response does. Then the rest of the
		// response is dropped.
		using _dropping = defer(() => waitFor(sound.isBroken ? 0 : endMs, unwanted));
		for await (const { packed, heard } of stream.packets) {
			waitFor(stallMs);
			sound.take(unpackClip(packed).packets, heard, how);
		}
		return await stream.reading;
	};
	const reading = play();
	const readAll = async (sent: Promise<AttemptResult>): Promise<AttemptResponse> => {
		const result = await Promise.race([sent, reading.then(() => undefined)]);
		stream.end();
		const came = await reading;
		const stopTimer = () => clearTimeout(timer);
		sent.then(stopTimer, stopTimer);
		if (came.kind === "clip") {
			streams.notePace(model, sound.neededMs);
			sound.end(came.packed);
		}
		if (came.kind === "clip" || !result || result.ok) return { reading: came };
		const { madeMs: _most, ...failure } = result.failure;
		const cameMs = came.madeMs ?? 0;
		if (cameMs === 0) return { failure };
		// If a cancelled stream may cost the whole answer, the sound that came counts as the cost only if it is longer than
		// the estimate.
		const isKnown = streams.price === "what came" || cameMs > estimateSeconds(text) * 1_000;
		return { failure: { ...failure, billed: true, ...(isKnown && { madeMs: cameMs }) } };
	};
	return {
		/** Aborts when no more of the answer is wanted. */
		signal: stopped.signal,
		/** Takes the next bytes of the answer. */
		write: stream.write,
		/** @param sent - the request, whose answer is written into the stream. @returns what was read */
		read: (sent: Promise<AttemptResult>) => streams.follow(readAll(sent)),
	};
};
