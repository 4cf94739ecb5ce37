/** Languages and scripts. A language is a BCP 47 tag; voices are chosen by its base language ("pt" of "pt-BR"). */

/** A tag whose language has two or three letters; longer subtags are reserved, and `und` names no language. */
const languageTag = /^(?!und\b)[a-z]{2,3}(?:-|$)/;

/** @returns a tag as CLDR writes it ("zh-Hans" for "cmn_hans"); undefined when it is no tag, or names no language */
export const readTag = (tag: string): string | undefined => {
	if (tag === "") return undefined;
	try {
		const { baseName } = new Intl.Locale(tag.trim().replaceAll("_", "-"));
		return languageTag.test(baseName) ? baseName : undefined;
	} catch {
		return undefined;
	}
};

/** The codes of Norwegian's two written forms, each with the code of Norwegian itself. */
const aliases: Readonly<Record<string, string>> = { nb: "no", nn: "no" };

/** @returns the base language of a tag ("zh" for "cmn-Hans", "no" for "nb"); undefined when it is no tag */
export const baseLanguage = (tag: string): string | undefined => {
	const base = readTag(tag)?.split("-")[0];
	return base === undefined ? undefined : (aliases[base] ?? base);
};

/** Scripts that people write messages in, by their ISO 15924 codes. */
const codes =
	"Latn Cyrl Grek Arab Hebr Deva Hani Hira Kana Hang Thai Beng Taml Telu Guru Gujr Knda Mlym Orya Sinh Geor Armn Ethi Mymr Khmr Laoo Tibt Mong Cher Syrc Thaa".split(
		" ",
	);
/** @returns the part of a character class that matches these scripts, by this property of Unicode's */
const ofScripts = (written: readonly string[], property = "Script"): string =>
	written.map((code) => `\\p{${property}=${code}}`).join("");
const scripts = codes.map((code) => ({ code, letters: new RegExp(`\\p{Script=${code}}+`, "gu") }));

/** A digit, or a letter of one of these scripts that isn't a modifier or a mark. */
const spokenSign = new RegExp(`[\\p{N}${ofScripts(codes)}](?<![\\p{Lm}\\p{M}])`, "u");

/** Letters of other scripts, and modifiers: voices would say their Unicode numbers. */
const unspoken = new RegExp(`(?=\\p{L})[^µʻʼ${ofScripts(codes, "Script_Extensions")}]`, "gu");

/** @returns a text in which plain forms or spaces replace the signs that no voice knows */
export const dropUnknownSigns = (text: string): string =>
	text
		// Superscripts, Roman numerals and digits in circles have plain forms; other such signs have no sound.
		.replace(/(?![¹²³¼½¾])[\p{Nl}\p{No}]/gu, (sign) => {
			const form = sign.normalize("NFKC");
			return form === sign ? " " : form;
		})
		.replace(unspoken, " ");

/**
 * @returns whether anything in a text can have a sound: a digit, or a letter of a script that people write messages in
 */
export const isSpeakable = (text: string): boolean => spokenSign.test(text);

/** Scripts that are written among Chinese characters: a text that has both is in none of the Chinese languages. */
const besideHan = ["Hira", "Kana", "Hang"];

/**
 * @returns the scripts of a text's letters, the commonest first. Letters that belong to all scripts don't count;
 * Chinese characters count as Japanese or Korean if the text has letters of those languages
 */
export const scriptsIn = (text: string): string[] => {
	const counts = new Map<string, number>();
	for (const { code, letters } of scripts) {
		const count = text.match(letters)?.reduce((sum, run) => sum + run.length, 0) ?? 0;
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

/** The scripts in which each of CLDR's compound scripts is written: Japanese takes three. */
const together: Readonly<Record<string, readonly string[]>> = {
	Jpan: ["Hira", "Kana", "Hani"],
	Kore: ["Hang"],
	Hans: ["Hani"],
	Hant: ["Hani"],
};

/** A cache of the usual script of each base language: each text is checked against every spoken language. */
const knownScripts = new Map<string, string>();

const scriptOf = (language: string): string => {
	const known = knownScripts.get(language);
	if (known !== undefined) return known;
	const script = new Intl.Locale(language).maximize().script ?? "";
	// Only base languages are cached: clients may send any number of longer tags.
	if (language.length <= 3) knownScripts.set(language, script);
	return script;
};

/** @returns whether a language can be read in a script: its own, and Latin letters in every language */
export const isWrittenIn = (language: string, script: string): boolean =>
	script === "Latn" || isOwnScript(language, script);

/** @returns whether a script is one of those that a language is usually written in */
export const isOwnScript = (language: string, script: string): boolean => {
	const own = scriptOf(language);
	return own === script || (together[own]?.includes(script) ?? false);
};

/**
 * @returns a pattern for the letters that a language's voices read as letters: those of its own script, and Latin ones
 */
export const lettersOf = (language: string): RegExp => {
	const own = codes.filter((code) => code !== "Latn" && isOwnScript(language, code));
	return new RegExp(`[A-Za-z\u00c0-\u024f\u1e00-\u1eff${ofScripts(own)}]`, "u");
};

/** @returns the base language that is most often written in a script: "ru" for "Cyrl" */
export const languageOfScript = (script: string): string | undefined =>
	new Intl.Locale(`und-${script}`).maximize().language;
