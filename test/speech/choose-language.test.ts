import { afterAll, describe, expect, test } from "vitest";
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

const german = { preferred: ["de"] };
const german_server = { preferred: ["de-AT"] };
const brazilian = { preferred: ["pt-BR", "en"] };
const russian = { preferred: ["ru", "de"] };
const nobody = {};

describe("a line of chat is spoken in the language that a person would expect", () => {
	test.each([
		["lol", nobody, "en"],
		["lol", german, "de"],
		["ok danke", german, "de"],
		["ok danke", german_server, "de-AT"],
		["Hello from Herald.", nobody, "en"],
		["gg wp", nobody, "en"],
		["brb 5 min", nobody, "en"],
		["moin", german, "de"],
		["bis gleich!", german, "de"],
		["wtf", german, "de"],
		["42", german, "de"],
		["42", nobody, "en"],
		["?!", nobody, "en"],
		["ça va ?", { preferred: ["fr"] }, "fr"],
		["mdr trop bien", { preferred: ["fr-CA"] }, "fr-CA"],
		["kkkkk", brazilian, "pt-BR"],
		["bom dia gente", brazilian, "pt-BR"],
		["jajaja", { preferred: ["es-MX"] }, "es-MX"],
		["привет", nobody, "ru"],
		["привет", german, "ru"],
		["привіт", { preferred: ["uk"] }, "uk"],
		["здравей", { preferred: ["bg", "en"] }, "bg"],
		["ok", russian, "ru"],
		["спасибо, bro", russian, "ru"],
		["γεια σου", nobody, "el"],
		["שלום", german, "he"],
		["مرحبا", nobody, "ar"],
		["سلام", { preferred: ["fa"] }, "fa"],
		["こんにちは", nobody, "ja"],
		["今日はいい天気", { preferred: ["zh"] }, "ja"],
		["了解", nobody, "zh"],
		["了解", { preferred: ["ja"] }, "ja"],
		["你好", german, "zh"],
		["你好", { preferred: ["zh-TW"] }, "zh-TW"],
		["안녕하세요", nobody, "ko"],
		["สวัสดี", nobody, "th"],
		["नमस्ते", nobody, "hi"],
		["नमस्कार", { preferred: ["mr"] }, "mr"],
		["<@123456789012345678> ok danke", german, "de"],
		["https://example.com/some/very/long/address/that/nobody/reads/aloud ok", german, "de"],
		["```js\nconst wholeProgram = 'in English, and long enough to tell';\n``` guck mal", german, "de"],
		["<:this_is_a_custom_emoji_with_a_long_name:123456789012345678> moin", german, "de"],
		["|| this spoiler is in English and long enough to tell it ||", german, "de"],
		["does anyone know when the patch is supposed to drop today", german, "en"],
		["lmao that was actually insane bro did you see that", german, "en"],
		["wer hat lust heute noch eine runde zu zocken mit uns", nobody, "de"],
		["kannst du mal schauen ob der server noch läuft bitte danke", nobody, "de"],
		["quelqu'un peut m'aider avec le boss du niveau trois svp", german, "fr"],
		["alguém sabe que horas começa o jogo do flamengo hoje gente", brazilian, "pt-BR"],
		["думаю, нам варто зустрітися завтра ввечері ще раз", russian, "uk"],
		["GG WP EZ NOOB LOL ROFL LMAO XDDDDD POGGERS KEKW MONKAS", german, "de"],
		["xqzt brrr klmn ptprt zzzzz aaaaaa hmmmmm hahahahahahaha", german, "de"],
	])("%s, with %o: %s", async (text, setting, language) => {
		expect(await languageOf(text, setting)).toBe(language);
	});
});

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
