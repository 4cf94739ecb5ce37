import { skipLeafNode } from "./leaf-node.ts";
import { Reader } from "./tls-syntax.ts";

/** What a member sends after proposals (opcode 28). */
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
