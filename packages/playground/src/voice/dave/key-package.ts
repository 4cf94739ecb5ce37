import { skipLeafNode } from "./leaf-node.ts";
import { mls10, Reader, uint64 } from "./tls-syntax.ts";

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
