/** The duration of an Opus packet, in ms. */
export const frameMs = 20;
/** The duration that each of {@link Clip.levels} covers, in ms. */
export const levelMs = 100;

/**
 * Encoded sound, made once and used for the file, the voice message, the voice channel and the cache.
 *
 * - `packets`: Opus, 20 ms each, encoded from 24 kHz mono. Decoding lags by the encoder's look-ahead (6.5 ms), so one
 *   packet more is needed than the sound fills: `packets.length === durationMs / 20 + 1`.
 * - `durationMs`: the exact length of the sound in ms, without the lag; a multiple of 20.
 * - `levels`: RMS per 100 ms, 0 to 1; the last may be of less than 100 ms.
 */
export interface Clip {
	readonly packets: readonly Uint8Array[];
	readonly durationMs: number;
	readonly levels: readonly number[];
}

/** A Clip as it is passed between threads and stored in the cache. */
export interface PackedClip {
	readonly packed: Uint8Array<ArrayBuffer>;
	readonly durationMs: number;
}

export const silentPacket = Buffer.from([0xf8, 0xff, 0xfe]);

/** @returns a silent Clip. @param durationMs - a multiple of 20 */
export const makeSilence = (durationMs: number): Clip => ({
	packets: Array.from({ length: durationMs / frameMs + 1 }, () => silentPacket),
	durationMs,
	levels: Array.from({ length: Math.ceil(durationMs / levelMs) }, () => 0),
});

/** Packets to play: the part of an array's interface that players use. */
type Packets = Pick<readonly Uint8Array[], "at" | "length">;

/** A Clip that can be played while the rest of it is still being encoded. */
export interface Sound {
	/** The packets encoded so far. */
	readonly packets: Packets;
	/** Empty while the sound is incomplete, and also afterwards if its levels aren't known. */
	readonly levels: readonly number[];
	/** Whether no more packets will come: all are there, or encoding has failed. */
	readonly complete: boolean;
}

/** A sound whose packets arrive piece by piece from a worker. */
export class GrowingClip implements Sound {
	readonly packets: Packets;
	levels: readonly number[] = [];
	#ahead: readonly Uint8Array[] = [];
	#whole: Sound | undefined;
	complete = false;
	/** Whether a player has taken a packet. */
	heard = false;

	constructor() {
		const at = (index: number): Uint8Array | undefined => {
			this.heard = true;
			return this.#packets.at(index);
		};
		const length = () => this.#packets.length;
		this.packets = {
			at,
			get length() {
				return length();
			},
		};
	}

	get #packets(): Packets {
		return this.#whole?.packets ?? this.#ahead;
	}

	add(packets: readonly Uint8Array[]): void {
		this.#ahead = [...this.#ahead, ...packets];
	}

	/** Marks the sound complete after its first `heard` packets, and drops the packets after them. */
	endAt(heard: number): void {
		this.#ahead = this.#ahead.slice(0, heard);
		this.complete = true;
	}

	/** Marks the sound complete. @param whole - replaces the added packets; undefined if encoding has failed */
	end(whole?: Sound): void {
		if (whole) {
			this.#whole = whole;
			this.levels = whole.levels;
			// Frees the buffers of the packets that were added.
			this.#ahead = [];
		}
		this.complete = true;
	}
}

/** The shortest pause in which a Clip may end, in ms: a shorter pause doesn't sound like an end. */
const pauseMinMs = 250;
/** How long after the start of a pause a Clip may end at the earliest, in ms: a voice needs time to fade. */
const fadeMs = 100;
/**
 * The fraction (−40 dB) of the loudest level up to which a level counts as silence: background noise stays below it.
 */
const silenceRatio = 0.01;
/** The longest Opus packet that holds silence, in bytes. */
const silentBytes = 10;
const framesALevel = levelMs / frameMs;

/**
 * @param from - the next packet
 * @returns the index of a packet before which the Clip can end without cutting a word: in a pause of at least 250 ms
 * that goes on at `from`, or else in the next such pause; undefined if there is none
 */
