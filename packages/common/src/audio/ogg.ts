import { AudioError, frameMs } from "./clip.ts";
import { opusInputRate, opusPreSkip } from "./opus.ts";

const vendor = "herald";
/** The number that identifies a stream in its file. Files written here have only one stream. */
const serial = 0x4865_7261;
/** The most packets on a page, one second: more would slow down starts and seeks, fewer would make files larger. */
const packetsAPage = 1_000 / frameMs;
const segmentsAPage = 255;
const segmentBytes = 255;
const pageHeaderBytes = 27;
/** RFC 7845 §4: granule positions count samples at 48 kHz, whatever rate was encoded. */
const granuleRate = 48_000;
const frameGranules = (granuleRate * frameMs) / 1_000;

const firstPage = 2;
const lastPage = 4;

/** A page's packets; none of them spans pages. */
interface Page {
	readonly packets: readonly Uint8Array[];
	readonly granule: number;
	readonly flags: number;
}

/**
 * An Ogg Opus file (RFC 3533, RFC 7845) of a Clip's packets that plays for exactly `durationMs`: the final granule
 * position cuts off the rest of the last packet.
 *
 * @param comments - such as `TITLE=A Book`; all together they fit into one page
 * @throws RangeError when the number of packets doesn't suit the duration, or a packet is too long for a page
 */
export const writeOgg = (
	packets: readonly Uint8Array[],
	durationMs: number,
	comments: readonly string[] = [],
): Uint8Array<ArrayBuffer> => {
	const end = (durationMs * granuleRate) / 1_000 + opusPreSkip;
	if (Math.ceil(end / frameGranules) !== packets.length)
		throw new RangeError(`${packets.length} packets don't make ${durationMs} ms`);
	const pages: Page[] = [
		{ packets: [makeHead()], granule: 0, flags: firstPage },
		{ packets: [makeTags(comments)], granule: 0, flags: 0 },
	];
	for (let at = 0; at < packets.length; ) {
		const onPage = takePage(packets, at);
		at += onPage.length;
		const isLast = at === packets.length;
		pages.push({
			packets: onPage,
			granule: isLast ? end : at * frameGranules,
			flags: isLast ? lastPage : 0,
		});
	}
	return new Uint8Array(Buffer.concat(pages.map(writePage)));
};

/** @returns the packets from `start` on that fit into one page: at most a second of sound, and at most 255 segments */
const takePage = (packets: readonly Uint8Array[], start: number): readonly Uint8Array[] => {
	let segments = 0;
	let end = start;
	while (end < packets.length && end - start < packetsAPage) {
		segments += countSegments(packets[end] as Uint8Array);
		if (segments > segmentsAPage) break;
		end++;
	}
	if (end === start) throw new RangeError(`A packet of ${packets[start]?.length} bytes`);
	return packets.slice(start, end);
};

const writePage = ({ packets, granule, flags }: Page, sequence: number): Uint8Array => {
	const lacing = packets.flatMap((packet) => [
		...new Array<number>(countSegments(packet) - 1).fill(segmentBytes),
		packet.length % segmentBytes,
	]);
	const header = Buffer.alloc(pageHeaderBytes);
	header.write("OggS");
	header.writeUInt8(flags, 5);
	header.writeBigInt64LE(BigInt(granule), 6);
	header.writeUInt32LE(serial, 14);
	header.writeUInt32LE(sequence, 18);
	header.writeUInt8(lacing.length, 26);
	const page = Buffer.concat([header, Buffer.from(lacing), ...packets]);
	// The checksum covers the whole page, with zeros in place of the checksum itself.
	page.writeUInt32LE(checksum(page), 22);
	return page;
};

/** A packet ends with the first segment shorter than 255 bytes, which may be an empty one. */
const countSegments = (packet: Uint8Array): number => Math.floor(packet.length / segmentBytes) + 1;

