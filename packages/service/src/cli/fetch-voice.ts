import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync, statfsSync } from "node:fs";
import { basename, join } from "node:path";
import { makeFolder } from "@herald/common/process/make-folder.js";
import { lockFolder } from "@herald/common/storage/lock-folder.ts";
import { findSherpaOnnx } from "../engine/neural/sherpa.ts";
import { download } from "../voices/download.ts";
import type { PublishedVoice } from "../voices/published.ts";
import { DamagedVoiceError, VoiceError } from "../voices/voice.ts";
import { CommandError, report } from "./run-command.ts";

/** @returns "63 MB" */
export const megabytes = (bytes: number): string => `${Math.max(1, Math.round(bytes / 1_000_000))} MB`;
/** @returns the size of a voice's files, in bytes */
export const sizeOf = ({ files }: PublishedVoice): number => files.reduce((sum, { bytes }) => sum + bytes, 0);
/** A voice takes its size twice while it is added. */
const roomFactor = 2;

const showProgress = (name: string, bytes: number) => {
	let shown = -1;
	return (there: number): void => {
		const percent = Math.min(100, Math.floor((100 * there) / bytes));
		if (!process.stderr.isTTY || percent === shown) return;
		shown = percent;
		const bar = "#".repeat(Math.round(percent / 5)).padEnd(20, ".");
		process.stderr.write(
			`\r${name} [${bar}] ${percent} % of ${megabytes(bytes)}${percent === 100 ? "\n" : ""}`,
		);
	};
};

const checkRoom = (folder: string, bytes: number): void => {
	const { bavail, bsize } = statfsSync(folder);
	if (bavail * bsize < bytes * roomFactor)
		throw new CommandError(
			`There isn't enough space: ${megabytes(bytes * roomFactor)} are needed in ${folder}, ${megabytes(bavail * bsize)} are free.`,
		);
};

/** @returns the path of its first file */
const fetchFiles = async (
	{ name, files }: PublishedVoice,
	folder: string,
	signal: AbortSignal,
): Promise<string> => {
	const paths: string[] = [];
	for (const file of files) {
		const path = join(folder, basename(new URL(file.url).pathname));
		report(`Downloading ${basename(path)} (${megabytes(file.bytes)}) …`);
		await download(file, path, signal, showProgress(name, file.bytes));
		paths.push(path);
	}
	return paths[0] as string;
};

/** As the operator would, see docs/voices.md. */
const installEngine = async (): Promise<void> => {
	if (findSherpaOnnx() !== undefined) return;
	report(
		"Adding the engine: npm ci --prefix packages/neural (32 MB; it contains espeak-ng, which is under the GPL) …",
	);
	const npm = process.env.npm_execpath;
	const [command, args] = npm ? [process.execPath, [npm]] : ["npm", []];
	const child = spawn(command, [...args, "ci", "--prefix", "packages/neural"], { stdio: ["ignore", 2, 2] });
	const [code] = await once(child, "close");
	if (code !== 0)
		throw new CommandError(
			"The engine couldn't be added. What came is kept: run this again once npm ci --prefix packages/neural works.",
		);
};

/**
 * Downloads a voice, and has it added. What came is kept until then, for another try.
 *
 * @param voices - the folder of all voices
 * @param add - with the path of what was downloaded
 */
export const fetchVoice = async (
	voice: PublishedVoice,
	voices: string,
	signal: AbortSignal,
	add: (source: string) => Promise<void>,
): Promise<void> => {
	const downloads = join(voices, ".downloads");
	const folder = join(downloads, voice.name);
	makeFolder(folder);
	const unlock = lockFolder(downloads);
	if (!unlock) throw new CommandError("Another voice is being downloaded: wait until it has come.");
	try {
		checkRoom(folder, sizeOf(voice));
		const source = await fetchFiles(voice, folder, signal);
		await installEngine();
		signal.throwIfAborted();
		await add(source).catch((error: unknown) => {
			if (error instanceof DamagedVoiceError) rmSync(folder, { recursive: true });
			else if (error instanceof VoiceError)
				report(`What was downloaded is kept: npm run voices -- add ${source}`);
			throw error;
		});
		rmSync(folder, { recursive: true, force: true });
	} finally {
		unlock();
	}
};
