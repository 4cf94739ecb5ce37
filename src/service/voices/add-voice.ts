import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { makeFolder } from "../../make-folder.js";
import type { Database } from "../../store/open.ts";
import { type Audition, auditionMax, holdAudition, type SpeakingModel } from "./audition.ts";
import { castAll, changeVoices } from "./change-voices.ts";
import { type FoundModel, findModel } from "./find-model.ts";
import { Intake, type IntakeLimits, intakeLimits } from "./intake.ts";
import { hashFiles, listFiles } from "./list-files.ts";
import { findEspeakData, importPiper, piperConfigOf } from "./piper.ts";
import { readLanguages } from "./tell-languages.ts";
import { archiveName, unpack } from "./unpack.ts";
import { baseLanguage, type InstalledVoice, type Sex } from "./voice.ts";
import { VoiceError } from "./voice-error.ts";
import { readVoicesFile, type VoiceRecord, type VoicesFile, voicesFolder } from "./voices-file.ts";

/** What an operator adds, and says of it. */
export interface NewVoice {
	/** A model's folder, an archive of one, or a Piper voice's `.onnx`. */
	readonly source: string;
	readonly name?: string | undefined;
	readonly sex?: Sex | undefined;
	/** BCP 47; by default what the model says. */
	readonly language?: string | undefined;
	/** The folder espeak-ng-data, for a voice without one. */
	readonly espeakData?: string | undefined;
	/** A file that belongs to a Matcha model. */
	readonly vocoder?: string | undefined;
}

/** What adding a voice needs. */
export interface Adding {
	readonly dataDir: string;
	readonly database: Database;
	/** Loads a model where it can do no harm. @throws when it can't be loaded */
	readonly startModel: (
		voice: Pick<InstalledVoice, "name" | "folder" | "kind" | "files">,
	) => Promise<SpeakingModel>;
	readonly signal: AbortSignal;
	/** Is given a sentence before each step that takes a while. */
	readonly tell: (sentence: string) => void;
	readonly limits?: IntakeLimits;
}

const draftPrefix = ".adding-";

const isRunning = (pid: number): boolean => {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === "EPERM";
	}
};

/** Removes what was being added when its process ended. */
const sweep = (folder: string): void => {
	for (const name of readdirSync(folder)) {
		const [, pid] = /^\.(?:adding|removed)-(\d+)-/.exec(name) ?? [];
		if (pid !== undefined && !isRunning(Number(pid)))
			rmSync(join(folder, name), { recursive: true, force: true });
	}
};

const nameFor = (source: string): string =>
	(archiveName(source) ?? basename(source).replace(/\.onnx$/i, ""))
		.normalize("NFKD")
		.replace(/[^\w.-]+/g, "-")
		.replace(/^[.-]+|-+$/g, "")
		.slice(0, 60);

const readName = (told: string): string => {
	if (/^\w[\w.-]{0,59}$/.test(told)) return told;
	throw new VoiceError(`A voice's name is of up to 60 letters, digits, ".", "_" and "-", not "${told}".`);
};

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

const bringIn = async ({ source, vocoder }: NewVoice, draft: string, limits: IntakeLimits): Promise<void> => {
	if (!existsSync(source)) throw new VoiceError(`${source} isn't there.`);
	if (isFolder(source)) new Intake(draft, limits).copyFolder(source);
	else if (/\.onnx$/i.test(source)) {
		const config = piperConfigOf(source);
		if (!config)
			throw new VoiceError(
				`${source}.json is missing. A Piper voice is two files: download the .onnx.json, too.`,
			);
		const intake = new Intake(draft, limits);
		intake.copyFile(source, "model.onnx");
		intake.copyFile(config, "model.onnx.json");
		const card = join(dirname(source), "MODEL_CARD");
		if (existsSync(card)) intake.copyFile(card, "MODEL_CARD");
	} else await unpack(source, draft, limits);
	if (vocoder !== undefined) new Intake(findRoot(draft), limits).copyFile(vocoder, basename(vocoder));
};

/** Archives hold one folder, in which all the rest is. */
const findRoot = (folder: string): string => {
	const entries = readdirSync(folder, { withFileTypes: true });
	const [only, ...others] = entries.filter(({ name }) => !name.startsWith("."));
	return only?.isDirectory() && others.length === 0 ? findRoot(join(folder, only.name)) : folder;
};

