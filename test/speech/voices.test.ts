import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { textsFor } from "../../src/discord/texts/index.ts";
import { describeVoice, voiceWords } from "../../src/say/describe-voice.ts";
import {
	findVoice,
	listVoices,
	prebuiltVoices,
	suggestVoices,
	type Voice,
} from "../../src/speech/text/voices.ts";

const suggest = (query: string, limit = 25, locale = "en") =>
	suggestVoices(query, prebuiltVoices, {
		limit,
		wordsOf: (voice: Voice) => voiceWords(voice, textsFor(locale)),
	}).map((voice) => voice.name);

test("there are thirty voices, fourteen of them female", () => {
	expect(new Set(prebuiltVoices.map((voice) => voice.name)).size).toBe(30);
	expect(prebuiltVoices.filter((voice) => voice.sex === "female")).toHaveLength(14);
});

test("a voice is found in any case, the operator's own names too", () => {
	expect(findVoice(" kORE ", [])?.name).toBe("Kore");
	expect(findVoice("my voice", ["My Voice", "kore"])).toEqual({ name: "My Voice" });
	expect(findVoice("kore", ["kore"])).toMatchObject({ name: "Kore", sex: "female" });
	expect(findVoice("Nobody", [])).toBeUndefined();
	expect(findVoice("", [""])).toBeUndefined();
});

test("voices are described by name, character and sex", () => {
	const described = (locale: string) =>
		listVoices(["Extra"]).map((voice) => describeVoice(voice, textsFor(locale)));
	expect(described("en")).toEqual(
		expect.arrayContaining(["Kore, firm, female", "Callirrhoe, easy-going, female", "Extra"]),
	);
	expect(described("de")).toEqual(expect.arrayContaining(["Sulafat, warm, weiblich", "Extra"]));
});

describe("suggestions", () => {
	test("are the first voices in their order while nothing is typed", () => {
		expect(suggest("")).toEqual(prebuiltVoices.slice(0, 25).map((voice) => voice.name));
		expect(suggest(" ", 40)).toHaveLength(30);
	});

	test.each([
		["firm female", "Kore"],
		["kroe", "Kore"],
		["Kore, firm, female", "Kore"],
		["zephir", "Zephyr"],
		["rasalgeti", "Rasalgethi"],
		["calir", "Callirrhoe"],
		["gravely", "Algenib"],
		["male casul", "Zubenelgenubi"],
		["easy-going male", "Umbriel"],
		["puc", "Puck"],
	])("put the nearest first: %s is %s", (query, name) => {
		expect(suggest(query)[0]).toBe(name);
	});

	test.each([
		["warm weiblich", ["Sulafat"]],
		["männlich rau", ["Algenib"]],
		["mannlich sanft", []],
		["warm female", ["Sulafat"]],
	])("understand a member's own language and English: %s", (query, names) => {
		expect(suggest(query, 25, "de")).toEqual(names);
	});

	test.each([
		["weib", "de", 14],
		["männ", "de", 16],
		["fem", "de", 14],
		["weib", "en", 0],
	])("for %s in %s are %i", (query, locale, count) => {
		expect(suggest(query, 25, locale)).toHaveLength(count);
	});

	test("of one sex leave out the other", () => {
		expect(suggestVoices("male", prebuiltVoices, { limit: 40 }).every((voice) => voice.sex === "male")).toBe(
			true,
		);
	});

	test("are none for what is like nothing", () => {
		expect(suggest("xxxxxxxxxxxxxxxx")).toEqual([]);
	});

	test("find the operator's own name of several words", () => {
		expect(suggestVoices("my own voice", listVoices(["My Own Voice"]))[0]?.name).toBe("My Own Voice");
	});

	test("find every voice by its own description, whatever the limit", () => {
		fc.assert(
			fc.property(fc.constantFrom(...prebuiltVoices), fc.integer({ min: 1, max: 30 }), (voice, limit) => {
				for (const locale of ["en", "de"])
					expect(suggest(describeVoice(voice, textsFor(locale)), limit, locale)).toEqual([voice.name]);
			}),
		);
	});

	test("come for any query without an error, none twice, no more than asked for", () => {
		fc.assert(
			fc.property(fc.string({ unit: "binary" }), fc.integer({ min: 0, max: 30 }), (query, limit) => {
				const names = suggest(query, limit);
				expect(names.length).toBeLessThanOrEqual(limit);
				expect(new Set(names).size).toBe(names.length);
			}),
		);
	});
});
