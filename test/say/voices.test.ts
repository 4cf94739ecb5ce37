import { anyString } from "@herald/common/testing/any-string.ts";
import { readRows } from "@herald/common/testing/read-rows.ts";
import { prebuiltVoices, type SpokenCast } from "@herald/common/wire/voices.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { describeVoice, wordsInAllLanguages } from "../../src/say/sound/describe-voice.ts";
import { Voices } from "../../src/say/sound/voices.ts";
import type { Problem } from "../../src/shared/problem.ts";
import { textLanguages, textsFor } from "../../src/texts/index.ts";

const voicesWith = (...extraVoices: string[]) =>
	new Voices({ defaultVoice: "kore", extraVoices }, wordsInAllLanguages);
const voices = voicesWith();
const suggest = (query: string) => voices.suggest(query).map((voice) => voice.name);

test("a voice is found in any case, even one that the operator added", () => {
	expect(voices.find(" kORE ")?.name).toBe("Kore");
	expect(voicesWith("My Voice", "kore").find("my voice")).toEqual({ name: "My Voice" });
	expect(voicesWith("kore").find("kore")).toMatchObject({ name: "Kore", sex: "female" });
	expect(voices.find("Nobody")).toBeUndefined();
	expect(voicesWith("").find("")).toBeUndefined();
});

describe("suggestions", () => {
	test("are all voices before anything is typed, with as many women as men among the 25 that Discord shows", () => {
		for (const nothing of ["", " "]) {
			const all = voicesWith("Extra").suggest(nothing);
			expect(all.map(({ name }) => name).sort()).toEqual(
				["Extra", ...prebuiltVoices.map((voice) => voice.name)].sort(),
			);
			const shown = all.slice(0, 25);
			expect(shown.filter(({ sex }) => sex === "female")).toHaveLength(13);
			expect(shown.filter(({ sex }) => sex === "male")).toHaveLength(12);
		}
	});

	test.each(readRows<[query: string, name: string]>(import.meta.url, "voices.tsv"))(
		"begin with the nearest: %s gives %s",
		(query, name) => expect(suggest(query)[0]).toBe(name),
	);

	test("find an added voice with several words in its name", () => {
		expect(voicesWith("My Own Voice").suggest("my own voice")[0]?.name).toBe("My Own Voice");
	});

	test("find every voice by its own description", () => {
		for (const voice of prebuiltVoices)
			for (const locale of textLanguages)
				expect(suggest(describeVoice(voice, textsFor(locale)))).toEqual([voice.name]);
	});

	test("for any query give no error, and no voice twice", () => {
		fc.assert(
			fc.property(anyString(), (query) => {
				const names = suggest(query);
				expect(new Set(names).size).toBe(names.length);
			}),
		);
	});
});

test.each([
	["deep male", "male"],
	["kore, male", undefined],
	["warm fish", undefined],
])(
	"a voice typed without choosing from the list is refused, with those that fit most of the words: %s",
	(given, sex) => {
		try {
			voices.choose(given);
			expect.unreachable();
		} catch (error) {
			const { suggestions } = (error as Problem).detail as { suggestions: readonly string[] };
			expect(suggestions).toHaveLength(3);
			if (sex) expect(suggestions.map((name) => voices.find(name)?.sex)).toEqual([sex, sex, sex]);
		}
	},
);

