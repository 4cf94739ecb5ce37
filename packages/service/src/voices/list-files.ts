import { createHash } from "node:crypto";
import { closeSync, openSync, readdirSync, readSync, statSync } from "node:fs";
import { join } from "node:path";

/** @returns the sizes in bytes of the files in a folder, by relative path with `/`, in a fixed order */
export const listFiles = (folder: string): ReadonlyMap<string, number> => {
	const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) =>
			join(entry.parentPath, entry.name)
				.slice(folder.length + 1)
				.replaceAll("\\", "/"),
		)
		.sort();
	return new Map(paths.map((path) => [path, statSync(join(folder, path)).size]));
};

const pieceBytes = 1024 * 1024;

/** @returns a hash of these files' names and contents */
export const hashFiles = (folder: string, files: ReadonlyMap<string, number>): string => {
	const hash = createHash("sha256");
	const piece = Buffer.alloc(pieceBytes);
	for (const [path, size] of files) {
		hash.update(`${path}\0${size}\0`);
		const handle = openSync(join(folder, path), "r");
		try {
			for (let length = -1; length !== 0; hash.update(piece.subarray(0, length)))
				length = readSync(handle, piece, 0, pieceBytes, null);
		} finally {
			closeSync(handle);
		}
	}
	return hash.digest("base64url").slice(0, 22);
};
