import { beforeEach, describe, expect, test } from "vitest";
import { button, withSound } from "../support/answers.ts";
import type { Herald, Values } from "../support/herald.ts";
import { serverPanel } from "../support/server-panel.ts";
import { ifAsked, refuse, speakWell } from "../support/upstream.ts";
import { useWorld } from "../support/world.ts";

const threeLanguages = new Map(Object.entries({ en: "flite", de: "first", ru: "espeak" }));
/** The languages that the speech service speaks, each with its engine, as the embedded service reports them. */
let spoken: ReadonlyMap<string, string> = threeLanguages;
const { upstream, herald, playground, owner, member } = await useWorld(
	{ DEFAULT_LANGUAGE: "de" },
	{ spoken: () => spoken },
);
beforeEach(async () => {
	herald.advance(61_000);
	spoken = threeLanguages;
	await herald.use(member, "voice me", { reset: true }).firstAnswer();
	await serverPanel(playground, owner).reset("voice");
	upstream.behave(speakWell);
});

const answer = async (...args: Parameters<Herald["use"]>) =>
	(await herald.use(...args).firstAnswer()).content;
/** @returns each requested text with the language sent with it */
const sent = () => upstream.asked().map(({ text, language }) => [text, language]);
/** @param locale - the language of the member's Discord; by default, one that no voice speaks here */
const say = async (text: string, values: Values = {}, locale = "fr") => {
	await answer(member, "say", { text, ...values }, locale);
	return sent().at(-1);
};

describe("a text", () => {
	test("is spoken in the language of the command, else of the member, the server, the member's Discord, the operator", async () => {
		expect(await say("ok 1")).toEqual(["ok 1", "de"]);
		for (const [locale, language] of Object.entries({ "en-GB": "en", ru: "ru", de: "de" }))
			expect(await say(`ok ${locale}`, {}, locale)).toEqual([`ok ${locale}`, language]);
		await serverPanel(playground, owner).set({ language: "en" });
		expect(await say("ok 2")).toEqual(["ok 2", "en"]);
		await answer(member, "voice me", { language: "ru" });
		expect(await say("ok 3")).toEqual(["ok 3", "ru"]);
		expect(await say("ok 4", { language: "de-AT" })).toEqual(["ok 4", "de-AT"]);
	});

	test("is spoken in the language of its script throughout, and so are Herald's own words in it", async () => {
		await answer(member, "say", { text: `Привет, https://example.com. ${"Как дела сегодня? ".repeat(60)}` });
		expect(sent().length).toBeGreaterThan(1);
		expect(new Set(sent().map(([, language]) => language))).toEqual(new Set(["ru"]));
		expect((await say("siehe https://example.com"))?.[0]).toBe("siehe ein Link zu example.com");
		expect((await say("see https://example.com", { language: "en" }))?.[0]).toBe("see a link to example.com");
	});

	test("that no voice can read is refused with the languages spoken here; with two scripts, it says what it leaves out", async () => {
		expect(await answer(member, "say", { text: "བཀྲ་ཤིས་" })).toBe(
			"No voice here can read the writing system of this text. The voices here speak English, German and Russian; whoever hosts this bot can add others (docs/voices.md).",
		);
		expect(await answer(member, "say", { text: "བཀྲ་ཤིས་" }, "de")).toContain(
			"Es gibt Stimmen für Englisch, Deutsch und Russisch;",
		);
		expect(upstream.requests).toHaveLength(0);
		expect(await answer(member, "say", { text: "བཀྲ་ཤིས་ means hello there" })).toMatch(
			/\n-# A text is read in one language throughout, so words in another writing system may be left out\.$/,
		);
	});

	test("whose language no voice speaks says so once a day to each member", async () => {
		const person = playground.world.addMember(playground.home.guild, { username: "reads" });
		const told = "\n-# Aqui não há voz para este idioma (francês), então foi usada uma de outro idioma.";
		const text = "Bonjour à toutes et à tous, la réunion de ce soir commence dans cinq minutes au salon.";
		const speak = () => answer(person, "say", { text }, "pt-BR");
		expect(await speak()).toContain(told);
		expect(await speak()).not.toContain(told);
		herald.advance(24 * 60 * 60 * 1_000);
		expect(await speak()).toContain(told);
	});

	test("that was spoken before is made anew if the voices of its language have changed, and no others", async () => {
		const speakBoth = async () => {
			await say("Noch einmal");
			await say("Once more", { language: "en-GB" });
			return sent().map(([text]) => text);
		};
		await speakBoth();
		expect(await speakBoth()).toEqual(["Noch einmal", "Once more"]);
		spoken = new Map([...threeLanguages, ["de", "second"]]);
		expect(await speakBoth()).toEqual(["Noch einmal", "Once more", "Noch einmal"]);
		spoken = threeLanguages;
		expect(await speakBoth()).toHaveLength(3);
	});

	test("that names speakers has each long turn's own language, and the whole text's for short turns", async () => {
		const english = "This is long enough to tell what language it is in.";
		const german = "Das ist lang genug, um zu hören, welche Sprache es ist.";
		const panel = serverPanel(playground, owner);
		await panel.add("presets", { name: "Marie", voice: "Leda", language: "Russian" });
		const speak = async (...turns: readonly string[]) => {
			upstream.forgetAsked();
			const told = await answer(member, "say", { text: turns.join("\n"), as: "file" });
			return { told, asked: Object.fromEntries(sent()) };
		};
		const most = [`Kore: ${english}`, `Puck: I say: ${english}`, `Kore: ${german}`];
		const { told, asked } = await speak("Oh.", ...most, "Marie: Non.");
		expect(asked).toEqual({
			"Oh.": "en",
			[english]: "en",
			[`I say: ${english}`]: "en",
			[german]: "de",
			"Non.": "ru",
		});
		expect(told).not.toContain("left out");
		expect((await speak("Puck: Oh 1.", `Kore: ${german}`)).asked).toMatchObject({ "Oh 1.": "de" });
		await answer(member, "voice me", { language: "ru" });
		expect((await speak("Puck: Oh 2.", "Leda: No.")).asked).toEqual({ "Oh 2.": "ru", "No.": "ru" });
		const unread = await speak(`Puck: ${english}`, "Kore: བཀྲ་ཤིས་", "Leda: …");
		expect(Object.keys(unread.asked).filter((text) => text !== english)).toEqual([]);
		expect(unread.told).toContain("words in another writing system may be left out");
		expect((await speak("Kore: བཀྲ་ཤིས་")).told).toMatch(/^No voice here can read/);
		await panel.remove("presets", "Marie");
	});

	test("is repeated in the same language", async () => {
		const answered = await herald.say(member, "ok 5", { language: "en" }).firstAnswer();
		await withSound(playground.click(member, answered, button(answered, "As a voice message")));
		expect(sent()).toEqual([["ok 5", "en"]]);
	});
});

