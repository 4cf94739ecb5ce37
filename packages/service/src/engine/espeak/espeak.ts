import { type ExecFileException, execFile } from "node:child_process";
import { stat } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { delimiter, join } from "node:path";
import { setInterval } from "node:timers/promises";
import { promisify } from "node:util";
import { FairQueue } from "@herald/common/fair-queue.ts";
import { baseLanguage } from "@herald/common/wire/languages.ts";
import prebuilt from "../../voices/prebuilt.json" with { type: "json" };
import { EngineError, OverlongPhraseError, type SpeechEngine } from "../speech-engine.ts";
import type { EngineThreads } from "../threads.ts";

/** Incremented with every change that makes a voice sound different, so that cached speech is made anew. */
const version = "2";

/** Words a minute of most names; espeak-ng's default is 175. */
const usualPace = 170;

/** The polling interval for the installed program, in ms. */
const lookEveryMs = 1_000;

/** @param file - a text that changes whenever the program's file does; undefined without a program */
const inspect = async (program: ReturnType<typeof espeakProgram>, file: string | undefined) => {
	const facts = file === undefined ? undefined : await program.describe();
	const list = readLanguages(facts?.voices ?? "");
	const fingerprint = `espeak-ng-${facts?.version}-${version}`;
	return { file, facts, list, languages: new Map(list.bases().map((base) => [base, fingerprint])) };
};

/**
 * Opens espeak-ng: a hundred languages in robot voices, with a process for each phrase.
 *
 * @param searchPath - the folders in which the program is looked for, as in PATH
 * @param onChange - called when the program was installed, removed or replaced, or answers for the first time
 */
export const openEspeak = async (
	threads: EngineThreads,
	searchPath: string,
	onChange: () => void,
): Promise<SpeechEngine> => {
	const program = espeakProgram(searchPath);
	let now = await inspect(program, await program.findFile());
	/** Looks for changes. A program that didn't answer is tried again: its libraries may have been missing until now. */
	const look = async () => {
		const file = await program.findFile();
		if (file === now.file && (now.facts || file === undefined)) return;
		const before = now.facts;
		now = await inspect(program, file);
		if (before || now.facts) onChange();
	};
	const closed = new AbortController();
	const watch = async () => {
		for await (const _ of setInterval(lookEveryMs, undefined, { ref: false, signal: closed.signal }))
			await look();
	};
	const processes = availableParallelism();
	const turns = new FairQueue<number>({ mayBegin: (running) => running < processes, perOwner: processes });
	// The watch rejects when the engine is closed.
	watch().catch(() => {});
	return {
		languages: () => now.languages,
		find: (name, language) => {
			const spoken = now.list.find(language);
			if (spoken === undefined) return undefined;
			const { variant, pitch, pace } = prebuilt[name].espeak;
			const voice = `${spoken}+${variant}`;
			const options = ["-v", voice, "-p", String(pitch), "-s", String(pace)];
			return {
				voice: `espeak-ng/${voice}`,
				// The frequency doubles with every 50 of espeak-ng's pitch setting.
				pitch: 2 ** ((pitch - 50) / 50),
				pace: pace / usualPace,
				read: (text, asker) => threads.read({ text, language, isForFlite: false }, asker),
				speak: async (text, asker) => {
					const { owner, signal } = asker;
					const wav = await turns.run(owner, () => program.speak(text, options, signal), signal);
					if (wav.length === 0) throw new EngineError(`espeak-ng has no voice ${voice}.`);
					return threads.run("finishWav", wav, asker);
				},
			};
		},
		close: async () => closed.abort(),
	};
};

const run = promisify(execFile);

/** The timeout of `--version` and `--voices`, in ms. Both usually take a few ms. */
const describePatienceMs = 10_000;
const speakPatienceMs = 20_000;
/** The most bytes of a phrase's sound: three minutes, longer than any phrase. */
const soundMaxBytes = 8 * 1024 * 1024;

