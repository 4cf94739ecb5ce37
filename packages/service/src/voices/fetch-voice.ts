import { rmSync, statfsSync } from "node:fs";
import { basename, join } from "node:path";
import { makeFolder } from "@herald/common/process/make-folder.js";
import { lockFolder } from "@herald/common/storage/lock-folder.ts";
import { download } from "./download.ts";
import { hasEspeakData } from "./piper.ts";
import { findArchive, type PublishedVoice, type Publishers } from "./published.ts";
import { DamagedVoiceError, VoiceError } from "./voice.ts";

/** @returns "63 MB" */
export const megabytes = (bytes: number): string => `${Math.max(1, Math.round(bytes / 1_000_000))} MB`;
/** @returns the size of a voice's files, in bytes */
export const sizeOf = ({ files }: PublishedVoice): number => files.reduce((sum, { bytes }) => sum + bytes, 0);
/** A voice takes its size twice while it is added. */
const roomFactor = 2;

/** What is told and done while a voice is fetched. */
export interface Fetching {
	/** The folder of all voices. */
	readonly voices: string;
	readonly signal: AbortSignal;
	/** Called before each file. */
	readonly onFile?: (name: string, bytes: number) => void;
	/** Told how many bytes of a file there are. */
	readonly onProgress: (there: number, file: { readonly bytes: number }) => void;
	/** Called with the path of what was downloaded. */
	readonly add: (source: string) => Promise<void>;
	/** Called with the path of a voice that wasn't added and is kept. */
	readonly onKept?: (source: string) => void;
}

const checkRoom = (folder: string, bytes: number): void => {
	const { bavail, bsize } = statfsSync(folder);
	if (bavail * bsize < bytes * roomFactor)
		throw new VoiceError(
			`There isn't enough space: ${megabytes(bytes * roomFactor)} are needed in ${folder}, ${megabytes(bavail * bsize)} are free.`,
		);
};

/** @returns the path of its first file */
const fetchFiles = async (
	{ files }: PublishedVoice,
	folder: string,
	{ signal, onFile, onProgress }: Fetching,
): Promise<string> => {
	const paths: string[] = [];
	for (const file of files) {
		const path = join(folder, basename(new URL(file.url).pathname));
		onFile?.(basename(path), file.bytes);
		await download(file, path, signal, (there) => onProgress(there, file));
		paths.push(path);
	}
	return paths[0] as string;
};

/**
 * Its archive brings espeak-ng's data along, where this system has none.
 *
 * @throws VoiceError where there is no such archive
 */
export const withEspeakData = async (
	voice: PublishedVoice,
	publishers: Publishers,
	signal: AbortSignal,
): Promise<PublishedVoice> => {
	if (hasEspeakData()) return voice;
	const archive = await findArchive(publishers, `vits-piper-${voice.name}`, signal).catch(() => undefined);
	if (archive) return { ...voice, files: archive.files };
	throw new VoiceError(
		`${voice.name} reads by espeak-ng's data, which isn't here. Install it (apt install espeak-ng-data, dnf install espeak-ng, apk add espeak-ng, brew install espeak-ng), and try again.`,
	);
};

/**
 * Downloads a voice, and has it added. What came is kept until then, for another try.
 *
 * @throws VoiceError @throws the signal's reason @throws the system's error @throws what `add` throws
 */
export const fetchVoice = async (voice: PublishedVoice, fetching: Fetching): Promise<void> => {
	const downloads = join(fetching.voices, ".downloads");
	const folder = join(downloads, voice.name);
	makeFolder(folder);
	const unlock = lockFolder(downloads);
	if (!unlock) throw new VoiceError("Another voice is being downloaded: wait until it has come.");
	try {
		checkRoom(folder, sizeOf(voice));
		const source = await fetchFiles(voice, folder, fetching);
		fetching.signal.throwIfAborted();
		await fetching.add(source).catch((error: unknown) => {
			if (error instanceof DamagedVoiceError) rmSync(folder, { recursive: true });
			else if (error instanceof VoiceError) fetching.onKept?.(source);
			throw error;
		});
		rmSync(folder, { recursive: true, force: true });
	} finally {
		unlock();
	}
};
