import { createHash } from "node:crypto";
import {
	appendFileSync,
	closeSync,
	existsSync,
	fstatSync,
	openSync,
	readdirSync,
	readFileSync,
	readSync,
	statSync,
	writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { defer } from "@herald/common/defer.ts";
import { z } from "zod";
import { DamagedVoiceError, type ModelKind, VoiceError, whyUnreadable } from "./voice.ts";

export interface FoundModel {
	readonly kind: ModelKind;
	/** The paths of the model's files, as in {@link InstalledVoice.files}. */
	readonly files: Readonly<Record<string, string>>;
	readonly metadata: ReadonlyMap<string, string>;
}

/** Sorts the variants of a model in one folder, best first. */
const byQuality = (a: string, b: string): number => rank(a) - rank(b) || a.localeCompare(b);
const rank = (path: string): number => (/int8|quant/i.test(path) ? 2 : /fp16/i.test(path) ? 1 : 0);

/** Rule files for text normalisation, in the order in which sherpa-onnx's examples apply them. */
const ruleOrder = ["phone", "date", "number", "new_heteronym"];
const byRule = (a: string, b: string): number => place(a) - place(b) || a.localeCompare(b);
const place = (path: string): number => (ruleOrder.indexOf(path.replace(/\.fst$/, "")) + 100) % 100;

const kinds: readonly (readonly [RegExp, ModelKind])[] = [
	[/^kokoro/, "kokoro"],
	[/^kitten/, "kitten"],
	[/^matcha/, "matcha"],
	[/^vits/, "vits"],
];

const leaveOut = (files: Readonly<Record<string, string | undefined>>): Record<string, string> =>
	Object.fromEntries(Object.entries(files).flatMap(([key, path]) => (path ? [[key, path]] : [])));

/**
 * Finds a Pocket model, which imitates the voices of the recordings in its folder.
 *
 * @returns the model; undefined if it is of another kind
 * @throws VoiceError if a file is missing or there is no recording
 */
const findPocket = (paths: readonly string[]): FoundModel | undefined => {
	const find = (name: RegExp) => paths.filter((path) => name.test(path)).sort(byQuality)[0];
	const parts = {
		lmFlow: find(/^lm_flow[^/]*\.onnx$/),
		lmMain: find(/^lm_main[^/]*\.onnx$/),
		encoder: find(/^encoder[^/]*\.onnx$/),
		decoder: find(/^decoder[^/]*\.onnx$/),
		textConditioner: find(/^text_conditioner[^/]*\.onnx$/),
		vocabJson: find(/^vocab\.json$/),
		tokenScoresJson: find(/^token_scores\.json$/),
	};
	if (!parts.lmFlow || !parts.lmMain) return undefined;
	const missing = Object.entries(parts).find(([, path]) => path === undefined);
	if (missing) throw new VoiceError(`A Pocket model needs a file for ${missing[0]}, which is missing.`);
	const recordings = paths.filter(
		(path) => /^(?:test_wavs\/)?[^/]+\.wav$/i.test(path) && !path.includes(","),
	);
	if (recordings.length === 0)
		throw new VoiceError("A Pocket model imitates a recording: put one into its folder, as a .wav file.");
	return {
		kind: "pocket",
		files: leaveOut({ ...parts, recordings: recordings.join(",") }),
		metadata: new Map(),
	};
};

/**
 * Detects the model in a folder by the layouts that sherpa-onnx publishes.
 *
 * @throws VoiceError if the layout is unknown or a file is missing
 */
export const findModel = (folder: string): FoundModel => {
	const paths = [...listFiles(folder).keys()];
	const inRoot = paths.filter((path) => !path.includes("/") && !path.includes(","));
	const pocket = findPocket(paths);
	if (pocket) return pocket;
	const models = inRoot.filter((path) => path.endsWith(".onnx")).sort(byQuality);
	const isVocoder = (path: string) => /voc(?:os|oder)|hifigan|bigvgan/i.test(path);
	const model = models.find((path) => !isVocoder(path));
	if (!model) throw new VoiceError("There is no voice here: the folder holds no .onnx file.");
	const metadata = readOnnxMetadata(join(folder, model));
	const type = metadata.get("model_type")?.toLowerCase() ?? "";
	const kind =
		kinds.find(([name]) => name.test(type))?.[1] ?? (inRoot.includes("voices.bin") ? "kokoro" : "vits");
	if (!metadata.has("sample_rate"))
		throw new VoiceError(
			`${basename(model)} doesn't say what it is. Take a folder as sherpa-onnx publishes it, or for a Piper voice its .onnx file with the .onnx.json beside it.`,
		);
	const need = (path: string): string => {
		if (inRoot.includes(path)) return path;
		throw new VoiceError(`${path} is missing beside ${model}.`);
	};
	const common = {
		tokens: need("tokens.txt"),
		dataDir: paths.includes("espeak-ng-data/phontab") ? "espeak-ng-data" : undefined,
		// Only one English lexicon can be used, so the British one is left out.
		lexicon: inRoot
			.filter((path) => /^lexicon[\w-]*\.txt$/.test(path) && path !== "lexicon-gb-en.txt")
			.join(","),
		ruleFsts: inRoot
			.filter((path) => path.endsWith(".fst"))
			.sort(byRule)
			.join(","),
	};
	if (kind === "matcha") {
		const vocoder = models.find(isVocoder);
		if (!vocoder)
			throw new VoiceError(
				"A Matcha model needs a vocoder, which is published separately (such as vocos-22khz-univ.onnx): give it with --vocoder FILE.",
			);
		return { kind, files: leaveOut({ acousticModel: model, vocoder, ...common }), metadata };
	}
	const voices = kind === "kokoro" || kind === "kitten" ? need("voices.bin") : undefined;
	if (kind === "kitten") delete (common as Partial<typeof common>).lexicon;
	return { kind, files: leaveOut({ model, voices, ...common }), metadata };
};

const configMaxBytes = 4 * 1024 * 1024;

/** The part of a Piper model's settings (`MODEL.onnx.json`) that is used. */
const piperConfig = z.object({
	audio: z.object({ sample_rate: z.int().min(8_000).max(192_000) }),
	espeak: z.object({ voice: z.string().regex(/^[a-z][\w-]{1,30}$/i) }).optional(),
	phoneme_type: z.string().optional(),
	phoneme_id_map: z.record(z.string(), z.union([z.int(), z.array(z.int()).min(1)])),
	num_speakers: z.int().min(0).max(100_000).default(1),
	language: z.object({ code: z.string().optional(), name_english: z.string().optional() }).optional(),
});
type PiperConfig = z.infer<typeof piperConfig>;

const readConfig = (file: string): PiperConfig => {
	if (statSync(file).size > configMaxBytes)
		throw new VoiceError(`${basename(file)} is too large for a Piper voice's settings.`);
	try {
		return piperConfig.parse(JSON.parse(readFileSync(file, "utf8")));
	} catch (error) {
		const why = whyUnreadable(error);
		throw new VoiceError(`${basename(file)} can't be read as a Piper voice's settings (${why}).`, {
			cause: error,
		});
	}
};

const toTokens = ({ phoneme_id_map }: PiperConfig): string =>
	Object.entries(phoneme_id_map)
		.filter(([phoneme]) => phoneme !== "" && !/[\r\n]/.test(phoneme))
		.map(([phoneme, ids]) => `${phoneme} ${Array.isArray(ids) ? ids[0] : ids}\n`)
		.join("");

/** The folders in which systems install espeak-ng's data, without which Piper's voices can't read. */
const systemFolders = [
	"/usr/share/espeak-ng-data",
	"/usr/lib/x86_64-linux-gnu/espeak-ng-data",
	"/usr/lib/aarch64-linux-gnu/espeak-ng-data",
	"/usr/lib64/espeak-ng-data",
	"/usr/lib/espeak-ng-data",
	"/opt/homebrew/share/espeak-ng-data",
	"/usr/local/share/espeak-ng-data",
];

const isData = (folder: string): boolean => existsSync(join(folder, "phontab"));

export const hasEspeakData = (): boolean => systemFolders.some(isData);

/**
 * @param given - the folder given by the operator
 * @param near - other folders to search: beside the model, or in another voice
 * @returns the folder with espeak-ng's data
 * @throws VoiceError when there is none
 */
export const findEspeakData = (given: string | undefined, near: readonly string[]): string => {
	if (given !== undefined) {
		if (isData(given)) return given;
		throw new VoiceError(`${given} isn't the folder espeak-ng-data: there is no phontab in it.`);
	}
	const found = [...near, ...systemFolders].find(isData);
	if (found !== undefined) return found;
	throw new VoiceError(
		"This voice needs espeak-ng's data, which isn't installed. Install your system's package for it (espeak-ng-data on Debian and Ubuntu), or give its folder with --espeak-data FOLDER.",
	);
};

/** @returns the path of a model's settings; undefined if it isn't a plain Piper model */
export const piperConfigOf = (model: string): string | undefined =>
	[`${model}.json`, join(dirname(model), "config.json")].find(existsSync);

/**
 * Converts a plain Piper voice for the neural engine: writes the voice's settings into the model and a list of its
 * tokens beside the model, unless they are there already.
 *
 * @throws VoiceError if the voice can't be converted @throws the system's error
 */
export const importPiper = (model: string, config: string): void => {
	const settings = readConfig(config);
	const { phoneme_type = "espeak", espeak, audio, language, num_speakers } = settings;
	if (phoneme_type !== "espeak" || !espeak)
		throw new VoiceError(`The voice needs "${phoneme_type}" instead of espeak-ng, which isn't supported.`);
	if (!readOnnxMetadata(model).has("model_type"))
		appendOnnxMetadata(model, {
			model_type: "vits",
			comment: "piper",
			language: language?.name_english ?? espeak.voice,
			voice: espeak.voice,
			has_espeak: 1,
			n_speakers: Math.max(1, num_speakers),
			// Some published files have the typo 22500.
			sample_rate: audio.sample_rate === 22_500 ? 22_050 : audio.sample_rate,
		});
	const tokens = join(dirname(model), "tokens.txt");
	if (!existsSync(tokens)) writeFileSync(tokens, toTokens(settings), { mode: 0o600 });
};

/**
 * The number of the field `metadata_props` in ONNX's protobuf. Its messages have a key (field 1) and a value (field 2).
 */
const metadataField = 14;
const lengthDelimited = 2;
/** The most bytes of a metadata field that is read; longer fields are skipped. */
const entryMax = 64 * 1024;
const fieldsMax = 1_000;
const varintMax = 10;

const readVarint = (bytes: Uint8Array, at: number) => {
	let value = 0;
	for (let i = 0; i < varintMax; i++) {
		const byte = bytes[at + i];
		if (byte === undefined) break;
		value += (byte & 0x7f) * 2 ** (7 * i);
		if (byte < 0x80) return { value, next: at + i + 1 };
	}
	throw new RangeError("a number without an end");
};

const fixedBytes: Readonly<Record<number, number>> = { 1: 8, 5: 4 };

/**
 * Yields a message's fields without reading their contents: `start` is the offset of the field's content, `end` that of
 * the next field.
 *
 * @throws RangeError for invalid protobuf
 */
const walkFields = function* (read: (at: number, length: number) => Uint8Array, size: number) {
	let at = 0;
	for (let count = 0; at < size; count++) {
		if (count === fieldsMax) throw new RangeError("more fields than a model has");
		const head = read(at, 2 * varintMax);
		const tag = readVarint(head, 0);
		const type = tag.value % 8;
		const length = type === lengthDelimited || type === 0 ? readVarint(head, tag.next) : tag;
		const start = at + (type === lengthDelimited ? length.next : tag.next);
		const ownBytes = type === 0 ? length.next - tag.next : fixedBytes[type];
		const long = type === lengthDelimited ? length.value : ownBytes;
		if (long === undefined) throw new RangeError("a field of no known type");
		at = start + long;
		if (at > size) throw new RangeError("it ends in the middle");
		yield { number: Math.floor(tag.value / 8), type, start, end: at };
	}
};

const readEntry = (bytes: Uint8Array): readonly [string, string] => {
	const strings = ["", ""];
	const read = (at: number, length: number) => bytes.subarray(at, at + length);
	for (const { number, type, start, end } of walkFields(read, bytes.length))
		if (type === lengthDelimited && (number === 1 || number === 2))
			strings[number - 1] = Buffer.from(bytes.subarray(start, end)).toString("utf8");
	return strings as [string, string];
};

/**
 * Reads a model's metadata without loading the model.
 *
 * @throws DamagedVoiceError if the file isn't a complete ONNX model @throws the system's error
 */
export const readOnnxMetadata = (file: string): ReadonlyMap<string, string> => {
	const handle = openSync(file, "r");
	try {
		const { size } = fstatSync(handle);
		const read = (at: number, length: number): Uint8Array => {
			const bytes = Buffer.alloc(Math.min(length, size - at));
			return bytes.subarray(0, readSync(handle, bytes, 0, bytes.length, at));
		};
		const metadata = new Map<string, string>();
		let hasGraph = false;
		for (const { number, type, start, end } of walkFields(read, size)) {
			if (number === 7 && type === lengthDelimited) hasGraph = true;
			if (number !== metadataField || type !== lengthDelimited || end - start > entryMax) continue;
			const [key, value] = readEntry(read(start, end - start));
			metadata.set(key, value);
		}
		if (!hasGraph) throw new RangeError("there is no model in it");
		return metadata;
	} catch (error) {
		if (!(error instanceof RangeError)) throw error;
		throw new DamagedVoiceError(
			`${basename(file)} isn't a complete ONNX model (${error.message}): it may be damaged. Download it again.`,
		);
	} finally {
		closeSync(handle);
	}
};

const writeVarint = (value: number): number[] => {
	const bytes: number[] = [];
	let rest = value;
	for (; rest >= 0x80; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 0x80);
	return [...bytes, rest];
};

const writeField = (number: number, bytes: Uint8Array): Buffer =>
	Buffer.concat([
		Buffer.from([...writeVarint(number * 8 + lengthDelimited), ...writeVarint(bytes.length)]),
		bytes,
	]);

/** Appends metadata to a model: protobuf messages may be concatenated. @throws the system's error */
export const appendOnnxMetadata = (file: string, metadata: Readonly<Record<string, string | number>>) => {
	const entries = Object.entries(metadata).map(([key, value]) =>
		writeField(
			metadataField,
			Buffer.concat([writeField(1, Buffer.from(key)), writeField(2, Buffer.from(String(value)))]),
		),
	);
	appendFileSync(file, Buffer.concat(entries));
};

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
		using _closing = defer(() => closeSync(handle));
		for (let length = -1; length !== 0; hash.update(piece.subarray(0, length)))
			length = readSync(handle, piece, 0, pieceBytes, null);
	}
	return hash.digest("base64url").slice(0, 22);
};