describe("if the speaking persons are known,", () => {
	const casts: Readonly<Record<string, SpokenCast>> = {
		de: Object.fromEntries(
			prebuiltVoices.map(({ name }, n) => [
				name,
				{
					voice: ["Achird", "Algenib", "Charon"].includes(name) ? "neural/joe" : "neural/eva",
					pitch: name === "Algieba" ? 0.82 : ([1, 1.03, 0.93][n % 3] ?? 1),
					pace: [1, 1.06, 1, 0.9][n % 4] ?? 1,
				},
			]),
		),
		en: Object.fromEntries(
			prebuiltVoices.map(({ name }) => [name, { voice: "flite/slt", pitch: 1, pace: 1 }]),
		),
	};
	const known = new Voices(
		{ defaultVoice: "Kore", extraVoices: ["Extra"] },
		wordsInAllLanguages,
		(language) => casts[language],
	);
	const describeIn = (language: string, locale: string) =>
		known.in(language).all.map((voice) => describeVoice(voice, textsFor(locale)));

	test("a voice's description says whose it is and how it differs, and finds it", () => {
		const inGerman = describeIn("de", "en");
		expect(inGerman).toEqual(
			expect.arrayContaining([
				"Achernar, female",
				"Aoede, female, like Achernar, 3% higher, 6% faster",
				"Achird, male",
				"Algieba, male, like Achernar, 18% lower",
				"Extra",
			]),
		);
		expect(describeIn("de", "de")).toContain("Aoede, weiblich, wie Achernar, 3 % höher, 6 % schneller");
		expect(describeIn("de", "ja")).toContain("Aoede、女性、Achernarに似た声、3%高い、6%速い");
		for (const locale of textLanguages) {
			const said = describeIn("de", locale).join();
			expect(said).not.toContain(textsFor(locale)("voice.character.gravelly"));
			for (const each of describeIn("de", locale)) expect(each).toContain(known.in("de").choose(each).name);
		}
		expect(known.in("de").choose("gravelly").name).toBe("Algenib");
		expect(describeIn("fr", "en")).toContain("Algenib, gravelly, male");
	});

	test("members are spread over the persons of natural voices and over a robot's names, always in the same way", () => {
		const count = (language: string, tell: (name: string) => string) => {
			const heard = Array.from({ length: 900 }, (_, id) => known.in(language).ofMember(`member-${id}`));
			expect(heard.slice(0, 9)).toEqual(
				heard.slice(0, 9).map((_, id) => known.in(language).ofMember(`member-${id}`)),
			);
			return [...Map.groupBy(heard, tell).values()].map(({ length }) => length);
		};
		const people = count("de", (name) => casts.de?.[name]?.voice ?? name);
		expect(people).toHaveLength(2);
		expect(Math.min(...people)).toBeGreaterThan(400);
		expect(count("de", (name) => name)).toHaveLength(30);
		for (const [language, voices] of [
			["en", 30],
			["fr", 31],
		] as const) {
			const names = count(language, (name) => name);
			expect(names).toHaveLength(voices);
			expect(Math.max(...names)).toBeLessThan(60);
		}
	});
});

describe("a library of voices,", () => {
	const library = voicesWith(
		"Ada (female, calm storyteller)",
		"Bruno (male)",
		"Old Mill (creaking)",
		...Array.from({ length: 2_000 }, (_, n) => `Voice-${n} (female, number ${n})`),
	);
	const names = (query: string) => library.suggest(query).map(({ name }) => name);

	test("described by the operator, is searched by those descriptions, after the thirty voices", () => {
		const t = textsFor("de");
		expect(library.find("ada")).toEqual({ name: "Ada", sex: "female", description: "calm storyteller" });
		expect(describeVoice(library.find("bruno") ?? { name: "" }, t)).toBe("Bruno, männlich");
		expect(describeVoice(library.find("old mill") ?? { name: "" }, t)).toBe("Old Mill, creaking");
		expect(names("storyteller")).toEqual(["Ada"]);
		expect(names("calm weiblich")).toEqual(["Ada"]);
		expect(names("storyteler")[0]).toBe("Ada");
		expect(names("voice-1999")).toEqual(["Voice-1999"]);
		expect(names("").slice(0, 25)).toEqual(
			voices
				.suggest("")
				.slice(0, 25)
				.map(({ name }) => name),
		);
		expect(library.choose("creaking").name).toBe("Old Mill");
	});

	test("follows the thirty voices in lists", () => {
		expect(library.shown.slice(0, 30).map(({ name }) => name)).toEqual(
			prebuiltVoices.map(({ name }) => name),
		);
		expect(library.shown.length).toBeLessThan(100);
	});
});
