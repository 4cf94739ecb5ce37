import { totalmem } from "node:os";
import { join } from "node:path";
import { createLogger } from "@herald/common/log.ts";
import type { InstalledVoice } from "@herald/service/voices";
import {
	EspeakProgram,
	findDamage,
	findSherpaOnnx,
	listLanguages,
	readVoices,
	readVoicesFile,
	VoiceList,
	VoicesFileError,
	voicesFolder,
} from "@herald/service/voices";
import type { Config } from "../../config.ts";
import { enumerate } from "../kept-files.ts";
import { type Finding, note, ok, wrong } from "./finding.ts";

const megabyte = 1024 * 1024;
/** The memory of Herald and its service without voices, in bytes. */
const besides = 512 * megabyte;

const languageNames = new Intl.DisplayNames("en", { type: "language" });
const enumerateLanguages = (tags: readonly string[]): string =>
	enumerate(tags.map((tag) => languageNames.of(tag) ?? tag));

const megabytes = (bytes: number): string => `${Math.round(bytes / megabyte).toLocaleString("en-GB")} MB`;

const checkMemory = (memoryBytes: number): Finding =>
	memoryBytes + besides > totalmem()
		? note(
				`Natural voices may take ${megabytes(memoryBytes)}, and this machine has ${megabytes(totalmem())} in all: lower ENGINE_MEMORY_MEGABYTES.`,
			)
		: ok(`Natural voices may take up to ${megabytes(memoryBytes)} of memory.`);

const describeVoices = (voices: readonly InstalledVoice[]): Finding[] => {
	if (voices.length === 0) return [];
	const names = enumerate(voices.map(({ name }) => name));
	const languages = enumerateLanguages(listLanguages(voices));
	return [
		ok(
			voices.length === 1
				? `The voice ${names} speaks ${languages}.`
				: `The voices ${names} speak ${languages}.`,
		),
	];
};

/** Voices that were added, each with its files as they were then. */
const checkInstalled = async ({ dataDir, engine }: Config): Promise<Finding[]> => {
	const { voices } = readVoicesFile(dataDir);
	if (voices.length === 0) return [];
	const damages = await Promise.all(
		voices.map(async (voice) => {
			const damage = await findDamage(join(voicesFolder(dataDir), voice.name), voice);
			return damage === undefined
				? []
				: [
						wrong(
							`The voice ${voice.name} is damaged (${damage}): remove it and add it again, or restore it from a backup.`,
						),
					];
		}),
	);
	const { installed } = await readVoices(dataDir, createLogger("doctor", "silent"));
	return [
		...(findSherpaOnnx() === undefined
			? [
					wrong(
						"Natural voices were added, but not the engine for them: add it with npm ci --prefix packages/neural, and start Herald again.",
					),
				]
			: describeVoices(installed)),
		...damages.flat(),
		checkMemory(engine.memoryBytes),
	];
};

/** The engines for languages without an added voice. */
const describeOthers = async (): Promise<Finding> => {
	const told = await new EspeakProgram(process.env.PATH ?? "").tell();
	return ok(
		told
			? `Flite speaks English, and espeak-ng ${told.version} speaks ${new VoiceList(told.voices).bases().length} languages, where no voice does.`
			: "Flite speaks English where no voice does. espeak-ng, which speaks other languages, isn't installed.",
	);
};

/** Checks the embedded service's voices and engines. */
export const checkVoices = async (config: Config): Promise<Finding[]> => {
	if (config.speech.baseUrl !== "") return [];
	try {
		return [...(await checkInstalled(config)), await describeOthers()];
	} catch (error) {
		if (error instanceof VoicesFileError) return [wrong(error.message)];
		throw error;
	}
};
