import { EventEmitter, on } from "node:events";

/** A frame as a listening member heard it, with the transport's and DAVE's encryption removed. */
export interface HeardPacket {
	readonly opus: Uint8Array;
	readonly userId: string;
	/** RTP's, of 16 bits. */
	readonly sequence: number;
	/** RTP's, in samples at 48 kHz. */
	readonly timestamp: number;
	/** In ms, on the monotonic clock of `performance.now()`. */
	readonly arrivedAt: number;
}

/** A place where the sound was interrupted. */
interface Gap {
	/** The packet after the gap, as an index into `packets`. */
	readonly index: number;
	/** Packets lost on the way, by their sequence numbers. */
	readonly lost: number;
	/** Time since the packet before, in ms. */
	readonly waitedMs: number;
}

export interface HeardSound {
	readonly packets: readonly HeardPacket[];
	/** Lost packets, and waits of over 40 ms, which are pauses when nothing was lost. */
	readonly gaps: readonly Gap[];
	/** Frames discarded because they came in plain text although DAVE was agreed. */
	readonly plain: number;
	/** Frames discarded because they could not be decrypted. */
	readonly undecipherable: number;
}

const longestGapMs = 40;
// Twenty minutes of sound.
const keptPackets = 60_000;
const rtpSequenceSize = 0x1_0000;

const findGaps = (packets: readonly HeardPacket[]): Gap[] =>
	packets.flatMap((packet, index) => {
		const before = packets[index - 1];
		if (!before) return [];
		const lost = (packet.sequence - before.sequence - 1 + rtpSequenceSize) % rtpSequenceSize;
		const waitedMs = packet.arrivedAt - before.arrivedAt;
		return lost > 0 || waitedMs > longestGapMs ? [{ index, lost, waitedMs }] : [];
	});

/** The packets that one member hears, kept and passed on as they arrive. */
export class Ears {
	readonly #live = new EventEmitter<{ packet: [HeardPacket] }>();
	#packets: HeardPacket[] = [];
	#plain = 0;
	#undecipherable = 0;

	constructor() {
		this.#live.setMaxListeners(0);
	}

	hear(packet: HeardPacket): void {
		if (this.#packets.length >= keptPackets) this.#packets = this.#packets.slice(keptPackets / 2);
		this.#packets.push(packet);
		this.#live.emit("packet", packet);
	}

	discard(why: "plain" | "undecipherable"): void {
		if (why === "plain") this.#plain += 1;
		else this.#undecipherable += 1;
	}

	heard(): HeardSound {
		const packets = [...this.#packets];
		return { packets, gaps: findGaps(packets), plain: this.#plain, undecipherable: this.#undecipherable };
	}

	forget(): void {
		this.#packets = [];
		this.#plain = 0;
		this.#undecipherable = 0;
	}

	/** Every packet from now on, until the signal aborts. */
	async *listen(signal: AbortSignal): AsyncGenerator<HeardPacket> {
		try {
			for await (const [packet] of on(this.#live, "packet", { signal })) yield packet as HeardPacket;
		} catch (error) {
			if (!signal.aborted) throw error;
		}
	}
}
