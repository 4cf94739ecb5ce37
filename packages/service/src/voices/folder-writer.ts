import {
	chmodSync,
	closeSync,
	copyFileSync,
	mkdirSync,
	opendirSync,
	openSync,
	statSync,
	writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { VoiceError } from "./voice.ts";

/** The limits of a voice; the largest published ones have 1.3 GB in a few hundred files. */
export interface FolderLimits {
	readonly bytes: number;
	readonly fileBytes: number;
	readonly entries: number;
}

const mebibyte = 1024 * 1024;
export const folderLimits: FolderLimits = {
	bytes: 2_048 * mebibyte,
	fileBytes: 1_536 * mebibyte,
	entries: 20_000,
};
const pathMax = 500;

const refuse = (path: string, why: string): never => {
	throw new VoiceError(`This isn't a voice to trust: ${JSON.stringify(path.slice(0, 100))} ${why}.`);
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

/**
 * Copies the files of an untrusted voice into one folder, and nowhere else. Enforces the limits on number and size, and
 * refuses names that are equal except for case. Creates only files and folders, never links.
 */
export class FolderWriter {
	readonly #folder: string;
	readonly #limits: FolderLimits;
	readonly #taken = new Map<string, "file" | "folder">();
	#bytes = 0;
	#entries = 0;

	constructor(folder: string, limits: FolderLimits = folderLimits) {
		this.#folder = folder;
		this.#limits = limits;
	}

	/** @throws VoiceError @throws the system's error */
	addFolder(path: string): void {
		mkdirSync(this.#claim(path, "folder"), { recursive: true, mode: 0o700 });
	}

	/**
	 * @returns a function that appends bytes to a new file, and one to be called once, in any case
	 * @throws VoiceError @throws the system's error
	 */
	openFile(path: string) {
		const target = this.#claim(path, "file");
		mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
		const handle = openSync(target, "wx", 0o600);
		let size = 0;
		const take = (bytes: Uint8Array): void => {
			size += bytes.length;
			this.#weigh(path, size, bytes.length);
			for (let at = 0; at < bytes.length; ) at += writeSync(handle, bytes, at);
		};
		return { take, close: () => closeSync(handle) };
	}

	/** Copies a file of this machine. @throws VoiceError @throws the system's error */
	copyFile(from: string, path: string): void {
		const { size } = statSync(from);
		const target = this.#claim(path, "file");
		this.#weigh(path, size, size);
		mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
		copyFileSync(from, target);
		// Copied files keep their mode, which may be read-only.
		chmodSync(target, 0o600);
	}

	/** Copies what is in a folder of this machine, but nothing hidden, such as `.git`. @throws VoiceError @throws the system's error */
	copyFolder(from: string, path = ""): void {
		const folder = opendirSync(from);
		try {
			for (let entry = folder.readSync(); entry; entry = folder.readSync()) {
				if (entry.name.startsWith(".")) continue;
				const source = join(from, entry.name);
				const target = path === "" ? entry.name : `${path}/${entry.name}`;
				if (entry.isDirectory()) {
					this.addFolder(target);
					this.copyFolder(source, target);
				} else if (entry.isFile()) this.copyFile(source, target);
				else
					throw new VoiceError(
						`${source} is neither a file nor a folder. If it is a link, make a copy without links (cp -rL) and add that.`,
					);
			}
		} finally {
			folder.closeSync();
		}
	}

	/** Takes a path that nothing has yet. @returns where it is in the folder */
	#claim(path: string, kind: "file" | "folder"): string {
		this.#entries++;
		if (this.#entries > this.#limits.entries)
			throw new VoiceError(`${this.#limits.entries} files and folders are the most that a voice may have.`);
		const inside = readPath(path);
		if (inside.length === 0) refuse(path, "names nothing");
		// On a case-insensitive disk, one would replace the other.
		const segments = inside.map((segment) => segment.normalize("NFC").toLowerCase());
		segments.forEach((_, i) => {
			const key = segments.slice(0, i + 1).join("/");
			const isLast = i === segments.length - 1;
			const wanted = isLast ? kind : "folder";
			const before = this.#taken.get(key);
			if (before !== undefined && (wanted === "file" || before === "file")) refuse(path, "is there twice");
			this.#taken.set(key, wanted);
		});
		return join(this.#folder, ...inside);
	}

	#weigh(path: string, size: number, more: number): void {
		this.#bytes += more;
		if (size > this.#limits.fileBytes) refuse(path, `is larger than ${this.#limits.fileBytes} bytes`);
		if (this.#bytes > this.#limits.bytes)
			throw new VoiceError(`The voice is larger than ${this.#limits.bytes} bytes.`);
	}
}
