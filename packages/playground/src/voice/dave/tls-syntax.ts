// The presentation language of RFC 9420, section 2.1: numbers are big-endian, vectors have a length of one, two or
// four bytes before them, whose first two bits say how many.

/** The version of MLS in every message. */
export const mls10 = 1;

export const uint8 = (value: number): Buffer => Buffer.from([value]);

export const uint16 = (value: number): Buffer => {
	const bytes = Buffer.alloc(2);
	bytes.writeUInt16BE(value);
	return bytes;
};

export const uint32 = (value: number): Buffer => {
	const bytes = Buffer.alloc(4);
	bytes.writeUInt32BE(value);
	return bytes;
};

export const uint64 = (value: bigint): Buffer => {
	const bytes = Buffer.alloc(8);
	bytes.writeBigUInt64BE(value);
	return bytes;
};

const lengthPrefix = (length: number): Buffer => {
	if (length < 1 << 6) return uint8(length);
	if (length < 1 << 14) return uint16(length | 0x4000);
	return uint32((length | 0x8000_0000) >>> 0);
};

/** A vector of variable length. */
export const vector = (...content: readonly Uint8Array[]): Buffer => {
	const bytes = Buffer.concat(content);
	return Buffer.concat([lengthPrefix(bytes.length), bytes]);
};

/** Reads a structure field by field. Every method throws a RangeError at the end of the bytes. */
export class Reader {
	readonly #bytes: Buffer;
	/** How many bytes have been read. */
	offset = 0;

	constructor(bytes: Buffer) {
		this.#bytes = bytes;
	}

	uint8(): number {
		return this.#bytes.readUInt8(this.#skip(1));
	}

	uint16(): number {
		return this.#bytes.readUInt16BE(this.#skip(2));
	}

	uint32(): number {
		return this.#bytes.readUInt32BE(this.#skip(4));
	}

	uint64(): bigint {
		return this.#bytes.readBigUInt64BE(this.#skip(8));
	}

	bytes(count: number): Buffer {
		const start = this.#skip(count);
		return this.#bytes.subarray(start, start + count);
	}

	vector(): Buffer {
		const first = this.uint8();
		const more = (1 << (first >> 6)) - 1;
		let length = first & 0x3f;
		for (let index = 0; index < more; index += 1) length = length * 256 + this.uint8();
		return this.bytes(length);
	}

	#skip(count: number): number {
		const start = this.offset;
		if (start + count > this.#bytes.length) throw new RangeError("The structure ends too early.");
		this.offset += count;
		return start;
	}
}
