import { closeSync, openSync, readSync } from "node:fs";
import bunzip from "seek-bzip";

const pieceBytes = 64 * 1024;

/** Reads a file byte by byte. @throws an error where it ends too early: the library would go on for ever */
const readBytes = (handle: number) => {
	const piece = Buffer.alloc(pieceBytes);
	let length = 0;
	let at = 0;
	const fill = (): boolean => {
		if (at === length) {
			length = readSync(handle, piece, 0, pieceBytes, null);
			at = 0;
		}
		return length > 0;
	};
	const readByte = (): number => {
		if (!fill()) throw new Error("the file ends too early");
		return piece[at++] as number;
	};
	return {
		eof: () => !fill(),
		readByte,
		read: (into: Uint8Array, from: number, count: number) => {
			for (let i = 0; i < count; i++) into[from + i] = readByte();
			return count;
		},
	};
};

/**
 * Unpacks a bzip2 file, piece by piece: what `take` throws ends it, however much would follow.
 *
 * @throws an error for what is no bzip2, or damaged @throws what `take` throws
 */
export const unpackBzip2 = (file: string, take: (bytes: Buffer) => void): void => {
	const handle = openSync(file, "r");
	let piece = Buffer.alloc(pieceBytes);
	let length = 0;
	const writeByte = (byte: number): void => {
		piece[length++] = byte;
		if (length < pieceBytes) return;
		take(piece);
		piece = Buffer.alloc(pieceBytes);
		length = 0;
	};
	try {
		bunzip.decode(readBytes(handle), { writeByte }, true);
		take(piece.subarray(0, length));
	} finally {
		closeSync(handle);
	}
};