describe("a language", () => {
	test("that can't be sent to the service is ignored, and the member is told each time", async () => {
		upstream.behave(ifAsked("languageCode", refuse(400, "400", `Unknown name "languageCode"`)));
		const note =
			/\n-# The speech service doesn't let you choose a language, so it detected one from the text\.$/;
		for (const text of ["bonjour", "bonsoir"])
			expect(await answer(member, "say", { text, language: "ru" }, "en-GB")).toMatch(note);
		expect(sent()).toEqual([
			["bonjour", "ru"],
			["bonjour", undefined],
			["bonsoir", undefined],
		]);
		herald.advance(60 * 60_000);
	});

	test("may be given by its name in the member's language or in English, or by its tag", async () => {
		for (const language of ["Russisch", "russian", "русский", "ru"])
			expect(await answer(member, "voice me", { language }, "de")).toContain(
				"**Sprache** Russisch (deine Einstellung), außer",
			);
	});

	test("that no voice speaks or that doesn't exist is refused, and nothing is changed", async () => {
		expect(await answer(member, "voice me", { language: "fr" })).toBe(
			"No voice here speaks French. The voices here speak English, German and Russian; whoever hosts this bot can add others (docs/voices.md).",
		);
		spoken = new Map([...Array(15).keys()].map((n) => [`a${String.fromCharCode(97 + n)}`, "espeak"]));
		expect(await answer(member, "voice me", { language: "fr" })).toBe(
			"No voice here speaks French. Choose another language from the list; whoever hosts this bot can add voices (docs/voices.md).",
		);
		expect(await answer(member, "say", { text: "བཀྲ་ཤིས་" })).toMatch(/^No voice here can read this text\. /);
		spoken = threeLanguages;
		expect(await answer(member, "say", { text: "hi", language: "gibberish" })).toBe(
			"“gibberish” isn't a language that Herald knows. Choose one from the list.",
		);
		expect(await answer(member, "voice show")).toContain(
			"**Language** English (your Discord language), unless",
		);
	});

	test.each([
		["Rusian", "en", "There is no language called “Rusian”. Did you mean **Russian**?"],
		["Duetsch", "es", "No hay ningún idioma que se llame “Duetsch”. ¿Querías decir **alemán**?"],
		["Englich", "de", "Es gibt keine Sprache namens „Englich“. Meintest du **Englisch**?"],
	])("that is misspelled is refused with the nearest name: %s", async (language, locale, told) => {
		expect(await answer(member, "say", { text: "hi", language }, locale)).toBe(told);
	});

	test("that is no longer spoken is replaced by the next one that is", async () => {
		await answer(member, "voice me", { language: "ru" });
		spoken = new Map(Object.entries({ en: "flite", de: "first" }));
		expect(await say("ok 6")).toEqual(["ok 6", "de"]);
		expect(await answer(member, "voice show")).toContain("**Language** English (your Discord language)");
	});

	test("is completed by name from the languages that are spoken", async () => {
		const complete = (language: string, locale: string) =>
			playground.autocomplete(member, "say", { text: "x", language }, "language", { locale });
		expect(await complete("", "de")).toEqual([
			{ name: "Deutsch", value: "de" },
			{ name: "Englisch", value: "en" },
			{ name: "Russisch", value: "ru" },
		]);
		expect(await complete("germ", "de")).toEqual([{ name: "Deutsch", value: "de" }]);
		expect(await complete("french", "en-US")).toEqual([]);
		spoken = new Map("af am de en ru sq zu".split(" ").map((tag) => [tag, "espeak"]));
		expect((await complete("", "ru")).map(({ value }) => value)).toEqual("ru en de sq am af zu".split(" "));
	});

	test("is Cantonese only for members who chose it, and Chinese characters are otherwise Chinese", async () => {
		spoken = new Map([...threeLanguages, ["yue", "espeak"]]);
		for (const [locale, refused] of [
			["en-US", "No voice here can read the writing system of this text."],
			["de", "Hier kann keine Stimme das Schriftsystem dieses Textes lesen."],
			["ja", "このテキストの文字に対応した声がありません。"],
		] as const)
			expect(await answer(member, "say", { text: "今天天气很好" }, locale)).toContain(refused);
		await herald.use(member, "voice me", { language: "yue" }).firstAnswer();
		expect(await say("今天天氣很好")).toEqual(["今天天氣很好", "yue"]);
	});

	test("of the server is shown in its panel, and can be reset", async () => {
		const panel = serverPanel(playground, owner);
		expect(await panel.set({ language: "Russian" })).toContain("**Language:** Russian\n");
		expect(await panel.reset("voice")).toContain("**Language:** German");
	});
});
