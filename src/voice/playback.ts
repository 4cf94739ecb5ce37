import { Readable } from "node:stream";
import {
	type AudioPlayer,
	AudioPlayerStatus,
	type AudioResource,
	createAudioPlayer,
	createAudioResource,
	NoSubscriberBehavior,
	StreamType,
} from "@discordjs/voice";
import { type Clip, FRAME_MS } from "../audio/clip.ts";
import { findPause } from "../audio/find-pause.ts";
import type { Logger } from "../log.ts";
import { measure } from "../measures.ts";
import { FramePace } from "./frame-pace.ts";

/** Opus frames of silence before a first word: a client's jitter buffer drops audio until it has settled. */
export const leadInFrames = 5;

const silence = Buffer.from([0xf8, 0xff, 0xfe]);
const leadIn: readonly Buffer[] = Array.from({ length: leadInFrames }, () => silence);

/**
 * The library compares packets with silence, which only works for a Buffer. They are converted one at a time as they
 * are read: thousands at once, when many Clips start together, would block the event loop.
 */
function* toBuffers(packets: readonly Uint8Array[]): Generator<Buffer> {
	for (const { buffer, byteOffset, length } of packets) yield Buffer.from(buffer, byteOffset, length);
}

const makeResource = (packets: readonly Uint8Array[]): AudioResource =>
	createAudioResource(Readable.from(toBuffers(packets)), { inputType: StreamType.Opus });

/**
 * Creates a first resource: it looks for ffmpeg and blocks the event loop, which must not happen in the middle of a
 * word.
 */
export const warmUpPlayback = (): void => {
	makeResource([silence]).playStream.destroy();
};

/** A Clip on its way to being heard. */
export interface Playing {
	/** Resolves when its first packet is next; never if it is dropped before. */
	readonly started: Promise<void>;
	/** Resolves when it was played or dropped, with whether all of it was played. */
	readonly ended: Promise<boolean>;
}

/** What of a Clip is played, and tells where it can be ended. */
export type Playable = Pick<Clip, "packets" | "levels">;

interface Item {
	readonly clip: Playable;
	readonly signal: AbortSignal;
	/** Asked before its first packet goes out. */
	readonly mayStart: (() => boolean) | undefined;
	readonly started: PromiseWithResolvers<void>;
	readonly ended: PromiseWithResolvers<boolean>;
	readonly drop: () => void;
	resource: AudioResource | undefined;
	/** Frames of silence before its first packet. */
	leadIn: number;
}

/** Plays Clips one after the other: each has its own resource, created before the previous one ends. */
export class Playback {
	readonly player: AudioPlayer;
	/** The first one is playing, the others wait. */
	readonly #items: Item[] = [];
	/** Is being asked whether it may start. */
	#asked: Item | undefined;
	readonly #pace = new FramePace();
	#closed = false;
	/** Until a pause in what is playing. */
	#pause: NodeJS.Timeout | undefined;

