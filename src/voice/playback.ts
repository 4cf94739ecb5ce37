import { type VoiceConnection, VoiceConnectionStatus } from "@discordjs/voice";
import { findPause, frameMs, type Sound, silentPacket } from "@herald/common/audio/clip.ts";
import type { Logger } from "@herald/common/log.ts";
import { type Clock, systemClock } from "../shared/clock.ts";
import { measure } from "../shared/measures.ts";

export interface Playing {
	/** Resolves when the sound's first packet is sent; never if the sound is dropped before. */
	readonly started: Promise<void>;
	/** Resolves when the sound was played or dropped, to whether all of it was played. */
	readonly ended: Promise<boolean>;
}

export type PacketOutlet = Pick<VoiceConnection, "playOpusPacket" | "setSpeaking" | "state">;

interface Item {
	readonly sound: Sound;
	readonly signal: AbortSignal;
	/** Called right before the sound's first packet is sent; may still abort the signal. */
	readonly starting: (() => unknown) | undefined;
	readonly started: PromiseWithResolvers<void>;
	readonly ended: PromiseWithResolvers<boolean>;
	readonly drop: () => void;
	/** Frames of silence that are still to be sent before the sound. */
	pause: number;
	played: number;
	/** How often the sound's packets came too late. */
	stops: number;
	/** How many unplayed packets a late sound must have before it goes on; 0 if it needn't wait. */
	reserve: number;
	/** Whether the sound is dropped at its next pause. */
	endsAtPause: boolean;
	/**
	 * The index of the packet before which the sound is dropped. Undefined if the sound needn't end early, its next pause
	 * isn't known yet, or it has none.
	 */
	end: number | undefined;
}

/** How many frames of silence follow the last sound. Without them, clients extrapolate its last word. */
const closingFrames = 5;

/**
 * How many frames must be there before a late sound goes on: a fifth of a second, doubled with each further wait of the
 * same sound, up to two seconds.
 */
const reserveFrames = 10;
const reserveMaxFrames = 100;

/**
 * Plays sounds one after the other, without a gap. If packets come late, sends silence until they are there. While no
 * connection can send, all sounds wait.
 */
export class Playback implements FrameSender {
	readonly #logger: Logger;
	readonly #frames: FrameClock;
	/** The first sound is playing, the others wait. */
	readonly #items: Item[] = [];
	readonly #leadIn: LeadIn;
	readonly #pace = new FramePace();
	#outlet: PacketOutlet | undefined;
	/** Frames of silence that are still to be sent after the last sound. */
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

	/**
	 * Sends frames to an outlet from now on. Silence comes before the next sound, since listeners' jitter buffers must
	 * settle again.
	 */
	connect(outlet: PacketOutlet): void {
		this.#outlet = outlet;
		this.#leadIn.unsettle();
	}

	disconnect(): void {
		this.#outlet?.setSpeaking(false);
		this.#outlet = undefined;
	}

	/**
	 * Adds a sound. If the signal aborts, the rest of the sound is dropped.
	 *
	 * @param starting - called right before its first packet is sent; may still abort the signal
	 * @param pauseMs - silence before the sound
	 */
	add(sound: Sound, signal: AbortSignal, starting?: () => unknown, pauseMs = 0): Playing {
		const pauseFrames = pauseMs / frameMs;
		const item: Item = {
			sound,
			signal,
			starting,
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

	/** Begins the silence before a sound that will be added soon, if nothing is playing. */
	expect(): void {
		if (this.busy || this.#closed) return;
		this.#leadIn.begin();
		this.#frames.add(this);
	}

	/**
	 * Ends the playing sound at its next pause, or at its end, and drops the sounds after it. A sound that hasn't begun or
	 * can't be sent now is dropped at once.
	 */
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

	/**
	 * Drops sounds that have ended.
	 *
	 * @returns the first sound's next packet; silence for a pause, or while that packet isn't there yet; undefined if no
	 * sound is left
	 */
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
			else if (played > 0 || this.#isStarting(item)) return this.#take(item, packet);
		}
		return undefined;
	}

	/**
	 * Whether a sound must wait for packets. Each wait is for more packets than the one before, so that the sound doesn't
	 * stutter.
	 */
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

	/** @returns whether a sound's first packet is sent: its `starting` may have dropped the sound */
	#isStarting(item: Item): boolean {
		item.starting?.();
		return this.#items[0] === item;
	}

	#take(item: Item, packet: Uint8Array): Buffer {
		if (item.played === 0) item.started.resolve();
		item.played += 1;
		// The sound ends with its last packet, not a frame later, so that the next sound is added in time.
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
 * How many Opus frames of silence come before a first word, since a client's jitter buffer drops audio until it has
 * settled. WebRTC's jitter buffer aims at 80 ms at first (`kStartDelayMs` in NetEq's delay_manager.cc).
 */
export const leadInFrames = 4;
/** How long a client's jitter buffer stays settled after it received a sound, in ms. */
const settledMs = 3_000;

/**
 * The silence before a first word. If the silence ends before the word is there, the word plays as soon as it comes.
 */
export class LeadIn {
	readonly #now: () => number;
	/** Frames still to come. Undefined until the first is due, because a reconnection may change their number. */
	#frames: number | undefined = 0;
	/** The fewest frames of the silence, even if the listeners' jitter buffers are settled. */
	#least = 0;
	/** Until when a word needs no silence before it, in ms. */
	#settledUntil = 0;

