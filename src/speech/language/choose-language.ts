import {
	baseLanguage,
	isOwnScript,
	isWrittenIn,
	languageOfScript,
	scriptsIn,
} from "@herald/common/wire/languages.ts";

/** From so many letters on, a text tells its language better than people's settings do. */
const lettersMin = 40;
/** For Latin letters, where no language was set. */
const usual = "en";

/** The facts beside the text. */
export interface LanguageFacts {
	/** The base languages that are spoken. */
	readonly spoken: ReadonlySet<string>;
	/** The language that is wanted for this text; it isn't looked for then. */
	readonly asked?: string;
	/** Tags that people set; whose comes first counts first. */
	readonly preferred: readonly string[];
	/** @returns the base language that a text is in, as far as that can be told */
	readonly detect: (text: string) => Promise<string | undefined>;
}

export interface ChosenLanguage {
	/** A BCP 47 tag. */
	readonly language: string;
	/** Whether there are words in a script that it isn't written in. */
	readonly leavesOut: boolean;
	/** The base language that the text is in for sure, where it isn't spoken. */
	readonly unspoken?: string;
}

const countLetters = (text: string): number => text.match(/\p{L}/gu)?.length ?? 0;

/**
 * Chinese characters read quite differently in another language, such as Cantonese: only one that is wanted counts beside
 * Chinese.
 *
 * @param spoken - base languages
 * @param wanted - tags that people set
 * @returns those of a script, of Chinese characters the usual one first
 */
export const readersOf = (script: string, spoken: Iterable<string>, wanted: readonly string[]): string[] => {
	const own = [...spoken].filter((base) => isOwnScript(base, script));
	if (script !== "Hani") return own;
	const usualFirst = [languageOfScript(script), ...wanted.map(baseLanguage)];
	return [...new Set(usualFirst)].filter((base) => base !== undefined).filter((base) => own.includes(base));
};

/**
 * Chooses the language that a whole text is spoken in: by its commonest script that is read here; among several languages
 * of that script by what a long text is in, else by what people set, else the commonest.
 *
 * @returns undefined when none of the text's scripts is read
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
		// A region's variant may have been set.
		const language = set.find((tag) => baseLanguage(tag) === base) ?? found;
		const leavesOut = scripts.some((each) => !isWrittenIn(language, each));
		return { language, leavesOut, ...(unspoken !== undefined && { unspoken }) };
	}
	return undefined;
};
