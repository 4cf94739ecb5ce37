import { type ExecFileException, execFile } from "node:child_process";
import { stat } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { baseLanguage } from "@herald/common/wire/languages.ts";
import { EngineError, OverlongPhraseError } from "../speech-engine.ts";

const run = promisify(execFile);

/** The timeout of `--version` and `--voices`, which take milliseconds. */
const describePatienceMs = 10_000;
/** The timeout of a phrase, in ms. */
const speakPatienceMs = 20_000;
/** Three minutes of its sound: no phrase is longer. */
const soundMaxBytes = 8 * 1024 * 1024;

export interface EspeakFacts {
	readonly version: string;
	/** The table that it prints with `--voices`. */
	readonly voices: string;
}

/** The program espeak-ng of this machine, where there is one. */
export class EspeakProgram {
	readonly #env: NodeJS.ProcessEnv;
	readonly #paths: readonly string[];

	/** @param searchPath - the folders it is looked for in, as in PATH */
	constructor(searchPath: string) {
		// It gets nothing else of this process.
		this.#env = { PATH: searchPath };
		this.#paths = searchPath.split(delimiter).map((folder) => join(folder, "espeak-ng"));
	}

	/** @returns which file it is, otherwise after each update; undefined where there is none */
	async findFile(): Promise<string | undefined> {
		for (const path of this.#paths) {
			const found = await stat(path).catch(() => undefined);
			if (found) return `${path} ${found.ino} ${found.ctimeMs}`;
		}
		return undefined;
	}

	/** @returns its version and languages; undefined where it isn't there, or doesn't answer */
	async describe(): Promise<EspeakFacts | undefined> {
		const options = { env: this.#env, timeout: describePatienceMs };
		try {
			const [version, voices] = await Promise.all([
				run("espeak-ng", ["--version"], options),
				run("espeak-ng", ["--voices"], options),
			]);
			return { version: /\d+(?:\.\d+)+\S*/.exec(version.stdout)?.[0] ?? "", voices: voices.stdout };
		} catch {
			return undefined;
		}
	}

	/**
	 * Speaks a text, passed by standard input so that no part of it is read as an option. espeak-ng 1.51 crashes at random
	 * over some signs: after a crash, it is started once more.
	 *
	 * @returns a WAV file
	 * @throws the signal's reason once it aborts @throws EngineError when it fails or its output is too large
	 */
	async speak(text: string, options: readonly string[], signal: AbortSignal): Promise<Uint8Array> {
		const once = () => this.#speakOnce(text, options, signal);
		try {
			return await once().catch((error) => {
				if (!hasCrashed(error)) throw error;
				return once();
			});
		} catch (error) {
			signal.throwIfAborted();
			throw readFailure(error as ExecFileException);
		}
	}

	async #speakOnce(text: string, options: readonly string[], signal: AbortSignal): Promise<Uint8Array> {
		signal.throwIfAborted();
		const speaking = run("espeak-ng", [...options, "-b", "1", "--stdin", "--stdout"], {
			env: this.#env,
			encoding: "buffer",
			timeout: speakPatienceMs,
			killSignal: "SIGKILL",
			maxBuffer: soundMaxBytes,
			signal,
		});
		// It may end before it has read all.
		speaking.child.stdin?.on("error", () => {}).end(text);
		return (await speaking).stdout;
	}
}

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

/** A language as espeak-ng has it. */
interface Entry {
	/** espeak-ng's name of it, such as "pt-br". */
	readonly tag: string;
	/** Other tags that it answers to, with how badly it suits them: "no" of "nb". */
	readonly others: ReadonlyMap<string, number>;
}

/** It spells Chinese characters instead of reading them: of these languages, hardly a word can be understood. */
const unreadable = new Set(["zh", "ja", "hak"]);
/** Another way to write a language that is there as well. */
const otherSpelling = /-(?:latn|latin|[a-z]{4})(?:-|$)/i;

const readEntry = (line: string): Entry[] => {
	const [, tag = "", rest = ""] = /^\s*\d+\s+(\S+)\s+\S+\s+\S+\s+\S+\s*(.*)$/.exec(line) ?? [];
	const base = baseLanguage(tag);
	if (base === undefined || unreadable.has(base) || otherSpelling.test(tag)) return [];
	const others = [...rest.matchAll(/\((\S+) (\d+)\)/g)].map(
		([, other = "", priority]) => [other.toLowerCase(), Number(priority)] as const,
	);
	return [{ tag, others: new Map(others) }];
};

/** The languages that an espeak-ng speaks, parsed from its `--voices` table. */
export class EspeakLanguages {
	readonly #entries: readonly Entry[];

	constructor(table: string) {
		this.#entries = table.split("\n").flatMap(readEntry);
	}

	/** @returns the base languages, each once */
	bases(): string[] {
		const tags = this.#entries.flatMap(({ tag, others }) => [tag, ...others.keys()]);
		const bases = tags.flatMap((tag) => baseLanguage(tag) ?? []).filter((base) => !unreadable.has(base));
		return [...new Set(bases)];
	}

	/**
	 * @param language - a BCP 47 tag; its region is preferred, not required
	 * @returns espeak-ng's name of the closest match
	 */
	find(language: string): string | undefined {
		const wanted = language.toLowerCase();
		const base = baseLanguage(language);
		if (base === undefined || unreadable.has(base)) return undefined;
		const found = this.#findTag(wanted) ?? this.#findTag(base);
		return found ?? this.#entries.find(({ tag }) => baseLanguage(tag) === base)?.tag;
	}

	/** The language of this name, otherwise the best match. */
	#findTag(wanted: string): string | undefined {
		const suiting = this.#entries
			.filter(({ others }) => others.has(wanted))
			.sort((a, b) => (a.others.get(wanted) ?? 0) - (b.others.get(wanted) ?? 0));
		return (this.#entries.find(({ tag }) => tag === wanted) ?? suiting[0])?.tag;
	}
}
