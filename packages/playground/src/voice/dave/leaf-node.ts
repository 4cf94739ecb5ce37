import type { Reader } from "./tls-syntax.ts";

const basicCredential = 1;
const fromKeyPackage = 1;
const fromCommit = 3;
const lifetimeLength = 16;
const capabilities = 5;

/** Skips a leaf node (RFC 9420, section 7.2) and returns its owner. @throws RangeError for anything else */
export const skipLeafNode = (reader: Reader): Buffer => {
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
