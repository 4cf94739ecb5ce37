import { type Clip, frameMs, levelMs } from "./clip.ts";
import type { Packets, Sound } from "./growing-clip.ts";
import { AudioError } from "./pcm.ts";

/**
 * Must change whenever packed Clips look different or the same speech sounds different, so that older Clips aren't
 * used.
 */
export const clipFormat = 1;

const headerBytes = 13;
const levelBytes = 4;
const lengthBytes = 2;
const framesALevel = levelMs / frameMs;

/** A Clip as bytes: format, duration, numbers of packets and levels, levels, lengths of packets, packets. */
export const packClip = ({ packets, durationMs, levels }: Clip): Uint8Array<ArrayBuffer> => {
	const tableBytes = levels.length * levelBytes + packets.length * lengthBytes;
	const packetBytes = packets.reduce((sum, packet) => sum + packet.length, 0);
	const out = new Uint8Array(headerBytes + tableBytes + packetBytes);
	const view = new DataView(out.buffer);
	view.setUint8(0, clipFormat);
	view.setUint32(1, durationMs, true);
	view.setUint32(5, packets.length, true);
	view.setUint32(9, levels.length, true);
	let at = headerBytes;
	for (const level of levels) {
		view.setFloat32(at, level, true);
		at += levelBytes;
	}
	for (const packet of packets) {
		view.setUint16(at, packet.length, true);
		at += lengthBytes;
	}
	for (const packet of packets) {
		out.set(packet, at);
		at += packet.length;
	}
	return out;
};

/** Views of packed packets, made one at a time: a sound of a minute has three thousand, and hundreds may play at once. */
class PackedPackets implements Packets {
	readonly #bytes: Uint8Array;
	/** Where each begins, and where the last one ends. */
	readonly #starts: Uint32Array;

	constructor(bytes: Uint8Array, starts: Uint32Array) {
		this.#bytes = bytes;
		this.#starts = starts;
	}

	get length(): number {
		return this.#starts.length - 1;
	}

	at(index: number): Buffer | undefined {
		if (index >= this.length) return undefined;
		const start = this.#starts[index] as number;
		const { buffer, byteOffset } = this.#bytes;
		return Buffer.from(buffer, byteOffset + start, (this.#starts[index + 1] as number) - start);
	}
}

/** @returns what a packed Clip says of itself, and where its packets begin */
const readPacked = (bytes: Uint8Array) => {
	if (bytes.length < headerBytes || bytes[0] !== clipFormat)
		throw new AudioError("Not a Clip of this format");
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const durationMs = view.getUint32(1, true);
	const packetCount = view.getUint32(5, true);
	const levelCount = view.getUint32(9, true);
	const lengthsAt = headerBytes + levelCount * levelBytes;
	let at = lengthsAt + packetCount * lengthBytes;
	if (at > bytes.length) throw new AudioError("A Clip cut short");

	const levels = Array.from({ length: levelCount }, (_, i) =>
		view.getFloat32(headerBytes + i * levelBytes, true),
	);
	const starts = new Uint32Array(packetCount + 1);
	starts[0] = at;
	for (let i = 0; i < packetCount; i++) {
		at += view.getUint16(lengthsAt + i * lengthBytes, true);
		starts[i + 1] = at;
	}
	if (at !== bytes.length) throw new AudioError("A Clip cut short, or with something after it");
	return { starts, durationMs, levels };
};

/** @returns how long a packed Clip is, in ms; @throws AudioError for bytes of another format, or incomplete ones */
export const measurePacked = (bytes: Uint8Array): number => readPacked(bytes).durationMs;

/**
 * The Clip that was packed; its packets are views of `bytes`.
 *
 * @throws AudioError for bytes of another format, or incomplete ones
 */
export const unpackClip = (bytes: Uint8Array): Clip => {
	const { starts, durationMs, levels } = readPacked(bytes);
	const packets = Array.from({ length: starts.length - 1 }, (_, i) =>
		bytes.subarray(starts[i], starts[i + 1]),
	);
	return { packets, durationMs, levels };
};

/**
 * The Clip that was packed as something to play; it keeps `bytes`.
 *
 * @throws AudioError for bytes of another format, or incomplete ones
 */
export const packedSound = (bytes: Uint8Array): Sound => {
	const { starts, levels } = readPacked(bytes);
	return { packets: new PackedPackets(bytes, starts), levels, complete: true };
};

/**
 * Joins Clips into one. Each one's extra packet and the next one's lag add up to one packet of silence, so n Clips last
 * exactly the sum of their durations plus 20 ms × (n − 1).
 *
 * @throws RangeError for no Clips
 */
export const joinClips = (clips: readonly Clip[]): Clip => {
	if (clips.length === 0) throw new RangeError("No Clips to join");
	if (clips.length === 1) return clips[0] as Clip;
	return {
		packets: clips.flatMap((clip) => clip.packets),
		durationMs: clips.reduce((sum, clip) => sum + clip.durationMs + frameMs, -frameMs),
		levels: joinLevels(clips),
	};
};

/**
 * Levels of joined Clips: Clips rarely start at a multiple of 100 ms, so each level is spread over its frames first.
 */
const joinLevels = (clips: readonly Clip[]): number[] => {
	const powers = clips.flatMap(({ durationMs, levels }) => [
		...Array.from(
			{ length: durationMs / frameMs },
			(_, i) => (levels[Math.floor(i / framesALevel)] ?? 0) ** 2,
		),
		0,
	]);
	powers.pop();
	return Array.from({ length: Math.ceil(powers.length / framesALevel) }, (_, i) => {
		const part = powers.slice(i * framesALevel, (i + 1) * framesALevel);
		return Math.fround(Math.sqrt(part.reduce((sum, power) => sum + power, 0) / part.length));
	});
};