/** RFC 7845 §5.1: version 1, one channel, no gain, channel mapping 0. */
const makeHead = (): Uint8Array => {
	const head = Buffer.alloc(19);
	head.write("OpusHead");
	head.writeUInt8(1, 8);
	head.writeUInt8(1, 9);
	head.writeUInt16LE(opusPreSkip, 10);
	head.writeUInt32LE(opusInputRate, 12);
	return head;
};

/** RFC 7845 §5.2: the vendor, and comments. */
const makeTags = (comments: readonly string[]): Uint8Array => {
	const withLength = (text: string): Buffer => {
		const bytes = Buffer.from(text);
		const length = Buffer.alloc(4);
		length.writeUInt32LE(bytes.length);
		return Buffer.concat([length, bytes]);
	};
	const count = Buffer.alloc(4);
	count.writeUInt32LE(comments.length);
	return Buffer.concat([Buffer.from("OpusTags"), withLength(vendor), count, ...comments.map(withLength)]);
};

const checksumTable = Uint32Array.from({ length: 256 }, (_, byte) => {
	let value = byte << 24;
	for (let bit = 0; bit < 8; bit++) value = (value << 1) ^ (value < 0 ? 0x04c1_1db7 : 0);
	return value;
});

/** RFC 3533 §6: CRC-32 of polynomial 0x04C11DB7, not reflected, starting from 0. */
const checksum = (bytes: Uint8Array): number => {
	let value = 0;
	for (const byte of bytes) value = (value << 8) ^ (checksumTable[(value >>> 24) ^ byte] as number);
	return value >>> 0;
};

/** The packets of an Ogg Opus file. Times in samples at 48 kHz. */
export type OpusFile = ReturnType<typeof readOgg>;

/** Whether bytes start like an Ogg file, and not in the middle of one. */
export const isOgg = (bytes: Uint8Array): boolean =>
	bytes.length >= pageHeaderBytes &&
	Buffer.from(bytes.subarray(0, 4)).toString("latin1") === "OggS" &&
	((bytes[5] as number) & firstPage) !== 0;

/**
 * Reads the first stream of an Ogg file, up to its end or to the point where it is cut off.
 *
 * @throws AudioError for anything but Opus of one or two channels
 */
export const readOgg = (bytes: Uint8Array) => {
	const [head, , ...packets] = readPackets(bytes);
	if (head?.bytes.toString("latin1", 0, 8) !== "OpusHead" || head.bytes.length < 19)
		throw new AudioError("An Ogg file of something other than Opus");
	if (head.bytes[18] !== 0) throw new AudioError("An Ogg file of more than two channels");
	return {
		packets: packets.map((packet) => packet.bytes),
		/** How much of the beginning isn't played. */
		preSkip: head.bytes.readUInt16LE(10),
		/** Where playback ends, counted from the start of the first packet; infinite if the file doesn't say. */
		end: packets.findLast(({ granule }) => granule > 0)?.granule ?? Number.POSITIVE_INFINITY,
	};
};

/**
 * Yields the first stream's packets, each with the granule position of the page that it ends on; −1 if that page has no
 * position.
 */
function* readPackets(bytes: Uint8Array): Generator<{ readonly bytes: Buffer; readonly granule: number }> {
	const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	let stream: number | undefined;
	let begun: Buffer[] = [];
	for (let at = 0; at + pageHeaderBytes <= file.length; ) {
		if (file.toString("latin1", at, at + 4) !== "OggS") throw new AudioError("A broken Ogg file");
		const lacing = file.subarray(at + pageHeaderBytes, at + pageHeaderBytes + file.readUInt8(at + 26));
		const flags = file.readUInt8(at + 5);
		const granule = Number(file.readBigInt64LE(at + 6));
		stream ??= file.readUInt32LE(at + 14);
		const isOurs = file.readUInt32LE(at + 14) === stream;
		at += pageHeaderBytes + lacing.length;
		for (const length of lacing) {
			if (isOurs) begun.push(file.subarray(at, at + length));
			at += length;
			if (at > file.length) return;
			if (!isOurs || length === segmentBytes) continue;
			yield { bytes: Buffer.concat(begun), granule };
			begun = [];
		}
		if (isOurs && (flags & lastPage) !== 0) return;
	}
}
