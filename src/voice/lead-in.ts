import { type AudioPlayer, type AudioResource, createAudioResource, StreamType } from "@discordjs/voice";
import type { Sound } from "../audio/growing-clip.ts";
import { PacketStream } from "./packet-stream.ts";

/**
 * Opus frames of silence before a first word: a client's jitter buffer drops audio until it has settled. With the 20 ms
 * until the first of them is sent, a tenth of a second.
 */
export const leadInFrames = 4;
/** How long a client's jitter buffer stays settled after the last word, in ms. */
const settledMs = 3_000;
/** Frames of silence for a sound that is about to come: half a second. */
const patienceFrames = 25;

/** What the player plays for a sound. */
export interface Track {
	readonly stream: PacketStream;
	readonly resource: AudioResource;
}

const makeTrack = (stream: PacketStream): Track => ({
	stream,
	resource: createAudioResource(stream, { inputType: StreamType.Opus }),
});

/**
 * Creates a first resource: it looks for ffmpeg and blocks the event loop, which must not happen in the middle of a
 * word.
 */
export const warmUpPlayback = (): void => {
	makeTrack(new PacketStream(1)).resource.playStream.destroy();
};

/** @returns a sound that follows behind another one, after so many frames of silence */
export const makeFollowing = (sound: Sound, silentFrames: number): Track =>
	makeTrack(new PacketStream(silentFrames).follow(sound));

/** The silence before a first word, which can begin before the word is there. */
export class LeadIn {
	readonly #player: AudioPlayer;
	readonly #now: () => number;
	/** Playing, with no sound to follow yet. */
	#begun: Track | undefined;
	/** Until when a new word needs no silence before it. */
	#settledUntil = 0;

	/** @param now - in ms */
	constructor(player: AudioPlayer, now: () => number) {
		this.#player = player;
		this.#now = now;
	}

	/** Begins the silence for a sound that is about to come. To be called while nothing is played. */
	begin(): void {
		if (this.#begun && !this.#begun.stream.over) return;
		this.#begun = makeTrack(new PacketStream(this.#frames(), patienceFrames));
		this.#player.play(this.#begun.resource);
	}

	/** @returns a sound behind the silence that has begun, or else behind a new one, of at least so many frames */
	take(sound: Sound, leastFrames: number): Track {
		const begun = this.#begun;
		this.#begun = undefined;
		if (begun && !begun.stream.over && !begun.stream.destroyed) {
			begun.stream.follow(sound);
			return begun;
		}
		return makeTrack(new PacketStream(Math.max(leastFrames, this.#frames())).follow(sound));
	}

	/** Something was just heard. */
	settle(): void {
		this.#settledUntil = this.#now() + settledMs;
	}

	/** Whoever listens from now on has heard nothing yet. */
	unsettle(): void {
		this.#settledUntil = 0;
	}

	#frames(): number {
		return this.#now() < this.#settledUntil ? 0 : leadInFrames;
	}
}
