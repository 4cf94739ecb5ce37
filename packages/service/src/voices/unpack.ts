import { createReadStream, statSync } from "node:fs";
import { createGunzip } from "node:zlib";
import { Parser, type ReadEntry } from "tar";
import { type Entry, openPromise } from "yauzl";
import { unpackBzip2 } from "./bunzip.ts";
import { type FolderLimits, FolderWriter, folderLimits } from "./folder-writer.ts";
import { DamagedVoiceError, isSystemError, VoiceError } from "./voice.ts";

const mebibyte = 1024 * 1024;
/** The highest compression ratio: models compress little, dictionaries up to five times; more is a zip bomb. */
const ratioMax = 100;
const alwaysAllowed = 64 * mebibyte;

const refuseLink = (path: string): never => {
	throw new VoiceError(
		`This isn't a voice to trust: ${JSON.stringify(path.slice(0, 100))} is a link or a device, not a file.`,
	);
};

/** Takes what a tar holds, as its bytes come in. @returns a function for the bytes, and one for their end */
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
			if (!["File", "OldFile", "ContiguousFile"].includes(entry.type)) refuseLink(entry.path);
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
			// An unread entry would stall the archive.
			if (!entry.flowing) entry.resume();
		}
	};
	const parser = new Parser({
		strict: true,
		onReadEntry: takeEntry,
		// Whatever is odd about an archive is reason enough.
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

const unpackTar = async (
	archive: string,
	writer: FolderWriter,
	packing: "gz" | "bz2" | "none",
): Promise<void> => {
	const tar = readTar(writer);
	if (packing === "bz2") unpackBzip2(archive, tar.write);
	else {
		const file = createReadStream(archive);
		const bytes = packing === "gz" ? file.pipe(createGunzip()) : file;
		file.on("error", (error) => bytes.destroy(error));
		try {
			for await (const piece of bytes) tar.write(piece as Buffer);
		} finally {
			file.destroy();
		}
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
	try {
		for await (const entry of zip.eachEntry()) {
			if (![0, regularFile, directory].includes(typeOf(entry))) refuseLink(entry.fileName);
			if (entry.fileName.endsWith("/")) {
				writer.addFolder(entry.fileName);
				continue;
			}
			const file = writer.openFile(entry.fileName);
			try {
				for await (const piece of await zip.openReadStreamPromise(entry)) file.take(piece as Buffer);
			} finally {
				file.close();
			}
		}
	} finally {
		zip.close();
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
 * Unpacks an archive (`.tar.bz2`, `.tar.gz`, `.tar` or `.zip`) into a folder.
 *
 * @throws VoiceError if it is no such archive, is damaged, or is unsafe @throws the system's error
 */
export const unpack = async (
	archive: string,
	folder: string,
	limits: FolderLimits = folderLimits,
): Promise<void> => {
	const [, run] = endings.find(([ending]) => ending.test(archive)) ?? [];
	if (!run)
		throw new VoiceError(`${archive} is no archive that can be read: .tar.bz2, .tar.gz, .tar or .zip.`);
	const { size } = statSync(archive);
	if (size > limits.bytes) throw new VoiceError(`${archive} is larger than ${limits.bytes} bytes.`);
	const bytes = Math.min(limits.bytes, Math.max(alwaysAllowed, size * ratioMax));
	try {
		await run(archive, new FolderWriter(folder, { ...limits, bytes }));
	} catch (error) {
		if (error instanceof VoiceError || isSystemError(error)) throw error;
		throw new DamagedVoiceError(
			`${archive} can't be unpacked (${(error as Error).message}): it may be damaged. Download it again.`,
			{
				cause: error,
			},
		);
	}
};
