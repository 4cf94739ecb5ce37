import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { z } from "zod";
import { appendOnnxMetadata, readOnnxMetadata } from "./onnx-metadata.ts";
import { VoiceError } from "./voice.ts";

const configMaxBytes = 4 * 1024 * 1024;

/** The needed part of a Piper model's settings (`MODEL.onnx.json`). */
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
		const why =
			error instanceof z.ZodError ? z.prettifyError(error).split("\n")[0] : (error as Error).message;
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

/** Where distributions put the data of espeak-ng, by which Piper's voices read. */
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

/** @returns whether this system has the data of espeak-ng */
export const hasEspeakData = (): boolean => systemFolders.some(isData);

/**
 * @param given - the folder given by the operator
 * @param near - other folders to look in: beside the model, with another voice
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
		"This voice reads by espeak-ng's data, which isn't here. Install your system's package for it (espeak-ng-data on Debian and Ubuntu), or say where it is with --espeak-data FOLDER.",
	);
};

/** @returns a model's settings; undefined if it isn't a plain Piper model */
export const piperConfigOf = (model: string): string | undefined =>
	[`${model}.json`, join(dirname(model), "config.json")].find(existsSync);

/**
 * Converts a plain Piper voice for the neural engine: writes its settings into the model, unless it has them, and a list
 * of its tokens beside it.
 *
 * @throws VoiceError if it can't be converted @throws the system's error
 */
export const importPiper = (model: string, config: string): void => {
	const settings = readConfig(config);
	const { phoneme_type = "espeak", espeak, audio, language, num_speakers } = settings;
	if (phoneme_type !== "espeak" || !espeak)
		throw new VoiceError(
			`The voice doesn't read by espeak-ng but by "${phoneme_type}", which can't be used here.`,
		);
	if (!readOnnxMetadata(model).has("model_type"))
		appendOnnxMetadata(model, {
			model_type: "vits",
			comment: "piper",
			language: language?.name_english ?? espeak.voice,
			voice: espeak.voice,
			has_espeak: 1,
			n_speakers: Math.max(1, num_speakers),
			// Some published files have a typo here.
			sample_rate: audio.sample_rate === 22_500 ? 22_050 : audio.sample_rate,
		});
	const tokens = join(dirname(model), "tokens.txt");
	if (!existsSync(tokens)) writeFileSync(tokens, toTokens(settings), { mode: 0o600 });
};
