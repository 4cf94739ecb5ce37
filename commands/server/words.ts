import { TextInputStyle } from "discord-api-types/v10";
import { showText } from "../../src/discord/show-text.ts";
import { foldWord } from "../../src/say/rules/forbidden-words.ts";
import { inStretches } from "../../src/shared/in-stretches.ts";
import { labelled, textInput } from "../panel/components.ts";
import { serverList } from "./list.ts";

/** The most words of a list. Every text is searched for each of them, and a list kept by hand has fewer. */
const wordsMax = 1_000;
/** The most characters of a word, and of its folded form, in which some characters become several letters. */
const wordMaxCharacters = 100;

/** @returns the words that contain a letter or digit, with white space collapsed, by their folded form */
const cleanWords = async (words: readonly string[]): Promise<ReadonlyMap<string, string>> => {
	const rest = inStretches();
	const cleaned = new Map<string, string>();
	for (const given of words) {
		const word = given.replace(/\s+/g, " ").trim();
		const folded = foldWord(word);
		if (folded !== "") cleaned.set(folded, word);
		await rest();
	}
	return cleaned;
};

const areShort = (words: ReadonlyMap<string, string>): boolean =>
	[...words].flat().every(({ length }) => length <= wordMaxCharacters);

export const words = serverList<string>({
	page: "words",
	max: wordsMax,
	read: (guildId, store) => store.words.list(guildId),
	change: ({ guildId }, store, edit) => store.words.change(guildId, edit),
	keyOf: foldWord,
	describe: (word) => showText(word, wordMaxCharacters),
	label: (word) => word,
	fields: (t) => [
		labelled(
			t("list.words"),
			textInput("words", { style: TextInputStyle.Paragraph, max_length: 4_000, required: true }),
			t("words.separated"),
		),
	],
	take: async ({ fields }, _, t) => {
		const given = await cleanWords(fields.getTextInputValue("words").split(/[,\n]/));
		return areShort(given) ? [...given.values()] : t("words.too_long", { max: wordMaxCharacters });
	},
	file: {
		name: "words.txt",
		write: (entries) => entries,
		read: async (lines, _, __, t) => {
			const given = await cleanWords(lines);
			if (!areShort(given)) return t("words.too_long", { max: wordMaxCharacters });
			return { entries: [...given.values()], refused: [] };
		},
	},
});
