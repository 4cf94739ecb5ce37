import { generateKeyPairSync, sign } from "node:crypto";

const basicCredential = 1;
const fromKeyPackage = 1;
const fromCommit = 3;
const lifetimeLength = 16;
const capabilities = 5;

/**
 * Skips a leaf node with a basic credential (RFC 9420, section 7.2).
 *
 * @returns the owner's identity
 * @throws RangeError for other bytes
 */
const skipLeafNode = (reader: Reader): Buffer => {
	reader.vector();
	reader.vector();
	if (reader.uint(2) !== basicCredential) throw new RangeError("The credential is not a basic one.");
	const identity = reader.vector();
	for (let index = 0; index < capabilities; index += 1) reader.vector();
	const source = reader.uint(1);
	if (source === fromKeyPackage) reader.bytes(lifetimeLength);
	else if (source === fromCommit) reader.vector();
	reader.vector();
	reader.vector();
	return identity;
};

// MLS_128_DHKEMP256_AES128GCM_SHA256_P256, the only cipher suite that DAVE uses.
const cipherSuite = 2;

/** Whether bytes have the form of a user's key package (RFC 9420, section 10). The signature isn't checked. */
export const isKeyPackageOf = (userId: string, bytes: Buffer): boolean => {
	const reader = new Reader(bytes);
	try {
		if (reader.uint(2) !== mls10 || reader.uint(2) !== cipherSuite) return false;
		reader.vector();
		const identity = skipLeafNode(reader);
		reader.vector();
		reader.vector();
		return reader.offset === bytes.length && identity.equals(uint64(BigInt(userId)));
	} catch (error) {
		if (error instanceof RangeError) return false;
		throw error;
	}
};

const publicMessage = 1;
const memberSender = 1;
const commitContent = 3;

const expect = (actual: number, expected: number, what: string): void => {
	if (actual !== expected) throw new RangeError(`The commit's ${what} is ${actual}, not ${expected}.`);
};

/**
 * Takes a member's answer to proposals (opcode 28) apart.
 *
 * @returns the epoch that the commit ends, the commit as an MLSMessage, and the Welcome for new members; undefined if the
 *   commit adds none
 * @throws RangeError if the payload isn't a member's commit
 */
export const readCommitWelcome = (payload: Buffer) => {
	const reader = new Reader(payload);
	expect(reader.uint(2), 1, "protocol version");
	expect(reader.uint(2), publicMessage, "wire format");
	reader.vector();
	const epoch = reader.uint64();
	expect(reader.uint(1), memberSender, "kind of sender");
	reader.uint(4);
	reader.vector();
	expect(reader.uint(1), commitContent, "content type");
	reader.vector();
	if (reader.uint(1) === 1) {
		skipLeafNode(reader);
		reader.vector();
	}
	reader.vector();
	reader.vector();
	reader.vector();
	const end = reader.offset;
	const welcome = end < payload.length ? payload.subarray(end) : undefined;
	return { epoch, commit: payload.subarray(0, end), welcome };
};
export type CommitWelcome = ReturnType<typeof readCommitWelcome>;

const externalSender = 2;
const proposalContent = 2;
const addProposal = 1;
const removeProposal = 3;

/** The point in a group's history that a proposal is meant for. */
export interface GroupMoment {
	readonly groupId: Uint8Array;
	readonly epoch: bigint;
}

/**
 * The voice server's part in an MLS group: not a member, but an external sender that may propose to add and remove
 * members.
 */
export class ExternalSender {
	readonly #keys = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
	/** The external sender package: the structure ExternalSender of RFC 9420, section 12.1.8.1. */
	readonly package: Buffer;

	constructor() {
		const { x = "", y = "" } = this.#keys.publicKey.export({ format: "jwk" });
		const point = [uint8(4), Buffer.from(x, "base64url"), Buffer.from(y, "base64url")];
		this.package = Buffer.concat([
			vector(...point),
			uint16(basicCredential),
			vector(Buffer.from("playground voice server")),
		]);
	}

