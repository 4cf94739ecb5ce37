import { FairQueue } from "@herald/common/fair-queue.ts";
import { orAborted } from "@herald/common/retry.ts";
import {
	baseLanguage,
	isOwnScript,
	isWrittenIn,
	languageOfScript,
	scriptsIn,
} from "@herald/common/wire/languages.ts";
import type { Party } from "../../shared/party.ts";
import { poolOfOne } from "../../shared/pool-of-one.ts";

/** How many letters a text needs, so that its detected language comes before people's settings. */
const lettersMin = 40;
/** The language for Latin letters, and for texts without letters, if nobody set one. */
const usual = "en";

/** What the choice of a text's language depends on, apart from the text. */
export interface LanguageFacts {
	/** The base languages that the service speaks. */
	readonly spoken: ReadonlySet<string>;
	/** The language that was requested for this text. Chosen for any script that this language is written in. */
	readonly asked?: string;
	/** Tags that people set, the most important first. */
	readonly preferred: readonly string[];
	/** @returns the base language of a text; undefined if it can't be told */
	readonly detect: (text: string) => Promise<string | undefined>;
}

export interface ChosenLanguage {
	/** A BCP 47 tag. */
	readonly language: string;
	/** Whether the text has words in a script that isn't the language's. */
	readonly leavesOut: boolean;
	/** The detected base language of the text, if the service doesn't speak it. */
	readonly unspoken?: string;
}

const countLetters = (text: string): number => text.match(/\p{L}/gu)?.length ?? 0;

/**
 * Lists the spoken languages in which a script can be read. Chinese characters sound quite different in languages such
 * as Cantonese, so they are read only in Chinese and in languages that somebody set.
 *
 * @param spoken - base languages
 * @param wanted - tags that people set
 * @returns base languages; for Chinese characters, Chinese first
 */
export const readersOf = (script: string, spoken: Iterable<string>, wanted: readonly string[]): string[] => {
	const own = [...spoken].filter((base) => isOwnScript(base, script));
	if (script !== "Hani") return own;
	const usualFirst = [languageOfScript(script), ...wanted.map(baseLanguage)];
	return [...new Set(usualFirst)].filter((base) => base !== undefined).filter((base) => own.includes(base));
};

/**
 * Chooses the language for a whole text, by its commonest script that a spoken language reads. A requested language is
 * taken if it is spoken and written in that script. Otherwise, if several spoken languages read the script, the language
 * of a long text is detected. For a short text, or if detection fails, the language that people set is taken, or else
 * the script's usual one.
 *
 * @returns undefined if no spoken language reads any of the text's scripts
 */
export const chooseLanguage = async (
	text: string,
	{ spoken, asked, preferred, detect }: LanguageFacts,
): Promise<ChosenLanguage | undefined> => {
	const set = [...(asked === undefined ? [] : [asked]), ...preferred].filter((tag) =>
		spoken.has(baseLanguage(tag) ?? ""),
	);
	const scripts = scriptsIn(text);
	if (scripts.length === 0) return { language: set[0] ?? usual, leavesOut: false };
	let unspoken: string | undefined;
	const choose = async (script: string): Promise<string | undefined> => {
		const wanted = set.find((tag) => isWrittenIn(tag, script));
		if (asked !== undefined && wanted !== undefined && wanted === asked) return asked;
		const readers = readersOf(script, spoken, set);
		const only = readers.length === 1 ? readers[0] : undefined;
		if (only !== undefined && script !== "Latn") return only;
		if (countLetters(text) >= lettersMin) {
			const detected = only ?? (await detect(text));
			if (detected !== undefined && readers.includes(detected)) return detected;
			if (detected !== undefined && !spoken.has(detected)) unspoken ??= detected;
		}
		const likely = script === "Latn" ? usual : languageOfScript(script);
		return wanted ?? [likely, readers[0]].find((base) => base !== undefined && readers.includes(base));
	};
	for (const script of scripts) {
		const found = await choose(script);
		if (found === undefined) continue;
		const base = baseLanguage(found);
		// If somebody set a regional variant of the language, that variant is taken.
		const language = set.find((tag) => baseLanguage(tag) === base) ?? found;
		const leavesOut = scripts.some((each) => !isWrittenIn(language, each));
		return { language, leavesOut, ...(unspoken !== undefined && { unspoken }) };
	}
	return undefined;
};

/** How much of a text is used to detect its language. A longer sample tells no more. */
const sampleCharacters = 1_000;
/** How long the thread may be without a task, in ms, before it ends and frees the memory of its tables. */
const idleMs = 10 * 60_000;
/** The thread's memory limit: far more than the detector's tables take. */
const heapMegabytes = 64;
/** How long to wait for a detection before settings decide, in ms. An interaction must be answered within 3 s. */
const defaultPatienceMs = 1_500;

/** Detects the languages of texts, for the parties in turn, in a thread that is started when first needed. */
export class LanguageDetector {
	readonly #patienceMs: number;
	readonly #queue = new FairQueue<Party>({ mayBegin: (running) => running === 0, perOwner: 1 });
	readonly #pool = poolOfOne(new URL("./worker.ts", import.meta.url), idleMs, heapMegabytes);

	/** @param patienceMs - the longest wait for one text */
	constructor(patienceMs = defaultPatienceMs) {
		this.#patienceMs = patienceMs;
	}

	/** @returns the base language of a text; undefined if the detector isn't sure or takes too long */
	readonly detect = async (text: string, party: Party): Promise<string | undefined> => {
		const late = AbortSignal.timeout(this.#patienceMs);
		const language = await orAborted(this.#run(text.slice(0, sampleCharacters), party, late), late).catch(
			() => undefined,
		);
		return language === undefined ? undefined : baseLanguage(language);
	};

	/** Detects a text's language when it is the text's turn. @throws the reason of `late` if that aborts before */
	async #run(text: string, party: Party, late: AbortSignal): Promise<string | undefined> {
		const release = await this.#queue.acquire(party, late);
		// The task isn't aborted if it takes too long: that would end the thread, and the next text would wait for a new
		// one.
		return this.#pool.run(text).finally(release);
	}

	async close(): Promise<void> {
		await this.#pool.close({ force: true });
	}
}
