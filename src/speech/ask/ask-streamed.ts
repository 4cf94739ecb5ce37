import {
	findQuiet,
	frameMs,
	GrowingClip,
	packedSound,
	type Sound,
	unpackClip,
} from "@herald/common/audio/clip.ts";
import { unwanted } from "@herald/common/retry.ts";
import type { Party } from "../../shared/party.ts";
import type { ClipReading, StreamReader } from "../clips/clip-reading.ts";
import type { Compromise } from "../line.ts";
import { estimateSeconds } from "../text/lines.ts";
import type { Streams } from "../traffic/streams.ts";
import type { AttemptFailure } from "./classify.ts";
import type { AttemptResult, StreamTaker } from "./client.ts";
import { soundMaxSeconds } from "./request.ts";
import type { AttemptTiming, StreamTiming } from "./timing.ts";

/** Where the rest of a sound may be taken up: so many frames around the time at which it stopped, and more later in it. */
const reachFrames = 5;
const reachShare = 1 / 32;

/** Less isn't worth a beginning. */
const leastMs = 200;

/** A Line's sound that is heard while the service speaks it. */
export class StreamedSound {
	/** How much louder it is heard than usual, in dB. */
	readonly moreDb: number;
	readonly #notify: (sound: Sound, compromises: readonly Compromise[]) => void;
	readonly #clip = new GrowingClip();
	#isAudible = false;
	#beganAt: number | undefined;
	#neededMs = 0;

	/** @param notify - told of it when it can be heard */
	constructor(moreDb: number, notify: (sound: Sound, compromises: readonly Compromise[]) => void) {
		this.moreDb = moreDb;
		this.#notify = notify;
	}

	/** How long after its first sound it would have had to be heard so that it had never been late, in ms. */
	get neededMs(): number {
		return this.#neededMs;
	}

	/**
	 * Takes packets that come next.
	 *
	 * @param heard - with the last ones of the whole sound: how many of all need be heard
	 * @param delayMs - how long after its first sound it is heard, so that the rest comes in time
	 */
	take(
		packets: readonly Uint8Array[],
		heard: number | undefined,
		{ delayMs, compromises }: { readonly delayMs: number; readonly compromises: readonly Compromise[] },
	): void {
		const now = performance.now();
		this.#beganAt ??= now;
		if (packets.length > 0) this.#neededMs = Math.max(this.#neededMs, now - this.#beganAt - this.#madeMs);
		this.#clip.add(packets);
		if (heard !== undefined) this.#clip.endAt(heard);
		if (this.#isAudible || this.#madeMs === 0) return;
		const isEnough = this.#madeMs >= leastMs && now - this.#beganAt >= delayMs;
		if (!this.#clip.complete && !isEnough) return;
		this.#isAudible = true;
		this.#notify(this.#clip, compromises);
	}

	/** Whether a listener waits for the rest of it. */
	get isBroken(): boolean {
		return this.#isAudible && !this.#clip.complete;
	}

	/**
	 * Goes on with another answer's Clip, from the time at which this sound stopped, in a quiet place near it; from the
	 * beginning where nothing of it was heard.
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

	/** Nothing follows. @param packed - as loud in the same places, where that is known */
	end(packed?: Uint8Array): void {
		if (packed) this.#clip.levels = packedSound(packed).levels;
		this.#clip.end();
	}

	get #madeMs(): number {
		return this.#clip.packets.length * frameMs;
	}
}

/** What came of an attempt: an answer that was read, or why there is none. */
export type AttemptResponse = { readonly failure: AttemptFailure } | { readonly reading: ClipReading };

interface StreamOptions {
	readonly party: Party;
	readonly workers: { readonly readStream: StreamReader };
	readonly timing: AttemptTiming;
	readonly streams: Streams;
}

/** Services need one to three seconds for the first sound, loaded ones more; later, silence means a dead connection. */
const streamTiming: StreamTiming = { firstSoundMs: 20_000, stallMs: 10_000 };

/** How long the end of an answer that is read is waited for, in ms, so that its connection can be used again. */
const endMs = 1_000;

/**
 * Asks for a Line as a stream, whose sound is heard as it comes.
 *
 * @param text - of the Line as it is sent
 * @param send - asks a model for the stream
 * @returns undefined where as many streams are read as can be, or as many of the guild as may
 */
export const askStreamed = async (
	{ party, workers, timing, streams }: StreamOptions,
	text: string,
	model: string,
	{ sound, compromises }: { readonly sound: StreamedSound; readonly compromises: readonly Compromise[] },
	send: (stream: StreamTaker) => Promise<AttemptResult>,
): Promise<AttemptResponse | undefined> => {
	const { firstSoundMs, stallMs } = timing.stream ?? streamTiming;
	const maxSeconds = soundMaxSeconds(text);
	const stopped = new AbortController();
	let timer: NodeJS.Timeout | undefined;
	const waitFor = (ms: number, reason?: unknown) => {
		clearTimeout(timer);
		timer = setTimeout(() => stopped.abort(reason), ms).unref();
	};
	const heard = { delayMs: streams.delayMs(model), compromises };
	const read = workers.readStream(party, { maxSeconds, moreDb: sound.moreDb }, (packets, all) => {
		waitFor(stallMs);
		sound.take(packets, all, heard);
	});
	if (!read) return undefined;
	// May settle while the service still sends, if that isn't an answer: what comes then is dropped.
	const reading = read.reading.finally(() => waitFor(sound.isBroken ? 0 : endMs, unwanted));
	waitFor(firstSoundMs);
	const sent = send({ signal: stopped.signal, write: read.write });
	const result = await Promise.race([sent, reading.then(() => undefined)]);
	read.end();
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
	// A stream that is cut off may cost all of it: less than was counted when it was asked for isn't believed.
	const isKnown = streams.paysWhatCame || cameMs > estimateSeconds(text) * 1_000;
	return { failure: { ...failure, billed: true, ...(isKnown && { madeMs: cameMs }) } };
};