	/** A signed proposal to add the owner of this key package, as an MLSMessage. */
	proposeAdd(moment: GroupMoment, keyPackage: Uint8Array): Buffer {
		return this.#propose(moment, Buffer.concat([uint16(addProposal), keyPackage]));
	}

	/** A signed proposal to remove the member at a leaf, as an MLSMessage. */
	proposeRemove(moment: GroupMoment, leaf: number): Buffer {
		return this.#propose(moment, Buffer.concat([uint16(removeProposal), uint32(leaf)]));
	}

	// PublicMessage, RFC 9420, section 6.2: the signature covers the head and the content, but no group context, because
	// an external sender has none.
	#propose({ groupId, epoch }: GroupMoment, proposal: Buffer): Buffer {
		const head = Buffer.concat([uint16(mls10), uint16(publicMessage)]);
		const content = Buffer.concat([
			vector(groupId),
			uint64(epoch),
			uint8(externalSender),
			uint32(0),
			vector(),
			uint8(proposalContent),
			proposal,
		]);
		const signature = this.#signWithLabel("FramedContentTBS", Buffer.concat([head, content]));
		return Buffer.concat([head, content, vector(signature)]);
	}

	// SignWithLabel of RFC 9420, section 5.1.2.
	#signWithLabel(label: string, content: Buffer): Buffer {
		const signed = Buffer.concat([vector(Buffer.from(`MLS 1.0 ${label}`)), vector(content)]);
		return sign("sha256", signed, this.#keys.privateKey);
	}
}

/** The version of MLS in every message. */
const mls10 = 1;

// The functions and the class from here on write and read the presentation language of RFC 9420, section 2.1. Numbers
// are big-endian.

const uint =
	(bytes: number) =>
	(value: number): Buffer => {
		const written = Buffer.alloc(bytes);
		written.writeUIntBE(value, 0, bytes);
		return written;
	};
export const uint8 = uint(1);
export const uint16 = uint(2);
const uint32 = uint(4);

export const uint64 = (value: bigint): Buffer => {
	const bytes = Buffer.alloc(8);
	bytes.writeBigUInt64BE(value);
	return bytes;
};

// The length of a vector stands before its content, in one, two or four bytes. The length's first two bits say which.
const lengthPrefix = (length: number): Buffer => {
	if (length < 1 << 6) return uint8(length);
	if (length < 1 << 14) return uint16(length | 0x4000);
	return uint32((length | 0x8000_0000) >>> 0);
};

/** @returns the content with its length before it */
export const vector = (...content: readonly Uint8Array[]): Buffer => {
	const bytes = Buffer.concat(content);
	return Buffer.concat([lengthPrefix(bytes.length), bytes]);
};

/** Reads a structure field by field. Every method throws a RangeError if the bytes end too early. */
export class Reader {
	readonly #bytes: Buffer;
	/** How many bytes have been read. */
	offset = 0;

	constructor(bytes: Buffer) {
		this.#bytes = bytes;
	}

	/** Reads a number of so many bytes, at most 6. */
	uint(bytes: number): number {
		return this.#bytes.readUIntBE(this.#skip(bytes), bytes);
	}

	uint64(): bigint {
		return this.#bytes.readBigUInt64BE(this.#skip(8));
	}

	bytes(count: number): Buffer {
		const start = this.#skip(count);
		return this.#bytes.subarray(start, start + count);
	}

	vector(): Buffer {
		const first = this.uint(1);
		const more = (1 << (first >> 6)) - 1;
		let length = first & 0x3f;
		for (let index = 0; index < more; index += 1) length = length * 256 + this.uint(1);
		return this.bytes(length);
	}

	#skip(count: number): number {
		const start = this.offset;
		if (start + count > this.#bytes.length) throw new RangeError("The structure ends too early.");
		this.offset += count;
		return start;
	}
}