/** Makes a plain Piper voice one that the engine reads. */
const prepare = (
	root: string,
	voices: string,
	{ espeakData, source }: NewVoice,
	limits: IntakeLimits,
): void => {
	const models = readdirSync(root).filter((name) => name.endsWith(".onnx"));
	const plain = models.find((name) => piperConfigOf(join(root, name)));
	if (plain === undefined || existsSync(join(root, "tokens.txt"))) return;
	importPiper(join(root, plain), piperConfigOf(join(root, plain)) as string);
	if (existsSync(join(root, "espeak-ng-data"))) return;
	const others = readdirSync(voices).map((name) => join(voices, name, "espeak-ng-data"));
	const data = findEspeakData(espeakData, [join(dirname(source), "espeak-ng-data"), ...others]);
	new Intake(join(root, "espeak-ng-data"), limits).copyFolder(data);
};

const readLanguage = ({ language }: NewVoice, { metadata }: FoundModel): readonly string[] => {
	if (language !== undefined && baseLanguage(language) === undefined)
		throw new VoiceError(`--language must be a tag such as en, de-AT or pt-BR, not "${language}".`);
	const languages = language === undefined ? readLanguages(metadata) : [language];
	if (languages.length === 0)
		throw new VoiceError(
			"The model doesn't say which language it speaks: say it with --language, such as en.",
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

/** What became of a voice that was added. */
export interface Added extends Audition {
	readonly voice: VoiceRecord;
	/** How many names it speaks for, by base language. */
	readonly names: Readonly<Record<string, number>>;
}

const keep = (root: string, record: VoiceRecord, { database, dataDir }: Adding): Added["names"] => {
	const names: Record<string, number> = {};
	const home = join(voicesFolder(dataDir), record.name);
	changeVoices(database, dataDir, (file) => {
		// Another one may have come with this name meanwhile.
		refuseTaken(record.name, file, dataDir);
		const voices = [...file.voices, record];
		const cast = castAll(voices, file.cast);
		for (const [language, roles] of Object.entries(cast)) {
			const count = Object.values(roles).filter(({ voice }) => voice === record.name).length;
			if (record.languages.some((tag) => baseLanguage(tag) === language)) names[language] = count;
		}
		renameSync(root, home);
		return { format: 1, voices, cast };
	});
	return names;
};

const refuseTaken = (name: string, file: VoicesFile, dataDir: string): void => {
	if (file.voices.some((other) => other.name.toLowerCase() === name.toLowerCase()))
		throw new VoiceError(
			`There is a voice ${name} already: remove it first, or give this one another --name.`,
		);
	const home = join(voicesFolder(dataDir), name);
	if (existsSync(home))
		throw new VoiceError(
			`${home} is there, though it is no voice that was added: move it away, or use --name.`,
		);
};

/**
 * Adds a voice, after it has spoken. Until then it lies beside the others, where nobody uses it; whatever fails, it is
 * removed, and nothing has changed.
 *
 * @throws VoiceError @throws what `startModel` and its model throw @throws the system's error
 */
export const addVoice = async (wanted: NewVoice, adding: Adding): Promise<Added> => {
	const { dataDir, startModel, signal, tell, limits = intakeLimits } = adding;
	const name = readName(wanted.name ?? nameFor(wanted.source));
	const voices = voicesFolder(dataDir);
	makeFolder(voices);
	sweep(voices);
	refuseTaken(name, readVoicesFile(dataDir), dataDir);
	const draft = join(voices, `${draftPrefix}${process.pid}-${randomUUID()}`);
	mkdirSync(draft, { mode: 0o700 });
	let model: SpeakingModel | undefined;
	try {
		if (archiveName(wanted.source)) tell(`Unpacking ${basename(wanted.source)} …`);
		await bringIn(wanted, draft, limits);
		const root = findRoot(draft);
		prepare(root, voices, wanted, limits);
		const found = findModel(root);
		const languages = readLanguage(wanted, found);
		model = await startModel({ name, folder: root, kind: found.kind, files: found.files });
		if (model.speakers > 1) tell(`Listening to ${Math.min(model.speakers, auditionMax)} speakers …`);
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
