import { basename, join } from "node:path";
import { listFiles } from "./list-files.ts";
import { readOnnxMetadata } from "./onnx-metadata.ts";
import { type ModelKind, VoiceError } from "./voice.ts";

/** A model found in a folder. */
export interface FoundModel {
	readonly kind: ModelKind;
	/** As {@link InstalledVoice.files}. */
	readonly files: Readonly<Record<string, string>>;
	/** The model's metadata. */
	readonly metadata: ReadonlyMap<string, string>;
}

/** The variants of a model that may be in one folder, best first. */
const byQuality = (a: string, b: string): number => rank(a) - rank(b) || a.localeCompare(b);
const rank = (path: string): number => (/int8|quant/i.test(path) ? 2 : /fp16/i.test(path) ? 1 : 0);

/** The rules of text normalisation, in the order in which sherpa-onnx's own examples apply them. */
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

/** Pocket speaks in the voice of a recording; its publishers put some beside it. */
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
	if (missing) throw new VoiceError(`A Pocket model needs a file for ${missing[0]}, which isn't there.`);
	const recordings = paths.filter(
		(path) => /^(?:test_wavs\/)?[^/]+\.wav$/i.test(path) && !path.includes(","),
	);
	if (recordings.length === 0)
		throw new VoiceError(
			"A Pocket model speaks as somebody in a recording: put one as a .wav file into its folder.",
		);
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
	if (!model)
		throw new VoiceError(
			"There is no voice here: neither the folder of a model, nor one with a .onnx file in it.",
		);
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
		// Of two kinds of English, one can be read.
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
				"A Matcha model needs a vocoder, which is published as a file of its own (such as vocos-22khz-univ.onnx): say where it is with --vocoder FILE.",
			);
		return { kind, files: leaveOut({ acousticModel: model, vocoder, ...common }), metadata };
	}
	const voices = kind === "kokoro" || kind === "kitten" ? need("voices.bin") : undefined;
	if (kind === "kitten") delete (common as Partial<typeof common>).lexicon;
	return { kind, files: leaveOut({ model, voices, ...common }), metadata };
};