export const findPause = (
	{ packets, levels }: Pick<Sound, "packets" | "levels">,
	from: number,
): number | undefined => {
	const quiet = Math.max(...levels) * silenceRatio;
	const isSilent = (at: number): boolean =>
		(packets.at(at)?.length ?? 0) <= silentBytes || (levels[Math.floor(at / framesALevel)] ?? 0) <= quiet;
	let start = 0;
	for (let at = 0; at <= packets.length; at++) {
		if (at < packets.length && isSilent(at)) continue;
		const end = Math.max(from, start + fadeMs / frameMs);
		if ((at - start) * frameMs >= pauseMinMs && end < at) return end;
		start = at + 1;
	}
	return undefined;
};

/** @returns the index of the packet with the quietest 100 ms within `reach` packets of `at`; `at` if none is quieter */
export const findQuiet = (levels: readonly number[], at: number, reach: number): number => {
	const levelAt = (packet: number) => levels[Math.floor(packet / framesALevel)] ?? Number.POSITIVE_INFINITY;
	let best = at;
	for (let off = 1; off <= reach; off++)
		for (const packet of [at - off, at + off])
			if (packet >= 0 && levelAt(packet) < levelAt(best)) best = packet;
	return best;
};

/**
 * The version of packed Clips and of their sound. Must change whenever packed Clips look different or the same speech
 * sounds different, so that older Clips aren't used.
 */
export const clipFormat = 1;

const headerBytes = 13;
const levelBytes = 4;
const lengthBytes = 2;

/** Packs a Clip into bytes: format, duration, numbers of packets and levels, levels, lengths of packets, packets. */
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

/** @returns a packed Clip's duration and levels; the offset of each packet, and the end of the last one */
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

/** @returns a packed Clip's duration in ms @throws AudioError for bytes of another format, or incomplete ones */
export const measurePacked = (bytes: Uint8Array): number => readPacked(bytes).durationMs;

/**
 * Unpacks a Clip, whose packets are views of `bytes`.
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
 * Makes a packed Clip playable without unpacking it. The sound's packets are views of `bytes`. Each is made only when it
 * is read: a minute of sound has three thousand packets, and hundreds of Clips may play at once.
 *
 * @throws AudioError for bytes of another format, or incomplete ones
 */
export const packedSound = (bytes: Uint8Array): Sound => {
	const { starts, levels } = readPacked(bytes);
	const length = starts.length - 1;
	const at = (index: number): Buffer | undefined => {
		if (index >= length) return undefined;
		const start = starts[index] as number;
		return Buffer.from(bytes.buffer, bytes.byteOffset + start, (starts[index + 1] as number) - start);
	};
	return { packets: { at, length }, levels, complete: true };
};

/**
 * Joins Clips into one. Between two Clips, the extra packet of the first and the lag of the second add up to one packet
 * of silence, so n Clips last exactly the sum of their durations plus 20 ms × (n − 1).
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
 * In joined Clips, a Clip rarely starts at a multiple of 100 ms, so each level is first spread over its 20 ms frames.
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

export interface SoundFile {
	/** Ogg Opus. */
	readonly ogg: Uint8Array<ArrayBuffer>;
	readonly durationMs: number;
	/** At most 256 points of one byte, as Discord's voice messages need them. */
	readonly waveform: Uint8Array<ArrayBuffer>;
}

/** The most points Discord accepts for a voice message's waveform. */
const maxPoints = 256;
/** The lowest level that is drawn at full height, −40 dBFS: a quieter sound is drawn lower throughout. */
const quietLevel = 0.01;

/**
 * A voice message's waveform of a Clip's levels (RMS per 100 ms): one byte per point, at most one point per level and
 * at most 256 in all, relative to the loudest point or to `quietLevel`. Each point is the square root of its level:
 * linear levels would hardly show speech, and decibels would show silence.
 */
export const makeWaveform = (levels: readonly number[]): Uint8Array => {
	const count = Math.min(levels.length, maxPoints);
	const points = Array.from({ length: count }, (_, i) => {
		const part = levels.slice(
			Math.floor((i * levels.length) / count),
			Math.floor(((i + 1) * levels.length) / count),
		);
		return Math.sqrt(part.reduce((sum, level) => sum + level * level, 0) / part.length);
	});
	const loudest = Math.max(quietLevel, ...points);
	return Uint8Array.from(points, (point) => Math.round(255 * Math.sqrt(point / loudest)));
};

/** Bytes that can't be read as sound. */
export class AudioError extends Error {
	override name = this.constructor.name;
	/** How much sound the bytes hold, in ms, if known. */
	readonly ms: number | undefined;

	constructor(message: string, ms?: number) {
		super(message);
		this.ms = ms;
	}
}
