import { type VoiceConnection, VoiceConnectionStatus } from "@discordjs/voice";
import { findPause, frameMs, type Sound, silentPacket } from "@herald/common/audio/clip.ts";
import type { Logger } from "@herald/common/log.ts";
import { type Clock, systemClock } from "../shared/clock.ts";
import { measure } from "../shared/measures.ts";

/** A Clip on its way to being heard. */
export interface Playing {
	/** Resolves when its first packet goes out; never if it is dropped before. */
	readonly started: Promise<void>;
	/** Resolves when it was played or dropped, with whether all of it was played. */
	readonly ended: Promise<boolean>;
}

export type PacketOutlet = Pick<VoiceConnection, "playOpusPacket" | "setSpeaking" | "state">;

interface Item {
	readonly sound: Sound;
	readonly signal: AbortSignal;
	/** Asked before its first packet goes out. */
	readonly mayStart: (() => boolean) | undefined;
	readonly started: PromiseWithResolvers<void>;
	readonly ended: PromiseWithResolvers<boolean>;
	readonly drop: () => void;
	/** Frames of silence still to come before it. */
	pause: number;
	played: number;
	/** How often it stood still. */
	stops: number;
	/** How many packets must be there before it goes on. */
	reserve: number;
	/** Whether it is dropped at its next pause. */
	endsAtPause: boolean;
	/** Before which packet that is; undefined until all of it is there, and where it has no pause. */
	end: number | undefined;
}

/** Without these frames of silence after the last word, a client extrapolates it. */
const closingFrames = 5;

/** The frames needed before a sound that came late goes on: a fifth of a second, twice as much each time, two at most. */
const reserveFrames = 10;
const reserveMaxFrames = 100;

/**
 * Plays Clips one after the other, without a pause between them. It never stalls: packets that come late are waited for
 * in silence, and where nothing can be sent, everything waits.
 */
export class Playback implements FrameSource {
	readonly #logger: Logger;
	readonly #frames: FrameClock;
	/** The first one is playing, the others wait. */
	readonly #items: Item[] = [];
	readonly #leadIn: LeadIn;
	readonly #pace = new FramePace();
	#outlet: PacketOutlet | undefined;
	/** Frames of silence still to come when there is nothing else. */
	#closing = 0;
	#closed = false;

	constructor(logger: Logger, clock: Pick<Clock, "now"> = systemClock, frames: FrameClock = frameClock) {
		this.#logger = logger;
		this.#frames = frames;
		this.#leadIn = new LeadIn(() => clock.now());
	}

	get busy(): boolean {
		return this.#items.length > 0;
	}

	/** Sends frames there, from the next one on: a first word again. */
	connect(outlet: PacketOutlet): void {
		this.#outlet = outlet;
		this.#leadIn.unsettle();
	}

	disconnect(): void {
		this.#outlet?.setSpeaking(false);
		this.#outlet = undefined;
	}