/** @param searchPath - the folders in which the program is looked for, as in PATH */
export const espeakProgram = (searchPath: string) => {
	// The program gets nothing else of this process's environment.
	const env = { PATH: searchPath };
	const paths = searchPath.split(delimiter).map((folder) => join(folder, "espeak-ng"));

	/** @returns an identifier of the program's file, which changes with each update; undefined without a program */
	const findFile = async () => {
		for (const path of paths) {
			const found = await stat(path).catch(() => undefined);
			if (found) return `${path} ${found.ino} ${found.ctimeMs}`;
		}
		return undefined;
	};

	/** @returns the program's version and the table of its voices; undefined if it is missing or doesn't answer */
	const describe = async () => {
		const options = { env, timeout: describePatienceMs };
		try {
			const [version, voices] = await Promise.all([
				run("espeak-ng", ["--version"], options),
				run("espeak-ng", ["--voices"], options),
			]);
			return { version: /\d+(?:\.\d+)+\S*/.exec(version.stdout)?.[0] ?? "", voices: voices.stdout };
		} catch {
			return undefined;
		}
	};

	/**
	 * Speaks a text, passed by standard input so that no part of it is read as an option. espeak-ng 1.51 crashes at
	 * random on some characters: after a crash, the program is started once more.
	 *
	 * @returns a WAV file
	 * @throws the signal's reason once the signal aborts; OverlongPhraseError if the program takes too long or makes
	 *   too much sound; EngineError if the program fails otherwise
	 */
	const speak = async (text: string, options: readonly string[], signal: AbortSignal) => {
		const once = () => speakOnce(text, options, signal);
		try {
			return await once().catch((error) => {
				if (!hasCrashed(error)) throw error;
				return once();
			});
		} catch (error) {
			signal.throwIfAborted();
			throw readFailure(error as ExecFileException);
		}
	};

	const speakOnce = async (text: string, options: readonly string[], signal: AbortSignal) => {
		signal.throwIfAborted();
		const speaking = run("espeak-ng", [...options, "-b", "1", "--stdin", "--stdout"], {
			env,
			encoding: "buffer",
			timeout: speakPatienceMs,
			killSignal: "SIGKILL",
			maxBuffer: soundMaxBytes,
			signal,
		});
		// The program may end before it has read everything.
		speaking.child.stdin?.on("error", () => {}).end(text);
		return (await speaking).stdout;
	};
	return { findFile, describe, speak };
};

const hasCrashed = ({ code, killed, signal }: ExecFileException): boolean =>
	!killed && code === null && signal !== null;

const readFailure = ({ code, killed, signal }: ExecFileException): EngineError => {
	if (code === "ERR_CHILD_PROCESS_STDIO_MAXBUFFER")
		return new OverlongPhraseError("espeak-ng doesn't stop speaking.");
	if (killed) return new OverlongPhraseError("espeak-ng took too long over a phrase.");
	return new EngineError(
		typeof code === "string" ? "espeak-ng can't be started." : `espeak-ng ended with ${code ?? signal}.`,
	);
};

/** Languages in which hardly a word can be understood, because espeak-ng spells Chinese characters out. */
const unreadable = new Set(["zh", "ja", "hak"]);
/** Matches the tag of an entry for an unusual script of its language. The usual script has another entry. */
const otherSpelling = /-(?:latn|latin|[a-z]{4})(?:-|$)/i;

/**
 * @returns a language on espeak-ng's list: espeak-ng's name for it, such as "pt-br", and other tags that this entry may be
 *   used for, such as "no" for the entry "nb", each with a number: the lower the number, the better the match
 */
const readEntry = (line: string) => {
	const [, tag = "", rest = ""] = /^\s*\d+\s+(\S+)\s+\S+\s+\S+\s+\S+\s*(.*)$/.exec(line) ?? [];
	const base = baseLanguage(tag);
	if (base === undefined || unreadable.has(base) || otherSpelling.test(tag)) return [];
	const others = [...rest.matchAll(/\((\S+) (\d+)\)/g)].map(
		([, other = "", priority]) => [other.toLowerCase(), Number(priority)] as const,
	);
	return [{ tag, others: new Map(others) }];
};

/** The languages that an espeak-ng speaks, parsed from its `--voices` table. */
export const readLanguages = (table: string) => {
	const entries = table.split("\n").flatMap(readEntry);

	const bases = (): string[] => {
		const tags = entries.flatMap(({ tag, others }) => [tag, ...others.keys()]);
		const bases = tags.flatMap((tag) => baseLanguage(tag) ?? []).filter((base) => !unreadable.has(base));
		return [...new Set(bases)];
	};

	/**
	 * @param language - a BCP 47 tag; its region is preferred, not required
	 * @returns espeak-ng's name for the closest match; undefined if espeak-ng doesn't speak the base language, or not
	 *   well enough
	 */
	const find = (language: string): string | undefined => {
		const wanted = language.toLowerCase();
		const base = baseLanguage(language);
		if (base === undefined || unreadable.has(base)) return undefined;
		const found = findTag(wanted) ?? findTag(base);
		return found ?? entries.find(({ tag }) => baseLanguage(tag) === base)?.tag;
	};

	/**
	 * @returns `wanted` if an entry has this very tag; else the tag of the entry that lists `wanted` with the lowest
	 *   number; undefined if none does
	 */
	const findTag = (wanted: string) => {
		const suiting = entries
			.filter(({ others }) => others.has(wanted))
			.sort((a, b) => (a.others.get(wanted) ?? 0) - (b.others.get(wanted) ?? 0));
		return (entries.find(({ tag }) => tag === wanted) ?? suiting[0])?.tag;
	};
	return { bases, find };
};
