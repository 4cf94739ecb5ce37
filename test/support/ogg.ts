/** A page of an Ogg stream, by RFC 3533 §6. */
export interface OggPage {
	readonly flags: number;
	readonly granule: number;
	readonly serial: number;
	readonly sequence: number;
	readonly checksum: number;
	readonly expectedChecksum: number;
	readonly packets: readonly Buffer[];
}

/**
 * Reads a file whose pages each hold whole packets. Doesn't notice a last page that is cut off.
 * @throws Error if a page's header is wrong, or if a page ends inside a packet
 */
export function parseOgg(ogg: Uint8Array): OggPage[] {
	const file = Buffer.from(ogg);
	const pages: OggPage[] = [];
	for (let at = 0; at < file.length; ) {
		if (file.toString("latin1", at, at + 4) !== "OggS" || file[at + 4] !== 0)
			throw new Error(`No page at ${at}`);
		const lacing = file.subarray(at + 27, at + 27 + file.readUInt8(at + 26));
		const packets: Buffer[] = [];
		let end = at + 27 + lacing.length;
		let start = end;
		for (const length of lacing) {
			end += length;
			if (length === 255) continue;
			packets.push(file.subarray(start, end));
			start = end;
		}
		if (start !== end) throw new Error(`The page at ${at} ends inside a packet`);
		const bytes = file.subarray(at, end);
		pages.push({
			flags: file.readUInt8(at + 5),
			granule: Number(file.readBigInt64LE(at + 6)),
			serial: file.readUInt32LE(at + 14),
			sequence: file.readUInt32LE(at + 18),
			checksum: file.readUInt32LE(at + 22),
			// Computed only on demand, because that takes longer than all the rest.
			get expectedChecksum() {
				return divide(bytes);
			},
			packets,
		});
		at = end;
	}
	return pages;
}

/** The remainder of the page's division by x³² + … (RFC 3533 §6), bit by bit, with zeros in the checksum's place. */
function divide(page: Uint8Array): number {
	let rest = 0;
	page.forEach((byte, i) => {
		rest ^= (i >= 22 && i < 26 ? 0 : byte) << 24;
		for (let bit = 0; bit < 8; bit++) rest = (rest << 1) ^ (rest < 0 ? 0x04c1_1db7 : 0);
	});
	return rest >>> 0;
}

/** What a player learns from an Ogg Opus file (RFC 7845). */
export const readOgg = (bytes: Uint8Array): { durationMs: number; channels: number; pages: number } => {
	const pages = parseOgg(bytes);
	const head = pages[0]?.packets[0];
	if (head?.toString("latin1", 0, 8) !== "OpusHead") throw new Error("No OpusHead in the first page");
	const samples = (pages.at(-1)?.granule ?? 0) - head.readUInt16LE(10);
	return { durationMs: samples / 48, channels: head.readUInt8(9), pages: pages.length };
};

/** @returns the packets of a file's sound */
export const packetsIn = (file: Uint8Array): readonly Buffer[] =>
	parseOgg(file)
		.slice(2)
		.flatMap(({ packets }) => packets);

const isSilent = (packet: Uint8Array) => packet.length === 3;

/** @returns how long the sounds and pauses in packets last, alternately, in ms */
export const measureTurns = (packets: readonly Uint8Array[]): number[] => {
	const runs: { silent: boolean; ms: number }[] = [];
	for (const packet of packets) {
		const last = runs.at(-1);
		if (last?.silent === isSilent(packet)) last.ms += 20;
		else runs.push({ silent: isSilent(packet), ms: 20 });
	}
	return runs.map(({ ms }) => ms);
};
