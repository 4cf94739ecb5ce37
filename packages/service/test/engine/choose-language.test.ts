import { expect, test } from "vitest";
import { chooseLanguage } from "../../src/engine/engine.ts";
import { LanguageError } from "../../src/engine/speech-engine.ts";

const many = new Set(["en", "de", "ru", "uk", "sr", "ja", "zh", "hi"]);
const english = new Set(["en"]);

test.each([
	["Hello", undefined, "en"],
	["Hallo", "de-AT", "de-AT"],
	["Привет", undefined, "ru"],
	["Привіт", "uk", "uk"],
	["Привет", "de", "ru"],
	["猫が好き", undefined, "ja"],
	["你好", undefined, "zh"],
	["漢字", "ja", "ja"],
	["नमस्ते", undefined, "hi"],
	["OK, хорошо", undefined, "ru"],
	["Wow, 日本", undefined, "en"],
	["LOL", "ja", "ja"],
	["10 🎉", "de", "de"],
	["10 🎉", undefined, "en"],
])("%j, where %s is asked for, is spoken in %s", (text, asked, language) => {
	expect(chooseLanguage(text, asked, many)).toBe(language);
});

test("of a text in two scripts, the one that is read here is spoken", () => {
	expect(chooseLanguage("こんにちは, John", undefined, english)).toBe("en");
	expect(() => chooseLanguage("こんにちは", undefined, english)).toThrow(LanguageError);
});
