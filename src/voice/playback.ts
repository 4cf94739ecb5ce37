import {
	type AudioPlayer,
	AudioPlayerStatus,
	createAudioPlayer,
	NoSubscriberBehavior,
} from "@discordjs/voice";
import { FRAME_MS } from "../audio/clip.ts";
import { findPause } from "../audio/find-pause.ts";
import type { Sound } from "../audio/growing-clip.ts";
import type { Logger } from "../log.ts";
import { measure } from "../measures.ts";
import { type Clock, systemClock } from "./clock.ts";
import { FramePace } from "./frame-pace.ts";
import { LeadIn, makeFollowing, type Track } from "./lead-in.ts";

/** A Clip on its way to being heard. */
export interface Playing {
	/** Resolves when its first packet is next; never if it is dropped before. */
	readonly started: Promise<void>;
	/** Resolves when it was played or dropped, with whether all of it was played. */
	readonly ended: Promise<boolean>;
}

interface Item {
	readonly sound: Sound;
	readonly signal: AbortSignal;
	/** Asked before its first packet goes out. */
	readonly mayStart: (() => boolean) | undefined;
	/** Frames of silence before it. */
	readonly pauseFrames: number;
	readonly started: PromiseWithResolvers<void>;
	readonly ended: PromiseWithResolvers<boolean>;
	readonly drop: () => void;
	track: Track | undefined;
}

/** How many packets of it were played. */
const countPlayed = ({ track }: Item): number =>
	track ? Math.max(0, track.resource.playbackDuration / FRAME_MS - track.stream.silent) : 0;

/** Plays Clips one after the other: each has its own resource, created before the previous one ends. */
export class Playback {
	readonly player: AudioPlayer;
	/** The first one is playing, the others wait. */
	readonly #items: Item[] = [];
	readonly #leadIn: LeadIn;
	/** Is being asked whether it may start. */
	#asked: Item | undefined;
	readonly #pace = new FramePace();
	#closed = false;
	/** Until a pause in what is playing. */
	#pause: NodeJS.Timeout | undefined;

	constructor(logger: Logger, clock: Pick<Clock, "now"> = systemClock) {
		this.player = createAudioPlayer({
			debug: false,
			behaviors: { noSubscriber: NoSubscriberBehavior.Pause },
		});
		this.#leadIn = new LeadIn(this.player, () => clock.now());
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
	 * Adds a sound; when the signal aborts, the rest of it is dropped.
	 *
	 * @param mayStart - asked right before its first packet goes out: with false, all of it is dropped
	 * @param pauseMs - silence before it
	 */
	add(sound: Sound, signal: AbortSignal, mayStart?: () => boolean, pauseMs = 0): Playing {
		const item: Item = {
			sound,
			signal,
			mayStart,
			pauseFrames: pauseMs / FRAME_MS,
			started: Promise.withResolvers(),
			ended: Promise.withResolvers(),
			drop: () => this.#drop(item),
			track: undefined,
		};
		if (signal.aborted || this.#closed) item.ended.resolve(false);
		else {
			signal.addEventListener("abort", item.drop, { once: true });
			this.#items.push(item);
			if (this.#items.length === 1) this.#startNext();
			else item.track = this.#follow(item, makeFollowing(sound, item.pauseFrames));
		}
		return { started: item.started.promise, ended: item.ended.promise };
	}

	/** Something is about to be added: where nothing is played, the silence before it begins. */
	expect(): void {
		if (!this.busy && !this.#closed) this.#leadIn.begin();
	}

	/** Whoever listens from now on has heard nothing yet. */
	unsettle(): void {
		this.#leadIn.unsettle();
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

	#follow(item: Item, track: Track): Track {
		const { resource, stream } = track;
		const read = resource.read.bind(resource);
		resource.read = () => {
			if (this.#pace.take(performance.now())) measure("frameLate", {});
			return read();
		};
		stream.once("end", () => this.#onEnd(item));
		return track;
	}

	/** Starts the first that may be. @returns whether there is one */
	#startNext(): boolean {
		for (let [item] = this.#items; item; [item] = this.#items) {
			if (this.#asks(item)) {
				item.track ??= this.#follow(item, this.#leadIn.take(item.sound, item.pauseFrames));
				this.player.play(item.track.resource);
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
		if (!item || countPlayed(item) > 0 || this.#asks(item)) return;
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
		if (item.track?.resource.ended || item.track?.stream.destroyed) {
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
		const played = countPlayed(item);
		const end = findPause(item.sound, played);
		const isHeard = played > 0 && this.player.state.status === AudioPlayerStatus.Playing;
		if (!isHeard || (end !== undefined && end <= played)) item.drop();
		else if (end !== undefined)
			this.#pause = setTimeout(() => this.#dropAtPause(item), (end - played) * FRAME_MS);
	}

	#finish(item: Item, whole: boolean): void {
		item.signal.removeEventListener("abort", item.drop);
		item.ended.resolve(whole);
		if (!item.track) return;
		if (countPlayed(item) > 0) this.#leadIn.settle();
		// The player destroys its own resource when it drops it.
		if (Reflect.get(this.player.state, "resource") !== item.track.resource) item.track.stream.destroy();
	}
}
