import { readRows } from "@herald/common/testing/read-rows.ts";
import { afterAll, expect, test } from "vitest";
import { ofGuild } from "../../src/shared/party.ts";
import { chooseLanguage, LanguageDetector } from "../../src/speech/language/choose-language.ts";
import { findWordsAlone } from "../../src/speech/text/speakable.ts";

const detector = new LanguageDetector(60_000);
afterAll(() => detector.close());

/** The languages of a machine with a natural English voice and espeak-ng. */
const everywhere = new Set(
	(
		"af am ar az be bg bn bs ca cs cy da de el en eo es et eu fa fi fr ga gl gu he hi hr hu hy id is it ja ka kk kn " +
		"ko ku la lt lv mk ml mr ms my ne nl no or pa pl pt ro ru si sk sl sq sr sv sw ta te th tr uk ur uz vi zh"
	).split(" "),
);

interface Setting {
	/** The languages set by the member, the server and the operator, in this order. */
	readonly preferred?: readonly string[];
	readonly asked?: string;
	readonly spoken?: ReadonlySet<string>;
}
const choose = async (text: string, { preferred = [], asked, spoken = everywhere }: Setting = {}) =>
	chooseLanguage(findWordsAlone(text), {
		spoken,
		preferred,
		...(asked !== undefined && { asked }),
		detect: (words) => detector.detect(words, ofGuild("guild")),
	});
const languageOf = async (text: string, setting?: Setting) => (await choose(text, setting))?.language;

test.each(
	readRows<[text: string, preferred: string, language: string]>(import.meta.url, "choose-language.tsv"),
)(
	"“%s” is spoken as a person would expect, with the settings “%s”: %s",
	async (text, preferred, language) => {
		expect(await languageOf(text, { preferred: preferred.split(" ").filter(Boolean) })).toBe(language);
	},
);

test("the language given in a command is used, unless the text is in another script", async () => {
	const long = "does anyone know when the patch is supposed to drop today";
	expect(await languageOf(long, { asked: "de", preferred: ["de"] })).toBe("de");
	expect(await languageOf("привет", { asked: "en" })).toBe("ru");
	expect(await languageOf("привет", { asked: "bg" })).toBe("bg");
});

test("if only English is spoken, everything in Latin letters is English, and other scripts aren't read", async () => {
	const spoken = new Set(["en"]);
	expect(await languageOf("ok danke", { spoken, preferred: ["de"] })).toBe("en");
	expect(await languageOf("wer hat lust heute noch eine runde zu zocken mit uns", { spoken })).toBe("en");
	expect(await choose("привет", { spoken })).toBeUndefined();
	expect(await choose("你好", { spoken: new Set(["en", "ko"]) })).toBeUndefined();
	const cantonese = new Set(["en", "yue"]);
	expect(await choose("今天天气很好", { spoken: cantonese })).toBeUndefined();
	expect(await languageOf("今天天气很好", { spoken: cantonese, preferred: ["yue"] })).toBe("yue");
	expect(await languageOf("今天天气很好", { spoken: new Set(["yue", "en", "zh"]) })).toBe("zh");
	expect(await choose("привет hello", { spoken })).toEqual({ language: "en", leavesOut: true });
	expect(await choose("hello", { spoken })).toEqual({ language: "en", leavesOut: false });
});

test("a server's texts wait for each other, and not for another server's", async () => {
	const told: string[] = [];
	const ask = async (guildId: string, n: number) => {
		await detector.detect(`This is text number ${n}, and long enough.`, ofGuild(guildId));
		told.push(guildId);
	};
	const many = Array.from({ length: 200 }, (_, n) => ask("hostile", n));
	await ask("honest", 0);
	expect(told.length).toBeLessThan(5);
	await Promise.all(many);
});
