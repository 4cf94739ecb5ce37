import {
	chmodSync,
	closeSync,
	copyFileSync,
	createReadStream,
	mkdirSync,
	opendirSync,
	openSync,
	readSync,
	statSync,
	writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { createGunzip } from "node:zlib";
import { defer } from "@herald/common/defer.ts";
import bunzip from "seek-bzip";
import { Parser, type ReadEntry } from "tar";
import { type Entry, openPromise } from "yauzl";
import { DamagedVoiceError, isSystemError, VoiceError } from "./voice.ts";

const mebibyte = 1024 * 1024;
/** The highest allowed compression ratio. Models compress little, and dictionaries fivefold, unlike zip bombs. */
const ratioMax = 100;
const alwaysAllowed = 64 * mebibyte;

const noFile = "is a link or a device, not a file";

/** Unpacks a tar while its bytes arrive. @returns a function for the next bytes, and one to call after the last */
const readTar = (writer: FolderWriter) => {
	let failure: unknown;
	let files = 0;
	let closeFile = () => {};
	const fail = (error: unknown): void => {
		failure ??= error;
	};
	const takeEntry = (entry: ReadEntry): void => {
		try {
			if (failure !== undefined) return;
			if (entry.type === "Directory") {
				if (!/^(\.?\/)*$/.test(entry.path)) writer.addFolder(entry.path);
				return;
			}
			if (!["File", "OldFile", "ContiguousFile"].includes(entry.type)) refuse(entry.path, noFile);
			const file = writer.openFile(entry.path);
			files++;
			closeFile = () => {
				closeFile = () => {};
				file.close();
			};
			entry.on("data", (bytes) => {
				try {
					if (failure === undefined) file.take(bytes);
				} catch (error) {
					fail(error);
				}
			});
			entry.on("end", () => closeFile());
		} catch (error) {
			fail(error);
		} finally {
			// An entry that isn't read would stall the parser.
			if (!entry.flowing) entry.resume();
		}
	};
	const parser = new Parser({
		strict: true,
		onReadEntry: takeEntry,
		// Any warning about an archive is a reason to refuse it.
		onwarn: (_, message) => fail(new Error(String(message))),
	});
	parser.on("error", fail);
	parser.on("ignoredEntry", (entry: ReadEntry) => fail(new Error(`${entry.type} can't be read`)));
	const check = (): void => {
		if (failure === undefined) return;
		closeFile();
		throw failure;
	};
	return {
		write: (bytes: Buffer) => {
			parser.write(bytes);
			check();
		},
		end: () => {
			parser.end();
			check();
			if (files === 0) throw new Error("there is nothing in it");
		},
	};
};

const unpackTar = async (archive: string, writer: FolderWriter, packing: "gz" | "bz2" | "none") => {
	const tar = readTar(writer);
	if (packing === "bz2") unpackBzip2(archive, tar.write);
	else {
		const file = createReadStream(archive);
		const bytes = packing === "gz" ? file.pipe(createGunzip()) : file;
		file.on("error", (error) => bytes.destroy(error));
		using _closing = defer(() => file.destroy());
		for await (const piece of bytes) tar.write(piece as Buffer);
	}
	tar.end();
};

/** The file type bits (as in `stat`) of an entry in a zip made on Unix; 0 if unknown. */
const typeOf = (entry: Entry): number =>
	entry.versionMadeBy >> 8 === 3 ? (entry.externalFileAttributes >>> 16) & 0o170000 : 0;
const regularFile = 0o100000;
const directory = 0o040000;

const unpackZip = async (archive: string, writer: FolderWriter): Promise<void> => {
	const zip = await openPromise(archive, { autoClose: false, strictFileNames: true });
	using _closing = defer(() => zip.close());
	for await (const entry of zip.eachEntry()) {
		if (![0, regularFile, directory].includes(typeOf(entry))) refuse(entry.fileName, noFile);
		if (entry.fileName.endsWith("/")) {
			writer.addFolder(entry.fileName);
			continue;
		}
		using file = writer.openFile(entry.fileName);
		for await (const piece of await zip.openReadStreamPromise(entry)) file.take(piece as Buffer);
	}
};

const endings: readonly (readonly [RegExp, (archive: string, writer: FolderWriter) => Promise<void>])[] = [
	[/\.(?:tar\.bz2|tbz2?)$/i, (archive, writer) => unpackTar(archive, writer, "bz2")],
	[/\.(?:tar\.gz|tgz)$/i, (archive, writer) => unpackTar(archive, writer, "gz")],
	[/\.tar$/i, (archive, writer) => unpackTar(archive, writer, "none")],
	[/\.(?:zip|whl)$/i, unpackZip],
];

/** @returns an archive's name without its extension; undefined for other files */
export const archiveName = (path: string): string | undefined => {
	const [ending] = endings.find(([known]) => known.test(path)) ?? [];
	return ending && path.replace(ending, "").replace(/^.*[\\/]/, "");
};

/**
 * Unpacks an archive (`.tar.bz2`, `.tar.gz`, `.tar`, `.zip` or `.whl`) into a folder.
 *
 * @throws VoiceError if the file isn't such an archive, is damaged, or is unsafe @throws the system's error
 */
export const unpack = async (archive: string, folder: string, limits = folderLimits): Promise<void> => {
	const [, run] = endings.find(([ending]) => ending.test(archive)) ?? [];
	if (!run)
		throw new VoiceError(`${archive} isn't an archive that can be read: .tar.bz2, .tar.gz, .tar or .zip.`);
	const { size } = statSync(archive);
	if (size > limits.bytes) throw new VoiceError(`${archive} is larger than ${limits.bytes} bytes.`);
	const bytes = Math.min(limits.bytes, Math.max(alwaysAllowed, size * ratioMax));
	try {
		await run(archive, createFolderWriter(folder, { ...limits, bytes }));
	} catch (error) {
		if (error instanceof VoiceError || isSystemError(error)) throw error;
		throw new DamagedVoiceError(
			`${archive} can't be unpacked (${(error as Error).message}): it may be damaged. Download it again.`,
			{ cause: error },
		);
	}
};

/** The limits of a voice. The largest published voices have 1.3 GB in a few hundred files. */
export const folderLimits = {
	bytes: 2_048 * mebibyte,
	fileBytes: 1_536 * mebibyte,
	entries: 20_000,
};
const pathMax = 500;

const refuse = (path: string, why: string): never => {
	throw new VoiceError(`This voice can't be trusted: ${JSON.stringify(path.slice(0, 100))} ${why}.`);
};

/** @returns the segments of a relative path @throws VoiceError for a path that could leave its folder */
const readPath = (path: string): string[] => {
	if (path.length > pathMax) refuse(path, "is too long a path");
	if (/^[/\\]|^[A-Za-z]:/.test(path)) refuse(path, "is an absolute path");
	if (/[\\\p{Cc}]/u.test(path)) refuse(path, "has characters that no path should have");
	const segments = path.split("/").filter((segment) => segment !== "" && segment !== ".");
	if (segments.includes("..")) refuse(path, "leads out of its folder");
	return segments;
};

type FolderWriter = ReturnType<typeof createFolderWriter>;

/**
 * Writes the files of an untrusted voice into one folder, and nowhere else. Enforces limits on their number and size,
 * refuses names that differ only in case, and never creates links.
 */
export const createFolderWriter = (folder: string, limits = folderLimits) => {
	const taken = new Map<string, "file" | "folder">();
	let allBytes = 0;
	let entries = 0;

	/**
	 * Makes a folder.
	 *
	 * @throws VoiceError if its path isn't allowed or there are too many entries
	 * @throws the system's error
	 */
	const addFolder = (path: string) => {
		mkdirSync(claim(path, "folder"), { recursive: true, mode: 0o700 });
	};

	/**
	 * @returns `take`, which appends bytes to a new file, and `close`, which must be called once, unless with `using`
	 * @throws VoiceError if the path isn't allowed or there are too many entries; from `take`, if the file or the
	 *   whole folder gets too large
	 * @throws the system's error
	 */
	const openFile = (path: string) => {
		const target = claim(path, "file");
		mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
		const handle = openSync(target, "wx", 0o600);
		let size = 0;
		const take = (bytes: Uint8Array): void => {
			size += bytes.length;
			weigh(path, size, bytes.length);
			for (let at = 0; at < bytes.length; ) at += writeSync(handle, bytes, at);
		};
		const close = () => closeSync(handle);
		return { take, close, [Symbol.dispose]: close };
	};

	/** Copies a file of this machine. @throws VoiceError @throws the system's error */
	const copyFile = (from: string, path: string) => {
		const { size } = statSync(from);
		const target = claim(path, "file");
		weigh(path, size, size);
		mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
		copyFileSync(from, target);
		// Copied files keep their mode, which may be read-only.
		chmodSync(target, 0o600);
	};

	/** Copies a folder of this machine, without hidden entries such as `.git`. @throws VoiceError @throws the system's error */
	const copyFolder = (from: string, path = "") => {
		const opened = opendirSync(from);
		using _closing = defer(() => opened.closeSync());
		for (let entry = opened.readSync(); entry; entry = opened.readSync()) {
			if (entry.name.startsWith(".")) continue;
			const source = join(from, entry.name);
			const target = path === "" ? entry.name : `${path}/${entry.name}`;
			if (entry.isDirectory()) {
				addFolder(target);
				copyFolder(source, target);
			} else if (entry.isFile()) copyFile(source, target);
			else
				throw new VoiceError(
					`${source} is neither a file nor a folder. If it is a link, make a copy without links (cp -rL) and add that.`,
				);
		}
	};

	/** Reserves a path inside the folder. @returns the full path */
	const claim = (path: string, kind: "file" | "folder") => {
		entries++;
		if (entries > limits.entries)
			throw new VoiceError(`A voice may have at most ${limits.entries} files and folders.`);
		const inside = readPath(path);
		if (inside.length === 0) refuse(path, "names nothing");
		// On a case-insensitive disk, names that differ only in case are the same file.
		const segments = inside.map((segment) => segment.normalize("NFC").toLowerCase());
		segments.forEach((_, i) => {
			const key = segments.slice(0, i + 1).join("/");
			const wanted = i === segments.length - 1 ? kind : "folder";
			const before = taken.get(key);
			if (before !== undefined && (wanted === "file" || before === "file")) refuse(path, "is there twice");
			taken.set(key, wanted);
		});
		return join(folder, ...inside);
	};

	const weigh = (path: string, size: number, more: number) => {
		allBytes += more;
		if (size > limits.fileBytes) refuse(path, `is larger than ${limits.fileBytes} bytes`);
		if (allBytes > limits.bytes) throw new VoiceError(`The voice is larger than ${limits.bytes} bytes.`);
	};
	return { addFolder, openFile, copyFile, copyFolder };
};

const pieceBytes = 64 * 1024;

/** Reads a file byte by byte. Reading past its end throws an error, because the library would go on forever. */
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
 * Unpacks a bzip2 file in pieces. An error thrown by `take` ends the unpacking.
 *
 * @throws an error if the file isn't bzip2 or is damaged @throws what `take` throws
 */
const unpackBzip2 = (file: string, take: (bytes: Buffer) => void): void => {
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
	using _closing = defer(() => closeSync(handle));
	bunzip.decode(readBytes(handle), { writeByte }, true);
	take(piece.subarray(0, length));
};
