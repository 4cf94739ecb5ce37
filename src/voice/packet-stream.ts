import { Readable } from "node:stream";
import type { Sound } from "../audio/growing-clip.ts";
import { silentPacket } from "../audio/silence.ts";

/**
 * What the player reads a sound from: silence first, then the sound's packets as far as they are there. It never stalls,
 * since the player ends whatever misses five frames: packets that come late are waited for in silence.
 */
export class PacketStream extends Readable {
	#sound: Sound | undefined;
	#next = 0;
	/** Frames of silence that come before the sound in any case. */
	#leadIn: number;
	/** Frames of silence after those, as long as there is no sound to follow. */
	#patience: number;
	#silent = 0;
	#over = false;

	/**
	 * @param leadIn - frames of silence before the sound
	 * @param patience - frames of silence more before it ends, where there is no sound yet
	 */
	constructor(leadIn: number, patience = 0) {
		// Nothing is read ahead: what isn't there yet is looked for as late as can be.
		super({ objectMode: true, highWaterMark: 0 });
		this.#leadIn = leadIn;
		this.#patience = patience;
	}

	/** Frames of silence so far. */
	get silent(): number {
		return this.#silent;
	}

	/** Whether all of it has been read. */
	get over(): boolean {
		return this.#over;
	}

	/** Has a sound follow the silence. */
	follow(sound: Sound): this {
		this.#sound = sound;
		return this;
	}

	override _read(): void {
		const sound = this.#sound;
		const packet = this.#leadIn > 0 ? undefined : sound?.packets[this.#next];
		if (packet) {
			this.#next += 1;
			// The library compares packets with silence, which only works for a Buffer. They are converted one at a time:
			// thousands at once, when many Clips start together, would block the event loop.
			this.push(Buffer.from(packet.buffer, packet.byteOffset, packet.length));
		} else if (this.#leadIn > 0 || !this.#isAtEnd) {
			if (this.#leadIn > 0) this.#leadIn -= 1;
			else if (!sound) this.#patience -= 1;
			this.#silent += 1;
			this.push(silentPacket);
		}
		// Told with the last packet, so that what comes next follows without a gap.
		if (this.#leadIn === 0 && this.#isAtEnd) {
			this.#over = true;
			this.push(null);
		}
	}

	get #isAtEnd(): boolean {
		const sound = this.#sound;
		return sound ? sound.complete && this.#next >= sound.packets.length : this.#patience === 0;
	}
}
