import { loadEmojiNames } from "../src/speech/text/emoji/load-names.ts";
import { emojiNamer } from "../src/speech/text/emoji/name-emoji.ts";
import { makeSpeakable } from "../src/speech/text/speakable.ts";
import type { Result } from "./index.ts";

const RUNS = 20;
const WARM = 5;
const CHARACTERS = 50_000;

const texts: Readonly<Record<string, string>> = {
	"Latin letters": "the quick brown fox jumps, over. ",
	"Chinese and Japanese": "今日は天気がいいです。你好！",
	"Korean, Thai, Arabic, Hebrew": "안녕하세요 ภาษาไทย مرحبا بالعالم שָׁלוֹם ",
	"styled letters": "𝓗𝓮𝓵𝓵𝓸 ⓗⓘ ʜɪ ",
	"letters with marks": "H̸e̷l̷l̷o̷ e\u0301\u0302\u0303\u0304 ",
	digits: "1234567890 ",
	"ids and hashes": "80351110224678912 d41d8cd98f00b204e9800998ecf8427e ",
	punctuation: "?!.,;:-_ ",
	markup: "**a** _b_ ~~c~~ `d` ||e|| > ",
	"mentions and links": "<@80351110224678912> https://example.com/a ",
	brackets: "<a> [b] (c) ",
	emoji: "😂👍🏽 <:kek:123456789012345678> ",
	"kaomoji and emoticons": "(≧▽≦) ¯\\_(ツ)_/¯ :) ^^ ",
	tables: "| a | b |\n",
	entities: "&amp;&lt;&#39; ",
};

/** @returns the mean time of the processor in which a text is made speakable, in ms: others may have it meanwhile */
const timeOf = (text: string, nameEmoji: (text: string) => string): number => {
	const context = { users: new Map(), channels: new Map(), roles: new Map(), locale: "en", nameEmoji };
	const speak = () => makeSpeakable(text, context);
	for (let n = 0; n < WARM; n += 1) speak();
	const before = process.cpuUsage();
	for (let n = 0; n < RUNS; n += 1) speak();
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1_000 / RUNS;
};

/** Time in which texts of one kind of character each are made speakable, and for twice as many how many times that. */
export const run = async () => {
	const nameEmoji = emojiNamer(await loadEmojiNames("en"), "en");
	const rows = Object.entries(texts).map(([kind, unit]): Result["rows"][number] => {
		const text = unit.repeat(Math.ceil((2 * CHARACTERS) / unit.length));
		const [once, twice] = [1, 2].map((times) => timeOf(text.slice(0, times * CHARACTERS), nameEmoji));
		return {
			kind,
			ms: (once ?? 0).toFixed(1),
			"twice as many": `${((twice ?? 0) / (once ?? 1)).toFixed(1)}×`,
		};
	});
	return { title: `${CHARACTERS} characters made speakable, mean of ${RUNS}`, rows };
};
