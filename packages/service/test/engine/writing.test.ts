import { execFileSync } from "node:child_process";
import { anyString } from "@herald/common/testing/any-string.ts";
import { readRows } from "@herald/common/testing/read-rows.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { compileFlite, speakPhrase } from "../../src/engine/flite/flite.ts";
import { normalise, writePlainly } from "../../src/engine/read-text.ts";
import { writeOut } from "../../src/engine/writing/write-out.ts";
import prebuilt from "../../src/voices/prebuilt.json" with { type: "json" };
import { hasEspeakNg } from "../speech-tools.ts";

const languages = ["de", "en", "es", "fr", "ja", "pt"] as const;

/** Texts as people write them, each with the words that they say. A text without words is said as it is written. */
const textsIn = (language: string) =>
	readRows<string[]>(import.meta.url, `written/${language}.tsv`) as [text: string, words?: string][];

const rowsIn = (language: string) =>
	textsIn(language).flatMap(([text, words]) => (words === undefined ? [] : [[text, words] as const]));

/** Removes what isn't heard: capitals, hyphens, commas and differences of white space. */
const fold = (words: string): string => words.toLowerCase().replaceAll(/[-,\s]+/g, " ");

test.each(languages)("what people write in %s is written out as they say it", (language) => {
	const rows = rowsIn(language);
	expect(rows.map(([text]) => fold(writeOut(text, language)))).toEqual(rows.map(([, words]) => fold(words)));
});

test.each(languages)("what isn't sure stays as it stands in %s", (language) => {
	const texts = textsIn(language).flatMap(([text, words]) => (words === undefined ? [text] : []));
	expect(texts.map((text) => writeOut(text, language))).toEqual(texts);
});

/** The word that separates the texts of one call of espeak-ng. */
const marker = "gamma";

const phonemesOf = (texts: readonly string[], language: string): string[] => {
	const input = [marker, ...texts.flatMap((text) => [text, marker])].join("\n\n");
	const out = execFileSync("espeak-ng", ["-v", language, "-q", "--ipa", "--stdin"], {
		input,
		encoding: "utf8",
	});
	// Stress marks and spaces are removed, because they depend on commas and hyphens.
	const [mark = "", ...clauses] = out.split("\n").map((clause) => clause.replaceAll(/[ˈˌ\s]/g, ""));
	return clauses.join("").split(mark).slice(0, -1);
};

test.skipIf(!hasEspeakNg).each([
	["de", "de"],
	["es", "es"],
	["fr", "fr-fr"],
	["ja", "ja"],
	["pt", "pt-br"],
] as const)("espeak-ng says in %s what it says of the words", (language, voice) => {
	const rows = rowsIn(language);
	const said = phonemesOf(
		rows.map(([text]) => writePlainly(text, language)),
		voice,
	);
	expect(said).toHaveLength(rows.length);
	expect(said).toEqual(
		phonemesOf(
			rows.map(([, words]) => words),
			voice,
		),
	);
});

test("Flite makes the sound of the words", async () => {
	const flite = await compileFlite();
	const speak = (text: string) => speakPhrase(flite, text.replaceAll("-", " "), prebuilt.Kore.flite);
	for (const [text, words] of rowsIn("en")) {
		const read = normalise(text);
		if (read !== normalise(words)) expect(speak(read), text).toEqual(speak(normalise(words)));
	}
});

const plain = fc.constantFrom("hello", "there", "gamers", "tonight", "never");
const numeric = fc.stringMatching(/^[-+$€#]?\d{1,4}([.,:/x–-]\d{1,4}){0,2}[%€kKhx+]?$/);

test("whatever comes, no word and no number is lost", () => {
	fc.assert(
		fc.property(fc.array(fc.oneof(plain, numeric)), fc.constantFrom(...languages), (tokens, language) => {
			const written = writeOut(tokens.join(" "), language);
			const words = (text: string) => text.match(/hello|there|gamers|tonight|never/g) ?? [];
			expect(words(written)).toEqual(words(tokens.join(" ")));
			// Each number is written in words or keeps digits.
			const rest = written.replaceAll(/hello|there|gamers|tonight|never/g, "|").split("|");
			const given = tokens
				.join(" ")
				.replaceAll(/hello|there|gamers|tonight|never/g, "|")
				.split("|");
			for (const [n, each] of given.entries()) if (/\d/.test(each)) expect(rest[n]).toMatch(/[\p{L}\p{N}]/u);
		}),
	);
});

test("whatever comes, the text grows by a bounded factor, and letters alone stay", () => {
	fc.assert(
		fc.property(anyString({ maxLength: 500 }), fc.constantFrom(...languages), (text, language) => {
			expect(writeOut(text, language).length).toBeLessThanOrEqual(40 * text.length);
		}),
	);
	fc.assert(
		fc.property(fc.array(plain), fc.constantFrom(...languages), (words, language) => {
			expect(writeOut(words.join(" "), language)).toBe(words.join(" "));
		}),
	);
});

test.each(languages)("in %s, no sign is left out but those of formatting and drawing", (language) => {
	const signs = [..."!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~§°±²½×÷€£¥–"];
	const left = signs.filter((sign) => !writePlainly(`hello ${sign} there`, language).slice(5, -5).trim());
	expect(left.join("")).toBe("#*<>[\\]^_`{|}~");
});

test("without rules of its own, a language's numbers stay as they stand", () => {
	fc.assert(
		fc.property(
			fc.array(fc.oneof(plain, numeric)),
			fc.constantFrom("it", "pl", "ru", "ko"),
			(tokens, language) => {
				expect(writeOut(tokens.join(" "), language)).toBe(tokens.join(" "));
			},
		),
	);
});

test("a region's own marks are read in its numbers", () => {
	expect(writeOut("1,500.5 km", "es-MX")).toBe("mil quinientos punto cinco kilómetros");
	expect(writeOut("1.500,5 km", "es-ES")).toBe("mil quinientos coma cinco kilómetros");
	expect(writeOut("1’500 km", "de-CH")).toBe("eintausendfünfhundert Kilometer");
});
