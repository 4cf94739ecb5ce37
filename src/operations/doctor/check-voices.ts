import { totalmem } from "node:os";
import { baseLanguage } from "@herald/common/wire/languages.ts";
import { engineAdvice, inspectEspeak, inspectVoices } from "@herald/service/voices";
import type { Config } from "../../config.ts";
import { enumerate, megabytes } from "../kept-files.ts";
import { attempt, type Finding, found, note, ok, wrong } from "./finding.ts";

/** The memory of Herald and its service without voices, in bytes. */
const besides = 512 * 1024 * 1024;

const languageNames = new Intl.DisplayNames("en", { type: "language" });
const enumerateLanguages = (tags: readonly string[]): string =>
	enumerate(tags.map((tag) => languageNames.of(tag) ?? tag));

const checkMemory = (memoryBytes: number): Finding =>
	memoryBytes + besides > totalmem()
		? note(
				`Natural voices may take ${megabytes(memoryBytes)}, and this machine has ${megabytes(totalmem())} in all: lower ENGINE_MEMORY_MEGABYTES.`,
			)
		: ok(`Natural voices may take up to ${megabytes(memoryBytes)} of memory.`);

const describeVoices = (names: readonly string[], tags: readonly string[]): Finding => {
	const [are, speak] = names.length === 1 ? ["voice", "speaks"] : ["voices", "speak"];
	return ok(`The ${are} ${enumerate(names)} ${speak} ${enumerateLanguages(tags)}.`);
};

/** The language of `DEFAULT_LANGUAGE`, where the added voices don't speak it. */
const checkDefault = (tag = "", languages: readonly string[]): Finding | undefined => {
	const language = baseLanguage(tag);
	if (language === undefined || languages.includes(language)) return undefined;
	return note(
		`No natural voice speaks ${enumerateLanguages([language])}, the language of DEFAULT_LANGUAGE: npm run voices -- get ${language} shows those that can be had.`,
	);
};

/** Voices that were added, each with its files as they were then. */
const checkInstalled = async ({ dataDir, engine, speech }: Config): Promise<Finding[]> => {
	const { names, languages, damaged, hasEngine } = await inspectVoices(dataDir);
	const missed = checkDefault(speech.defaultLanguage, languages);
	if (names.length + damaged.length === 0)
		return found(
			ok("Herald speaks in the voices of a robot. npm run voices -- get adds a natural one."),
			missed,
		);
	const voices = !hasEngine
		? wrong(
				`Natural voices were added, but not the engine for them: ${engineAdvice()}, and start Herald again.`,
			)
		: names.length > 0 && describeVoices(names, languages);
	return found(
		voices,
		missed,
		...damaged.map(({ name, why }) =>
			wrong(
				`The voice ${name} is damaged (${why}): remove it and add it again, or restore it from a backup.`,
			),
		),
		checkMemory(engine.memoryBytes),
	);
};

/** The engines for languages without an added voice. */
const describeOthers = async (): Promise<Finding> => {
	const espeak = await inspectEspeak();
	return ok(
		espeak
			? `Flite speaks English, and espeak-ng ${espeak.version} speaks ${espeak.languages} languages, where no voice does.`
			: "Flite speaks English where no voice does. espeak-ng, which speaks other languages, isn't installed.",
	);
};

/** Checks the embedded service's voices and engines. */
export const checkVoices = (config: Config): Promise<Finding[]> =>
	attempt(async () =>
		config.speech.baseUrl === "" ? [...(await checkInstalled(config)), await describeOthers()] : [],
	);