	constructor(logger: Logger) {
		this.player = createAudioPlayer({
			debug: false,
			behaviors: { noSubscriber: NoSubscriberBehavior.Pause },
		});
		this.player.on("error", (error) =>
			logger.error({ event: "playback_failed", err: error }, "playback failed"),
		);
		this.player.on("stateChange", (before, { status }) => {
			if (status !== AudioPlayerStatus.Playing) this.#pace.pause();
			if (before.status === AudioPlayerStatus.AutoPaused && status === AudioPlayerStatus.Playing)
				this.#onSubscriber();
			// Leave the player's own cycle first: continuing from within it would tick the player twice.
			if (status === AudioPlayerStatus.Idle) setImmediate(() => this.#onIdle());
		});
	}

	/** True while something is playing or waiting. */
	get busy(): boolean {
		return this.#items.length > 0;
	}

	/**
	 * Adds a Clip; when the signal aborts, the rest of it is dropped.
	 *
	 * @param mayStart - asked right before its first packet goes out: with false, all of it is dropped
	 */
	add(clip: Playable, signal: AbortSignal, mayStart?: () => boolean): Playing {
		const item: Item = {
			clip,
			signal,
			mayStart,
			started: Promise.withResolvers(),
			ended: Promise.withResolvers(),
			drop: () => this.#drop(item),
			resource: undefined,
			leadIn: 0,
		};
		if (signal.aborted || this.#closed) item.ended.resolve(false);
		else {
			signal.addEventListener("abort", item.drop, { once: true });
			this.#items.push(item);
			if (this.#items.length === 1) this.#startNext();
			else this.#prepare(item, false);
		}
		return { started: item.started.promise, ended: item.ended.promise };
	}

	/** Lets what is playing end at its next pause, or with its Clip, and drops what waits behind it. */
	endAtPause(): void {
		for (const item of this.#items.slice(1)) item.drop();
		const [item] = this.#items;
		if (item) this.#dropAtPause(item);
	}

	/** Drops everything and stops. */
	close(): void {
		this.#closed = true;
		clearTimeout(this.#pause);
		for (const item of this.#items.splice(0)) this.#finish(item, false);
		this.player.stop(true);
	}

	#prepare(item: Item, first: boolean): AudioResource {
		const { packets } = item.clip;
		const resource = makeResource(first ? [...leadIn, ...packets] : packets);
		item.resource = resource;
		if (first) item.leadIn = leadInFrames;
		const read = resource.read.bind(resource);
		resource.read = () => {
			if (this.#pace.take(performance.now())) measure("frameLate", {});
			return read();
		};
		resource.playStream.once("end", () => this.#onEnd(item));
		return resource;
	}

	/** Starts the first that may be. @returns whether there is one */
	#startNext(): boolean {
		for (let [item] = this.#items; item; [item] = this.#items) {
			if (this.#asks(item)) {
				this.player.play(item.resource ?? this.#prepare(item, true));
				item.started.resolve();
				return true;
			}
		}
		return false;
	}

	/** Whether an item may be heard; else it is gone. While it is asked, its signal may abort: that starts nothing else. */
	#asks(item: Item): boolean {
		if (!item.mayStart) return true;
		this.#asked = item;
		const may = item.mayStart();
		if (!may) this.#drop(item);
		this.#asked = undefined;
		return may;
	}

	/** Somebody listens again: what had started and wasn't heard is asked once more. */
	#onSubscriber(): void {
		const [item] = this.#items;
		const heardMs = item?.resource?.playbackDuration ?? 0;
		if (!item || heardMs > leadInFrames * FRAME_MS || this.#asks(item)) return;
		if (!this.#startNext()) this.player.stop();
	}

	/** All packets have been read: the next Clip is played at once, before the player becomes idle. */
	#onEnd(item: Item): void {
		if (this.#items[0] !== item) return;
		this.#items.shift();
		this.#finish(item, true);
		this.#startNext();
	}

	/** The player became idle by itself: a resource ended or failed. */
	#onIdle(): void {
		if (this.player.state.status !== AudioPlayerStatus.Idle) return;
		const [item] = this.#items;
		if (!item) return;
		// A failed resource is not played again.
		if (item.resource?.ended || item.resource?.playStream.destroyed) {
			this.#items.shift();
			this.#finish(item, false);
		}
		this.#startNext();
	}

	#drop(item: Item): void {
		const at = this.#items.indexOf(item);
		if (at === -1) return;
		this.#items.splice(at, 1);
		this.#finish(item, false);
		if (at > 0 || item === this.#asked) return;
		// Not at once: the packet already prepared would be the first of whatever comes next.
		if (!this.#startNext()) this.player.stop();
	}

	/** By what was played, not by the clock: what can't be sent waits. */
	#dropAtPause(item: Item): void {
		if (this.#items[0] !== item) return;
		const played = (item.resource?.playbackDuration ?? 0) / FRAME_MS - item.leadIn;
		const end = findPause(item.clip, Math.max(0, played));
		const isHeard = played > 0 && this.player.state.status === AudioPlayerStatus.Playing;
		if (!isHeard || (end !== undefined && end <= played)) item.drop();
		else if (end !== undefined)
			this.#pause = setTimeout(() => this.#dropAtPause(item), (end - played) * FRAME_MS);
	}

	#finish(item: Item, whole: boolean): void {
		item.signal.removeEventListener("abort", item.drop);
		item.ended.resolve(whole);
		// The player destroys its own resource when it drops it.
		if (Reflect.get(this.player.state, "resource") !== item.resource) item.resource?.playStream.destroy();
	}
}
