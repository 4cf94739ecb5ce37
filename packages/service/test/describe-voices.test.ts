import { expect, test } from "vitest";
import { describeMissingVoices } from "../src/start-embedded.ts";

test.each([
	[
		{ en: "flite-1" },
		"Herald speaks English in robot voices: npm run voices -- get adds a natural one, and with espeak-ng installed on this machine, it speaks a hundred other languages",
	],
	[
		{ en: "flite-1", de: "espeak-ng-1.51-1" },
		"Herald speaks in robot voices: npm run voices -- get adds a natural one",
	],
	[
		{ en: "abc", de: "def" },
		"Herald speaks English and German: with espeak-ng installed on this machine, it speaks a hundred other languages, in robot voices",
	],
	[{ en: "abc", de: "espeak-ng-1.51-1" }, undefined],
])("of the voices %j, what is missing is told in one sentence", (voices, sentence) => {
	expect(describeMissingVoices(new Map(Object.entries(voices)))).toBe(sentence);
});
