import { crc32, deflateRawSync, gzipSync } from "node:zlib";
import { Header } from "tar";
import bzip2 from "./bzip2.json" with { type: "json" };

/** An entry of an archive: a file, a folder, or a kind that must be refused. */
export interface ArchiveEntry {
	readonly path: string;
	readonly content?: Buffer | string;
	readonly type?:
		| "File"
		| "Directory"
		| "SymbolicLink"
		| "Link"
		| "CharacterDevice"
		| "FIFO"
		| "ExtendedHeader";
	readonly linkpath?: string;
}

const blockBytes = 512;

/** @returns a tar of any entries, even unsafe ones */
export const packTar = (entries: readonly ArchiveEntry[]): Buffer => {
	const blocks = entries.flatMap(({ path, content = "", type = "File", linkpath }) => {
		const body = Buffer.from(content);
		const header = Buffer.alloc(blockBytes);
		new Header({ path, type, size: body.length, mode: 0o644, ...(linkpath && { linkpath }) }).encode(header);
		return [header, body, Buffer.alloc((blockBytes - (body.length % blockBytes)) % blockBytes)];
	});
	return Buffer.concat([...blocks, Buffer.alloc(2 * blockBytes)]);
};

const modes = { File: 0o100644, Directory: 0o040755, SymbolicLink: 0o120777 } as const;

/** @returns a zip of any entries, even unsafe ones, as Unix writes it */
export const packZip = (entries: readonly ArchiveEntry[]): Buffer => {
	const locals: Buffer[] = [];
	const centrals: Buffer[] = [];
	let at = 0;
	for (const { path, content = "", type = "File" } of entries) {
		const body = Buffer.from(content);
		const packed = deflateRawSync(body);
		const name = Buffer.from(path);
		const common = Buffer.alloc(26);
		common.writeUInt16LE(20, 0);
		common.writeUInt16LE(0x800, 2);
		common.writeUInt16LE(8, 4);
		common.writeUInt32LE(crc32(body), 10);
		common.writeUInt32LE(packed.length, 14);
		common.writeUInt32LE(body.length, 18);
		common.writeUInt16LE(name.length, 22);
		const local = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), common, name, packed]);
		const rest = Buffer.alloc(14);
		rest.writeUInt32LE(((modes[type as keyof typeof modes] ?? 0o010644) << 16) >>> 0, 6);
		rest.writeUInt32LE(at, 10);
		centrals.push(Buffer.from("PK\x01\x02\x14\x03", "latin1"), common, rest, name);
		locals.push(local);
		at += local.length;
	}
	const directory = Buffer.concat(centrals);
	const end = Buffer.alloc(22);
	end.write("PK\x05\x06", "latin1");
	end.writeUInt16LE(entries.length, 8);
	end.writeUInt16LE(entries.length, 10);
	end.writeUInt32LE(directory.length, 12);
	end.writeUInt32LE(at, 16);
	return Buffer.concat([...locals, directory, end]);
};

/** By the endings of their names, functions that make archives. */
export const packers = {
	tar: packTar,
	"tar.gz": (entries: readonly ArchiveEntry[]) => gzipSync(packTar(entries)),
	zip: packZip,
};

/** A .tar.bz2 of a folder "voice" with the files tokens.txt ("a 1") and model.onnx ("model"). */
export const smallBzip2 = Buffer.from(bzip2.small, "base64");

/** A .tar.bz2 of one file of 70 MiB of zeros. */
export const bombBzip2 = Buffer.from(bzip2.bomb, "base64");