	/**
	 * Adds a sound; when the signal aborts, the rest of it is dropped.
	 *
	 * @param mayStart - asked right before its first packet goes out: with false, all of it is dropped
	 * @param pauseMs - silence before it
	 */
	add(sound: Sound, signal: AbortSignal, mayStart?: () => boolean, pauseMs = 0): Playing {
		const pauseFrames = pauseMs / frameMs;
		const item: Item = {
			sound,
			signal,
			mayStart,
			started: Promise.withResolvers(),
			ended: Promise.withResolvers(),
			drop: () => this.#end(item, false),
			pause: this.busy ? pauseFrames : 0,
			played: 0,
			endsAtPause: false,
			stops: 0,
			reserve: 0,
			end: undefined,
		};
		if (signal.aborted || this.#closed) item.ended.resolve(false);
		else {
			signal.addEventListener("abort", item.drop, { once: true });
			if (!this.busy) this.#leadIn.begin(pauseFrames);
			this.#items.push(item);
			this.#frames.add(this);
		}
		return { started: item.started.promise, ended: item.ended.promise };
	}

	/** A sound is going to be added: if nothing is playing, begins the silence before it. */
	expect(): void {
		if (this.busy || this.#closed) return;
		this.#leadIn.begin();
		this.#frames.add(this);
	}

	/** Ends what is playing at its next pause, or with its Clip, and drops what waits behind it. */
	endAtPause(): void {
		for (const item of this.#items.slice(1)) item.drop();
		const [item] = this.#items;
		if (!item) return;
		item.endsAtPause = true;
		if (item.played === 0 || !this.#canSend) item.drop();
	}

	close(): void {
		this.#closed = true;
		for (const item of [...this.#items]) item.drop();
		this.disconnect();
	}

	frame(now: number): boolean {
		const outlet = this.#outlet;
		if (!outlet || !this.#canSend) {
			this.#pace.pause();
			return this.busy;
		}
		try {
			const packet = this.#next();
			if (!packet) {
				this.#pace.pause();
				outlet.setSpeaking(false);
				return false;
			}
			if (this.#pace.take(now)) measure("frameLate", {});
			outlet.playOpusPacket(packet);
		} catch (error) {
			this.#logger.error({ event: "playback_failed", err: error }, "playback failed");
			this.#items[0]?.drop();
		}
		return true;
	}

	get #canSend(): boolean {
		return this.#outlet?.state.status === VoiceConnectionStatus.Ready;
	}

	#next(): Buffer | undefined {
		const packet = this.#leadIn.take() ? silentPacket : this.#nextOfSounds();
		if (packet) this.#closing = closingFrames;
		else if (this.#closing > 0) {
			this.#closing -= 1;
			return silentPacket;
		}
		return packet;
	}

	/** @returns the next packet of the first that may be heard and has any; silence where it isn't there yet */
	#nextOfSounds(): Buffer | undefined {
		for (let item = this.#items[0]; item; item = this.#items[0]) {
			const { sound, played } = item;
			if (item.endsAtPause && sound.complete && sound.levels.length > 0) {
				item.endsAtPause = false;
				item.end = findPause(sound, played);
			}
			if (item.pause > 0) {
				item.pause -= 1;
				return silentPacket;
			}
			if (this.#standsStill(item)) return silentPacket;
			const packet = sound.packets.at(played);
			if (!packet) this.#end(item, true);
			else if (played === item.end) this.#end(item, false);
			else if (played > 0 || this.#mayStart(item)) return this.#take(item, packet);
		}
		return undefined;
	}

	/** Whether packets are waited for; the more often, the more of them, so that it doesn't stutter. */
	#standsStill(item: Item): boolean {
		const { sound, played } = item;
		const ahead = sound.packets.length - played;
		if (!sound.complete && ahead === 0 && item.reserve === 0 && played > 0) {
			item.reserve = Math.min(reserveMaxFrames, reserveFrames * 2 ** item.stops);
			item.stops += 1;
			measure("soundLate", {});
		}
		if (sound.complete || ahead >= Math.max(1, item.reserve)) item.reserve = 0;
		return !sound.complete && ahead < Math.max(1, item.reserve);
	}

	/** Asks whether an item may be heard, and drops it where not, or where its signal aborts meanwhile. */
	#mayStart(item: Item): boolean {
		if (item.mayStart?.() === false) item.drop();
		return this.#items[0] === item;
	}

	#take(item: Item, packet: Uint8Array): Buffer {
		if (item.played === 0) item.started.resolve();
		item.played += 1;
		// Resolved with the last packet, so that the next sound is there in time.
		if (item.sound.complete && item.played === item.sound.packets.length) this.#end(item, true);
		// The library compares packets with silence, which only works for a Buffer.
		return Buffer.isBuffer(packet) ? packet : Buffer.from(packet.buffer, packet.byteOffset, packet.length);
	}

	#end(item: Item, whole: boolean): void {
		const at = this.#items.indexOf(item);
		if (at === -1) return;
		this.#items.splice(at, 1);
		item.signal.removeEventListener("abort", item.drop);
		item.ended.resolve(whole);
		if (item.played > 0) this.#leadIn.settle();
	}
}

/**
 * Opus frames of silence before a first word: a client's jitter buffer drops audio until it has settled. WebRTC's aims at
 * 80 ms until it knows better (`kStartDelayMs` in NetEq's delay_manager.cc).
 */
export const leadInFrames = 4;
/** How long a client's jitter buffer stays settled after what it heard, in ms. */
const settledMs = 3_000;

/** The silence before a first word. It can be over before the word is there: then the word is heard at once. */
export class LeadIn {
	readonly #now: () => number;
	/** Frames still to come; undefined until the first of them is due: a connection may be opened anew meanwhile. */
	#frames: number | undefined = 0;
	/** How many there are at least. */
	#least = 0;
	/** Until when a word needs no silence before it. */
	#settledUntil = 0;

	/** @param now - in ms */
	constructor(now: () => number) {
		this.#now = now;
	}

	/** A sound comes, now or soon: begins the silence before it, unless it has begun. To be called while nothing is played. */
	begin(leastFrames = 0): void {
		if (this.#frames !== 0) return;
		this.#frames = undefined;
		this.#least = leastFrames;
	}

	/** @returns whether the next frame is one of silence */
	take(): boolean {
		this.#frames ??= Math.max(this.#least, this.#now() < this.#settledUntil ? 0 : leadInFrames);
		if (this.#frames === 0) return false;
		this.#frames -= 1;
		if (this.#frames === 0) this.settle();
		return true;
	}

	/** Until now, listeners have heard something. */
	settle(): void {
		this.#settledUntil = this.#now() + settledMs;
	}

	/** Listeners' jitter buffers have to settle again. */
	unsettle(): void {
		this.#settledUntil = 0;
		if (this.#frames !== 0) this.#frames = undefined;
	}
}

/** Sends a frame every 20 ms. */
export interface FrameSource {
	/** Sends the next frame. @param now - in ms. @returns whether there may be another one */
	frame(now: number): boolean;
}

/** Missed frames of so many ms are made up for; after a longer standstill of the machine, the rest is late. */
const catchUpMs = 1_000;

/** Asks all that is playing, in all guilds, for a frame every 20 ms, with one timer. */
export class FrameClock {
	readonly #now: () => number;
	readonly #sources = new Set<FrameSource>();
	/** When the next frames are due, in ms. */
	#due = 0;
	#timer: NodeJS.Timeout | undefined;

	constructor(now: () => number = () => performance.now()) {
		this.#now = now;
	}

	/** Asks a source for frames until it has no more, the first within 20 ms. */
	add(source: FrameSource): void {
		this.#sources.add(source);
		if (this.#timer) return;
		this.#due = this.#now();
		this.#wait();
	}

	#wait(): void {
		this.#timer = setTimeout(() => this.#walk(), Math.max(1, this.#due - this.#now()));
	}

	#walk(): void {
		const now = this.#now();
		for (const source of this.#sources) if (!source.frame(now)) this.#sources.delete(source);
		this.#due = Math.max(this.#due, now - catchUpMs) + frameMs;
		if (this.#sources.size > 0) this.#wait();
		else this.#timer = undefined;
	}
}

const frameClock = new FrameClock();

/** A frame later than this, in ms, arrives after its successor is due: listeners buffer about so much. */
const lateAfterMs = 40;

/** Measures which frames are sent late. */
export class FramePace {
	/** When the next frame is due, in ms; undefined before the first and after a pause. */
	#due: number | undefined;

	/** Notes a frame. @param now - in ms. @returns whether it is late */
	take(now: number): boolean {
		const due = this.#due ?? now;
		// The first one may have been late itself.
		this.#due = Math.min(due, now) + frameMs;
		return now - due > lateAfterMs;
	}

	/** The next frame is on time, whenever it comes. */
	pause(): void {
		this.#due = undefined;
	}
}
