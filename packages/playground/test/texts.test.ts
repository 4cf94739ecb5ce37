import { describe, expect, test } from "vitest";
import { InputError } from "../src/index.ts";
import { namesOf } from "../src/options/names.js";
import {
	type Language,
	type LanguageId,
	languageOf,
	languages,
	type TextKey,
	write,
} from "../src/texts/write.js";
import alikeTexts from "./alike-texts.json" with { type: "json" };

const english: Language = languages.en;
const keys = Object.keys(english.texts) as TextKey[];
const others = Object.entries(languages).filter(([id]) => id !== "en") as [LanguageId, Language][];

type Text = Language["texts"][TextKey];
const formsOf = (text: Text): Readonly<Record<string, string>> =>
	typeof text === "string" ? { other: text } : text;
const gapsOf = (text: string = ""): string[] => [...new Set(text.match(/\{\w+\}/g))].sort();

/** Texts that are the same as in English, by language. Each was entered by hand because it is right in the language. */
const alike: Readonly<Partial<Record<LanguageId, readonly string[]>>> = alikeTexts;

describe.each(others)("the page's texts in %s", (id, { locale, texts }) => {
	test("have the keys and placeholders of the English ones, in each plural form", () => {
		expect(Object.keys(texts)).toEqual(keys);
		const rules = new Intl.PluralRules(locale);
		const reached = new Set(Array.from({ length: 10_000 }, (_, count) => rules.select(count)));
		for (const key of keys) {
			const forms = formsOf(texts[key]);
			const wanted = gapsOf(formsOf(english.texts[key]).other);
			expect(Object.values(forms).map(gapsOf), key).toEqual(Object.values(forms).map(() => wanted));
			if (typeof texts[key] !== "string") expect(Object.keys(forms).sort(), key).toEqual([...reached].sort());
		}
	});

	test("are the same as in English only if the word is", () => {
		const hasWords = (text: string) => /\p{L}/u.test(text.replace(/\{\w+\}/g, ""));
		const same = keys.filter((key) => {
			const { other = "" } = formsOf(texts[key]);
			return other === formsOf(english.texts[key]).other && hasWords(other);
		});
		expect(same).toEqual(alike[id] ?? []);
	});
});

test("numbers choose their plural form, and are written as the language writes them", () => {
	const votes = (id: LanguageId, count: number) => write(id, "votes", { count });
	expect([1, 2_000].map((count) => votes("en", count))).toEqual(["1 vote", "2,000 votes"]);
	expect([0, 1, 2].map((count) => votes("fr", count))).toEqual(["0 vote", "1 vote", "2 votes"]);
	expect([1, 20_000].map((count) => votes("es", count))).toEqual(["1 voto", "20.000 votos"]);
	expect(votes("ja", 1)).toBe("1票");
});

test("a locale chooses its language, and an unknown one English", () => {
	expect(["es-419", "pt-PT", "ja", "en-GB", "tlh"].map(languageOf)).toEqual(["es", "pt", "ja", "en", "en"]);
});

test("a sentence has a command's own name in each language", () => {
	const name = namesOf({ name: "say", name_localizations: { de: "sagen", "pt-BR": "falar" } });
	expect(new InputError("mayNotUse", { name }).texts).toMatchObject({
		en: 'You don\'t have permission to use "say" here.',
		de: "Du darfst „sagen“ hier nicht benutzen.",
		pt: "Você não tem permissão para usar “falar” aqui.",
	});
});
