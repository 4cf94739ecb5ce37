import type { ModalSubmitInteraction } from "discord.js";
import { TextInputStyle } from "discord-api-types/v10";
import { nameFile, sendFile } from "../../src/discord/files.ts";
import { whoOf } from "../../src/discord/place.ts";
import { formatLength, resolvedNames, showText } from "../../src/discord/show-text.ts";
import {
	entriesMax,
	entryMaxCharacters,
	foldDictionaryWord,
	makeEntry,
	readDictionaryLines,
	SpokenDictionary,
	writeDictionaryLines,
} from "../../src/reading/dictionary.ts";
import { foldWord } from "../../src/say/rules/forbidden-words.ts";
import { writeLines } from "../../src/say/sound/write-lines.ts";
import { inStretches } from "../../src/shared/in-stretches.ts";
import { inGuild, ofGuild } from "../../src/shared/party.ts";
import { Problem } from "../../src/shared/problem.ts";
import { findWordsAlone, isSpeakable } from "../../src/speech/text/speakable.ts";
import type { DictionaryEntry } from "../../src/store/database.ts";
import { type Translate, textsFor } from "../../src/texts/index.ts";
import { labelled, textInput } from "../panel/components.ts";
import type { Services } from "../services.ts";
import { serverList } from "./list.ts";

/** The most words of a list. Every text is searched for each of them, and a list kept by hand has fewer. */
const wordsMax = 1_000;
/** The most characters of a word, and of its folded form, in which some characters become several letters. */
const wordMaxCharacters = 100;

/** @returns the words that contain a letter or digit, with white space collapsed, by their folded form */
const cleanWords = async (words: readonly string[]): Promise<ReadonlyMap<string, string>> => {
	const cleaned = new Map<string, string>();
	for await (const given of inStretches(words)) {
		const word = given.replace(/\s+/g, " ").trim();
		const folded = foldWord(word);
		if (folded !== "") cleaned.set(folded, word);
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

/** How much of a word, and of its replacement, is shown, in characters. */
const shownMax = 50;

const describe = ({ word, say }: DictionaryEntry, t: Translate): string =>
	`${showText(word, shownMax)} → ${showText(say, shownMax) || t("dictionary.nothing")}`;

export const dictionary = serverList<DictionaryEntry>({
	page: "words",
	max: entriesMax,
	read: (guildId, store) => store.dictionary.list(guildId),
	change: ({ guildId }, store, edit) => store.dictionary.change(guildId, edit),
	keyOf: ({ word }) => foldDictionaryWord(word),
	describe,
	label: ({ word, say }, t) => `${word} → ${say || t("dictionary.nothing")}`,
	fields: (t) => [
		labelled(t("dictionary.word"), textInput("word", { max_length: entryMaxCharacters, required: true })),
		labelled(
			t("dictionary.say"),
			textInput("say", { max_length: entryMaxCharacters }),
			t("dictionary.silent"),
		),
	],
	take: async ({ fields, guildId }, { say }, t) => {
		const entry = makeEntry(fields.getTextInputValue("word"), fields.getTextInputValue("say"));
		if (entry === "no_word") return t("dictionary.no_word");
		if (entry === "too_long") return t("dictionary.too_long", { max: entryMaxCharacters });
		const { words } = await say.readRules(inGuild(guildId));
		return words.areIn(entry.say) ? t("problem.forbidden_word") : [entry];
	},
	canTry: true,
	file: {
		name: "dictionary.txt",
		write: writeDictionaryLines,
		read: async (lines, guildId, { say }) => {
			const { words } = await say.readRules(inGuild(guildId));
			return readDictionaryLines(lines, (said) => words.areIn(said));
		},
	},
});

/**
 * @returns a text as it would be read, in the member's voice; @throws Problem if nothing of it can be spoken, or it
 * has a forbidden word
 */
export const tryDictionary = async (
	{ guild, guildId, user, locale }: ModalSubmitInteraction<"cached">,
	text: string,
	{ say, store }: Services,
) => {
	const [entries, { words }, { languages, voice, style, speed }] = await Promise.all([
		store.dictionary.list(guildId),
		say.readRules(inGuild(guildId)),
		say.choose({ place: inGuild(guildId), userId: user.id }),
	]);
	// The language is chosen as for messages: the text's or the server's, not the language of the manager's Discord.
	const chosen = await say.languages.choose(findWordsAlone(text), languages, ofGuild(guildId));
	const { apply: rewrite } = await SpokenDictionary.prepare(entries);
	const context = await say.contextIn(inGuild(guildId), {
		...resolvedNames(null),
		locale: guild.preferredLocale,
		rewrite,
	});
	const speakable = await say.read(text, context, chosen?.language);
	if (!isSpeakable(speakable)) throw new Problem({ kind: "unspeakable" });
	if (words.areIn(speakable)) throw new Problem({ kind: "forbidden_word" });
	const sound = {
		voice: voice.value,
		style: say.findUnheard(style?.value) === "nothing" ? style?.value : undefined,
		speed: speed.value,
		...(chosen && { language: chosen.language }),
	};
	/** A sentence with the text as it would be read. */
	const told = textsFor(locale)("dictionary.tried", { text: showText(speakable, 1_000) });
	return { told, speakable, voice: sound.voice, lines: writeLines({ speakable, ...sound }, locale) };
};

/** Sends the spoken text as a file to the member who tries the dictionary. @throws Problem if it can't be spoken */
export const playTrial = async (
	interaction: ModalSubmitInteraction<"cached">,
	{ speakable, voice, lines }: Awaited<ReturnType<typeof tryDictionary>>,
	{ say, shutdown }: Services,
): Promise<void> => {
	const who = whoOf(interaction);
	await say.budget.countText(who);
	const { sound } = await say.speak(who, lines, shutdown);
	const content = `**${voice}** · ${formatLength(sound.durationMs)}`;
	const fileName = nameFile(voice, speakable);
	await sendFile(interaction, sound, { fileName, content, components: [], isPrivate: true });
};