	/** @param now - returns the time in ms */
	constructor(now: () => number) {
		this.#now = now;
	}

	/** Begins the silence before a sound that comes now or soon, unless it has begun. Only call it while nothing plays. */
	begin(leastFrames = 0): void {
		if (this.#frames !== 0) return;
		this.#frames = undefined;
		this.#least = leastFrames;
	}

	/** Counts the next frame. @returns whether that frame is part of this silence */
	take(): boolean {
		this.#frames ??= Math.max(this.#least, this.#now() < this.#settledUntil ? 0 : leadInFrames);
		if (this.#frames === 0) return false;
		this.#frames -= 1;
		if (this.#frames === 0) this.settle();
		return true;
	}

	/** Records that listeners have received sound until now. */
	settle(): void {
		this.#settledUntil = this.#now() + settledMs;
	}

	/** Records that listeners' jitter buffers must settle again. */
	unsettle(): void {
		this.#settledUntil = 0;
		if (this.#frames !== 0) this.#frames = undefined;
	}
}

export interface FrameSender {
	/** Sends the next frame. @param now - in ms. @returns whether there may be another one */
	frame(now: number): boolean;
}

/**
 * How much missed time is made up for by sending frames faster, in ms. After a longer standstill of the machine, the
 * remaining frames stay late.
 */
const catchUpMs = 1_000;

/** Asks all senders, in all guilds, for a frame every 20 ms, with one timer. */
export class FrameClock {
	readonly #now: () => number;
	readonly #senders = new Set<FrameSender>();
	/** When the next frames are due, in ms. */
	#due = 0;
	#timer: NodeJS.Timeout | undefined;

	constructor(now: () => number = () => performance.now()) {
		this.#now = now;
	}

	/** Asks a sender for frames until it has no more. The first comes within 20 ms. */
	add(sender: FrameSender): void {
		this.#senders.add(sender);
		if (this.#timer) return;
		this.#due = this.#now();
		this.#wait();
	}

	#wait(): void {
		this.#timer = setTimeout(() => this.#walk(), Math.max(1, this.#due - this.#now()));
	}

	#walk(): void {
		const now = this.#now();
		for (const sender of this.#senders) if (!sender.frame(now)) this.#senders.delete(sender);
		this.#due = Math.max(this.#due, now - catchUpMs) + frameMs;
		if (this.#senders.size > 0) this.#wait();
		else this.#timer = undefined;
	}
}

const frameClock = new FrameClock();

/** How late a frame may be sent without being counted as late, in ms. Listeners' clients buffer about as much sound. */
const lateAfterMs = 40;

export class FramePace {
	/** When the next frame is due, in ms; undefined before the first frame and after a pause. */
	#due: number | undefined;

	/** Records a frame. @param now - in ms. @returns whether it is late */
	take(now: number): boolean {
		const due = this.#due ?? now;
		// A frame that comes early shows that the first one was late, so the next ones are due earlier.
		this.#due = Math.min(due, now) + frameMs;
		return now - due > lateAfterMs;
	}

	/** Notes that no frame is sent now, so that the next one counts as on time. */
	pause(): void {
		this.#due = undefined;
	}
}
