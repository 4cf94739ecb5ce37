import { mls10, Reader, uint64 } from "./tls-syntax.ts";

const basicCredential = 1;
const fromKeyPackage = 1;
const fromCommit = 3;
const lifetimeLength = 16;
const capabilities = 5;

/** Skips a leaf node (RFC 9420, section 7.2) and returns its owner. @throws RangeError for anything else */
const skipLeafNode = (reader: Reader): Buffer => {
	reader.vector();
	reader.vector();
	if (reader.uint16() !== basicCredential) throw new RangeError("The credential is not a basic one.");
	const identity = reader.vector();
	for (let index = 0; index < capabilities; index += 1) reader.vector();
	const source = reader.uint8();
	if (source === fromKeyPackage) reader.bytes(lifetimeLength);
	else if (source === fromCommit) reader.vector();
	reader.vector();
	reader.vector();
	return identity;
};

// MLS_128_DHKEMP256_AES128GCM_SHA256_P256, the only one that DAVE uses.
const cipherSuite = 2;

/** True when bytes have the form of a key package (RFC 9420, section 10) of one user. Its signature is not checked. */
export const isKeyPackageOf = (userId: string, bytes: Buffer): boolean => {
	const reader = new Reader(bytes);
	try {
		if (reader.uint16() !== mls10 || reader.uint16() !== cipherSuite) return false;
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

/** A member's answer to proposals (opcode 28). */
export interface CommitWelcome {
	/** The epoch that the commit ends. */
	readonly epoch: bigint;
	/** An MLSMessage. */
	readonly commit: Buffer;
	/** A Welcome, when the commit adds members. */
	readonly welcome: Buffer | undefined;
}

const publicMessage = 1;
const memberSender = 1;
const commitContent = 3;

const expect = (actual: number, expected: number, what: string): void => {
	if (actual !== expected) throw new RangeError(`The commit's ${what} is ${actual}, not ${expected}.`);
};

/** Finds where the commit ends and the welcome starts. @throws RangeError when it isn't a member's commit */
export const readCommitWelcome = (payload: Buffer): CommitWelcome => {
	const reader = new Reader(payload);
	expect(reader.uint16(), 1, "protocol version");
	expect(reader.uint16(), publicMessage, "wire format");
	reader.vector();
	const epoch = reader.uint64();
	expect(reader.uint8(), memberSender, "kind of sender");
	reader.uint32();
	reader.vector();
	expect(reader.uint8(), commitContent, "content type");
	reader.vector();
	if (reader.uint8() === 1) {
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
