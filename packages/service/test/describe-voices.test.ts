import { expect, test } from "vitest";
import { describeMissingVoices } from "../src/start-embedded.ts";

test.each([
	[
		{ en: "flite-1" },
		"Herald speaks English in the voices of a robot: npm run voices -- get adds a natural one, and with espeak-ng installed on this machine, it speaks a hundred other languages",
	],
	[
		{ en: "flite-1", de: "espeak-ng-1.51-1" },
		"Herald speaks in the voices of a robot: npm run voices -- get adds a natural one",
	],
	[
		{ en: "abc", de: "def" },
		"Herald speaks English and German: with espeak-ng installed on this machine, it speaks a hundred other languages, in the voices of a robot",
	],
	[{ en: "abc", de: "espeak-ng-1.51-1" }, undefined],
])("of the voices %j, what is missing is told in one sentence", (voices, sentence) => {
	expect(describeMissingVoices(new Map(Object.entries(voices)))).toBe(sentence);
});
