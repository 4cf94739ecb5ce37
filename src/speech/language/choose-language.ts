import {
	baseLanguage,
	isOwnScript,
	isWrittenIn,
	languageOfScript,
	scriptsIn,
} from "@herald/common/wire/languages.ts";

/** If a text has at least this many letters, its detected language comes before people's settings. */
const lettersMin = 40;
/** The language for Latin letters if none was set. */
const usual = "en";

/** What the choice depends on, apart from the text. */
export interface LanguageFacts {
	/** The base languages that the service speaks. */
	readonly spoken: ReadonlySet<string>;
	/** The language that was requested for this text. It is used for every script that it is written in. */
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
 * Lists the spoken languages that read a script. Chinese characters sound quite different in languages such as
 * Cantonese, so apart from Chinese only languages that somebody set read them.
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
 * Chooses the language for a whole text, by its commonest script that a spoken language reads. If several spoken
 * languages read that script, that of a long text is detected. Otherwise the one that people set is taken, or else the
 * script's usual one.
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
		// Somebody may have set a regional variant.
		const language = set.find((tag) => baseLanguage(tag) === base) ?? found;
		const leavesOut = scripts.some((each) => !isWrittenIn(language, each));
		return { language, leavesOut, ...(unspoken !== undefined && { unspoken }) };
	}
	return undefined;
};
