import { baseLanguage, isWrittenIn, languageOfScript, scriptsIn } from "@herald/common/wire/languages.ts";
import { LanguageError } from "./speech-engine.ts";

const usual = "en";

/**
 * Chooses the language that a text is spoken in: the one that was asked for, where the text is written in its script;
 * else one that a script of the text is written in, the commonest script first; else English.
 *
 * @param spoken - the base languages that are spoken here
 * @returns a BCP 47 tag
 * @throws LanguageError when the language that was asked for isn't spoken here, or none of the text's scripts is read
 */
export const chooseLanguage = (
	text: string,
	asked: string | undefined,
	spoken: { has(base: string): boolean; keys(): Iterable<string> },
): string => {
	const isHere = (tag: string | undefined) => spoken.has((tag && baseLanguage(tag)) ?? "");
	if (asked !== undefined && !isHere(asked))
		throw new LanguageError("language", `no voice here speaks ${asked.slice(0, 40)}`);
	const scripts = scriptsIn(text);
	for (const script of scripts) {
		const likely = script === "Latn" ? usual : languageOfScript(script);
		// Chinese characters are read quite differently in another language.
		const others = script === "Hani" ? [] : spoken.keys();
		const choices = [asked, likely, ...others];
		const found = choices.find((tag) => tag !== undefined && isHere(tag) && isWrittenIn(tag, script));
		if (found !== undefined) return found;
	}
	if (scripts.length > 0) throw new LanguageError("script", `no voice here reads the script ${scripts[0]}`);
	return asked ?? usual;
};
