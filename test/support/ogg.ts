/** What a player would know of an Ogg Opus file: read here independently of what wrote it (RFC 3533, RFC 7845). */
export const readOgg = (bytes: Uint8Array): { durationMs: number; channels: number; pages: number } => {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	let granule = 0n;
	let pages = 0;
	for (let at = 0; at < bytes.byteLength; pages++) {
		if (Buffer.from(bytes.subarray(at, at + 4)).toString("latin1") !== "OggS")
			throw new Error(`no page at ${at}`);
		granule = view.getBigInt64(at + 6, true);
		const segments = bytes[at + 26] ?? 0;
		const sizes = bytes.subarray(at + 27, at + 27 + segments);
		at += 27 + segments + sizes.reduce((sum, size) => sum + size, 0);
	}
	const head = Buffer.from(bytes).indexOf("OpusHead");
	const preSkip = view.getUint16(head + 10, true);
	return { durationMs: (Number(granule) - preSkip) / 48, channels: bytes[head + 9] ?? 0, pages };
};
