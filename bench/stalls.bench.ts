import { threadCpuUsage } from "node:process";
import { cutMarks } from "../src/cut-marks.ts";
import { stringOptionMax } from "../src/discord/limits.ts";
import { showText } from "../src/discord/show-text.ts";
import { SpokenDictionary } from "../src/reading/dictionary.ts";
import {
	entriesMax,
	entryMaxCharacters,
	makeEntry,
	readDictionaryLines,
} from "../src/reading/dictionary-lines.ts";
import { sayName } from "../src/reading/spoken-names.ts";
import { ForbiddenWords } from "../src/say/forbidden-words.ts";
import { quoteText } from "../src/say/quote-text.ts";
import { cleanStyle } from "../src/say/sound-options.ts";
import { estimateMs, writeLines } from "../src/say/write-lines.ts";
import { readPlain } from "../src/speech/text/document/plain.ts";
import { loadEmojiNames } from "../src/speech/text/emoji/load-names.ts";
import { emojiNamer } from "../src/speech/text/emoji/name-emoji.ts";
import { findTurns } from "../src/speech/text/find-turns.ts";
import { nearestNames, suggestVoices } from "../src/speech/text/search-voices.ts";
import { shortenText } from "../src/speech/text/shorten-text.ts";
import { findWordsAlone, makeSpeakable } from "../src/speech/text/speakable.ts";
import { prebuiltVoices } from "../src/speech/text/voices.ts";
import type { Result } from "./index.ts";

export const name = "stalls";

const sizes = 10;
const shown = 10;
/** Discord's longest message and nickname, and the longest list that is uploaded, in characters. */
const messageMax = 4_000;
const nicknameMax = 32;
const listMax = 65_536;

/** Each is repeated to a text's length. */
const parts = [
	..."a _ * [ | ` < \u0301 \u3164 \u200b 한 ﷺ 🇦 \u1100 \ud800 . - : 一".split(" "),
	...["a ", "_a_b", "_*a", "[a](http://a", "||a", "``a", "<@1>", "<t:1:F>", "http://a?b=("],
	...["\u0301\u0345", "a\u0315\u0300\u05ae\u0301", "👩\u200d", "1\ufe0f\u20e3", "\n", "\n> ", "A. ", "@="],
	...["Kore: ", "Kore:x\n", "xX_", "_.-", "ก", "a\u200d", "U.S.", "1. ", "\u05b0\u05bc", "||a|| "],
];
const generators: readonly (readonly [string, (length: number) => string])[] = [
	...parts.map((part) => [JSON.stringify(part), (n: number) => part.repeat(n).slice(0, n)] as const),
	["marks in another order", (n) => `a${"\u0301".repeat(n / 2)}${"\u0316".repeat(n / 2)}`],
	["a name in brackets", (n) => `x${"_".repeat(n)}y`.slice(0, n)],
	[
		"runs of all lengths",
		(n) =>
			Array.from({ length: 150 }, (_, k) => `${"`".repeat(k)}a`)
				.join("")
				.slice(0, n),
	],
];

const nobody = { users: new Map(), channels: new Map(), roles: new Map(), locale: "en-US" };
const speakers = prebuiltVoices.map((voice) => voice.name);
const words = Array.from({ length: entriesMax }, (_, n) => `${"a".repeat((n % 90) + 1)}b${n}`);
const nasty = new SpokenDictionary([
	{ word: "一", say: "_.-".repeat(33) },
	{ word: "a", say: "\u0301".repeat(entryMaxCharacters) },
	{ word: "_", say: "||`*".repeat(24) },
]);

/** What is done with a text in one go, by where it is given, and how long it may be there. */
const listEntries = async (): Promise<readonly (readonly [string, number, (text: string) => unknown])[]> => {
	const readEmoji = emojiNamer(await loadEmojiNames("en"), "en");
	const context = { ...nobody, language: "en", readEmoji };
	const forbidden = new ForbiddenWords(words);
	const say = (text: string) => {
		const speakable = makeSpeakable(text, context);
		const request = { speakable, voice: "Kore", style: undefined, startsShort: true };
		findTurns(text, { names: speakers, exact: false, locale: "en" });
		findWordsAlone(text);
		forbidden.areIn(text);
		forbidden.areIn(speakable);
		quoteText(text, nobody);
		estimateMs(writeLines(request, "en"));
	};
	const message = (text: string) => {
		const spoken = makeSpeakable(text, { ...context, rewrite: nasty.apply });
		forbidden.areIn(spoken);
		shortenText(spoken, 300, "th");
	};
	return [
		["say", stringOptionMax, say],
		["file", stringOptionMax, (text) => readPlain(text).map((block) => makeSpeakable(block.text, context))],
		["message", messageMax, message],
		[
			"name",
			nicknameMax,
			(text) => sayName(text, { rewrite: nasty.apply, canRead: () => true, someone: "" }),
		],
		["dictionary", listMax, (text) => readDictionaryLines(text.split("\n"))],
		[
			"dictionary, made ready",
			entryMaxCharacters,
			(text) =>
				new SpokenDictionary(
					words
						.map((word) => makeEntry(text.slice(word.length) + word, text))
						.filter((entry) => typeof entry !== "string"),
				),
		],
		[
			"words",
			entryMaxCharacters,
			(text) => new ForbiddenWords(words.map((word) => text.slice(word.length) + word)),
		],
		["preset", stringOptionMax, (text) => nearestNames(text, speakers, 3)],
		["voice", stringOptionMax, (text) => suggestVoices(text, prebuiltVoices)],
		["style", stringOptionMax, (text) => showText(cleanStyle(text) ?? "", 100)],
	];
};

const cpuMs = (): number => {
	const { user, system } = threadCpuUsage();
	return (user + system) / 1_000;
};

/** How long the event loop stands still for one request, by what is given where: the slowest of all. */
export const run = async (): Promise<Result> => {
	const entries = await listEntries();
	const rows: { entry: string; text: string; characters: number; ms: number }[] = [];
	for (const [entry, max, work] of entries)
		for (const [text, generate] of generators)
			for (let size = 1; size <= sizes; size += 1) {
				const characters = Math.ceil((max * size) / sizes);
				const given = generate(characters);
				let ms = Number.POSITIVE_INFINITY;
				// The first time, code may still have to be compiled.
				for (let time = 0; time < 3 && ms > 1; time += 1) {
					const since = cpuMs();
					work(cutMarks(given));
					ms = Math.min(ms, cpuMs() - since);
				}
				rows.push({ entry, text, characters, ms });
			}
	rows.sort((a, b) => b.ms - a.ms);
	return {
		title: `the slowest of ${rows.length} hostile texts, processor time of the event loop; 50 ms is too long`,
		rows: rows.slice(0, shown).map((row) => ({ ...row, ms: row.ms.toFixed(0) })),
	};
};
