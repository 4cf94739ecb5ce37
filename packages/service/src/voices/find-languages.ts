import { baseLanguage } from "@herald/common/wire/languages.ts";

const names = new Intl.DisplayNames(["en"], { type: "language", fallback: "none" });
const letters = "abcdefghijklmnopqrstuvwxyz";

/** Language codes by English name in lower case. */
const codes: ReadonlyMap<string, string> = new Map(
	[...letters].flatMap((first) =>
		[...letters].flatMap((second) => {
			const name = names.of(first + second);
			// Old codes, such as "iw" for Hebrew, have the same names as the new codes that replace them.
			return name ? [[name.toLowerCase(), baseLanguage(first + second) ?? first + second] as const] : [];
		}),
	),
);

/** BCP 47 codes for espeak-ng's codes of Mandarin, Cantonese and Norwegian. */
const espeakNames: Readonly<Record<string, string>> = { cmn: "zh", yue: "yue", nb: "nb", no: "nb" };

/**
 * @returns the BCP 47 tag of an espeak-ng voice, with the region if the voice has one: "en-GB" for "en-gb-x-rp";
 *   undefined if the voice's language is unknown
 */
const fromEspeakVoice = (voice: string): string | undefined => {
	const [, language = "", region] = /^([a-z]{2,3})(?:[-_]([a-z]{2}|\d{3}))?\b/i.exec(voice) ?? [];
	if (language === "" || baseLanguage(language) === undefined) return undefined;
	const known = espeakNames[language.toLowerCase()] ?? language.toLowerCase();
	return region ? `${known}-${region.toUpperCase()}` : known;
};

/** @returns the codes of the languages that a text names in English: "Chinese + English" */
const namedLanguages = (text: string): string[] => [
	...new Set(text.split(/[^\p{L}]+/u).flatMap((word) => codes.get(word.toLowerCase()) ?? [])),
];

/** @returns the languages that a model's metadata names, as BCP 47 tags; empty if it names none */
export const readLanguages = (metadata: ReadonlyMap<string, string>): string[] => {
	const named = namedLanguages(metadata.get("language") ?? "");
	const spoken = fromEspeakVoice(metadata.get("voice") ?? "");
	if (named.length > 1 || spoken === undefined) return named;
	return named.length === 0 || named[0] === baseLanguage(spoken) ? [spoken] : named;
};

/**
 * @returns the code of a language given by tag, English name or own name ("de", "German", "Deutsch"); undefined for
 *   other texts
 */
export const findLanguage = (given: string): string | undefined => {
	const lower = given.toLowerCase();
	if (codes.has(lower)) return codes.get(lower);
	if (/^[a-z]{2,3}(?:[-_][a-z]{2})?$/.test(lower)) {
		const base = baseLanguage(lower.replace("_", "-"));
		return base !== undefined && names.of(base) ? base : undefined;
	}
	return [...codes.values()].find(
		(code) => new Intl.DisplayNames([code], { type: "language" }).of(code)?.toLowerCase() === lower,
	);
};
