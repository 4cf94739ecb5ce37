/**
 * What is known of languages and scripts everywhere. A language is a BCP 47 tag; its base language ("pt" of "pt-BR") is
 * what voices are sorted by.
 */

/** @returns the base language of a tag, as CLDR writes it ("zh" for "cmn"); undefined when it is no tag */
export const baseLanguage = (tag: string): string | undefined => {
	try {
		return new Intl.Locale(tag).language;
	} catch {
		return undefined;
	}
};

/** Scripts that people write messages in, by their ISO 15924 codes. */
const scripts =
	"Latn Cyrl Grek Arab Hebr Deva Hani Hira Kana Hang Thai Beng Taml Telu Guru Gujr Knda Mlym Orya Sinh Geor Armn Ethi Mymr Khmr Laoo Tibt Mong Cher Syrc Thaa"
		.split(" ")
		.map((code) => ({ code, letters: new RegExp(`\\p{Script=${code}}`, "gu") }));

/** Whose letters stand among Chinese characters: a text that has both is in none of the Chinese languages. */
const besideHan = ["Hira", "Kana", "Hang"];

/**
 * @returns the scripts that a text's letters are in, the commonest first; a letter of all scripts counts for none, and a
 *   Chinese character for the Japanese or Korean letters around it
 */
export const scriptsIn = (text: string): string[] => {
	const counts = new Map<string, number>();
	for (const { code, letters } of scripts) {
		const count = text.match(letters)?.length ?? 0;
		if (count > 0) counts.set(code, count);
	}
	const owner = besideHan.find((code) => counts.has(code));
	const characters = counts.get("Hani");
	if (owner !== undefined && characters !== undefined) {
		counts.set(owner, (counts.get(owner) ?? 0) + characters);
		counts.delete("Hani");
	}
	return [...counts].sort(([, a], [, b]) => b - a).map(([code]) => code);
};

/** Scripts that are written together: what CLDR calls Japanese is three. */
const together: Readonly<Record<string, readonly string[]>> = {
	Jpan: ["Hira", "Kana", "Hani"],
	Kore: ["Hang", "Hani"],
	Hans: ["Hani"],
	Hant: ["Hani"],
};

/** @returns whether a language is written in a script; Latin letters are read in every language */
export const isWrittenIn = (language: string, script: string): boolean => {
	if (script === "Latn") return true;
	const own = new Intl.Locale(language).maximize().script ?? "";
	return own === script || (together[own]?.includes(script) ?? false);
};

/** @returns the base language that most of what is written in a script is in: "ru" for "Cyrl" */
export const languageOfScript = (script: string): string | undefined =>
	new Intl.Locale(`und-${script}`).maximize().language;
