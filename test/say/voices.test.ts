import { prebuiltVoices } from "@herald/common/wire/voices.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { describeVoice, voiceWords } from "../../src/say/describe-voice.ts";
import { Voices } from "../../src/say/voices.ts";
import { textsFor } from "../../src/texts/index.ts";

const voicesWith = (...extraVoices: string[]) => new Voices({ defaultVoice: "kore", extraVoices });
const voices = voicesWith();
const suggest = (query: string, locale = "en") =>
	voices.suggest(query, (voice) => voiceWords(voice, textsFor(locale))).map((voice) => voice.name);

test("there are thirty voices, fourteen of them female", () => {
	expect(new Set(prebuiltVoices.map((voice) => voice.name)).size).toBe(30);
	expect(prebuiltVoices.filter((voice) => voice.sex === "female")).toHaveLength(14);
});

test("a voice is found in any case, the operator's own names too", () => {
	expect(voices.find(" kORE ")?.name).toBe("Kore");
	expect(voicesWith("My Voice", "kore").find("my voice")).toEqual({ name: "My Voice" });
	expect(voicesWith("kore").find("kore")).toMatchObject({ name: "Kore", sex: "female" });
	expect(voices.find("Nobody")).toBeUndefined();
	expect(voicesWith("").find("")).toBeUndefined();
});

test("voices are described by name, character and sex", () => {
	const described = (locale: string) =>
		voicesWith("Extra").all.map((voice) => describeVoice(voice, textsFor(locale)));
	expect(described("en")).toEqual(
		expect.arrayContaining(["Kore, firm, female", "Callirrhoe, easy-going, female", "Extra"]),
	);
	expect(described("de")).toEqual(expect.arrayContaining(["Sulafat, warm, weiblich", "Extra"]));
});

describe("suggestions", () => {
	test("are all voices in their order while nothing is typed", () => {
		for (const nothing of ["", " "])
			expect(suggest(nothing)).toEqual(prebuiltVoices.map((voice) => voice.name));
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
		expect(suggest(query, "de")).toEqual(names);
	});

	test.each([
		["weib", "de", 14],
		["männ", "de", 16],
		["fem", "de", 14],
		["weib", "en", 0],
	])("for %s in %s are %i", (query, locale, count) => {
		expect(suggest(query, locale)).toHaveLength(count);
	});

	test("of one sex leave out the other", () => {
		expect(voices.suggest("male").every((voice) => voice.sex === "male")).toBe(true);
	});

	test("are none for what is like nothing", () => {
		expect(suggest("xxxxxxxxxxxxxxxx")).toEqual([]);
	});

	test("find the operator's own name of several words", () => {
		expect(voicesWith("My Own Voice").suggest("my own voice")[0]?.name).toBe("My Own Voice");
	});

	test("find every voice by its own description", () => {
		for (const voice of prebuiltVoices)
			for (const locale of ["en", "de"])
				expect(suggest(describeVoice(voice, textsFor(locale)), locale)).toEqual([voice.name]);
	});

	test("come for any query without an error, none twice", () => {
		fc.assert(
			fc.property(fc.string({ unit: "binary" }), (query) => {
				const names = suggest(query);
				expect(new Set(names).size).toBe(names.length);
			}),
		);
	});
});
