import type { ChatInputCommandInteraction } from "discord.js";
import { ApplicationCommandOptionType } from "discord-api-types/v10";
import { resolvedNames } from "../../src/discord/resolved-names.ts";
import { respondPrivately } from "../../src/discord/respond.ts";
import { showText } from "../../src/discord/show-text.ts";
import { foldDictionaryWord, SpokenDictionary } from "../../src/reading/dictionary.ts";
import {
	entriesMax,
	entryMaxCharacters,
	makeEntry,
	writeDictionaryLines,
} from "../../src/reading/dictionary-lines.ts";
import { Problem } from "../../src/shared/problem.ts";
import { findWordsAlone, isSpeakable } from "../../src/speech/text/speakable.ts";
import type { DictionaryEntry } from "../../src/store/dictionary.ts";
import type { Store } from "../../src/store/store.ts";
import { textsFor } from "../../src/texts/index.ts";
import { type Services, subcommand } from "../services.ts";
import { addEntries, exportLines, removeEntries } from "./edit-list.ts";
import { fitLines } from "./fit-lines.ts";
import { importDictionary } from "./import-dictionary.ts";

const { String: Text, Attachment: File } = ApplicationCommandOptionType;

/** A sentence to try. */
const wordMax = 1_000;

type Interaction = ChatInputCommandInteraction<"cached">;

const show = (text: string): string => showText(text, entryMaxCharacters * 2);

const listOf = ({ dictionary }: Store, guildId: string) => ({
	read: () => dictionary.list(guildId),
	change: dictionary.change,
	max: entriesMax,
	keyOf: ({ word }: DictionaryEntry) => foldDictionaryWord(word),
});

const add = async (
	interaction: Interaction,
	word: string,
	say: string,
	{ store, ...services }: Services,
): Promise<void> => {
	const t = textsFor(interaction.locale);
	const tell = (sentence: string) => respondPrivately(interaction, sentence);
	const entry = makeEntry(word, say);
	if (entry === "no_word") return tell(t("dictionary.no_word"));
	if (entry === "too_long") return tell(t("dictionary.too_long", { max: entryMaxCharacters }));
	const { words } = await services.say.readRules(interaction.guildId);
	if (words.areIn(entry.say)) return tell(t("dictionary.blocked"));
	const { guildId } = interaction;
	const counts = await addEntries(guildId, listOf(store, guildId), [entry]);
	if (!counts) return tell(t("dictionary.full", { max: entriesMax }));
	const shown = show(entry.word);
	return tell(
		entry.say === ""
			? t("dictionary.silent", { word: shown })
			: t("dictionary.added", { word: shown, say: show(entry.say) }),
	);
};

const remove = async (interaction: Interaction, word: string, store: Store): Promise<void> => {
	const t = textsFor(interaction.locale);
	const { guildId } = interaction;
	const { before, after } = await removeEntries(guildId, listOf(store, guildId), [
		foldDictionaryWord(word.replace(/\s+/g, " ").trim()),
	]);
	await respondPrivately(
		interaction,
		before === after
			? t("list.missing", { what: show(word) })
			: t("dictionary.removed", { word: show(word) }),
	);
};

/** Shows a text as it would be read out. */
const tryOut = async (interaction: Interaction, text: string, { say, store }: Services): Promise<void> => {
	const { guild, guildId, user, locale, options } = interaction;
	const [entries, { words }, { languages }] = await Promise.all([
		store.dictionary.list(guildId),
		say.readRules(guildId),
		say.choose({ guildId, userId: user.id }),
	]);
	// As messages are read: in the text's language or the server's, not in the one that the manager's Discord is in.
	const chosen = await say.languages.choose(findWordsAlone(text), languages);
	const context = { ...resolvedNames(options.resolved), locale: guild.preferredLocale };
	const { apply: rewrite } = await SpokenDictionary.prepare(entries);
	const spoken = await say.read(text, { ...context, rewrite }, chosen?.language);
	if (!isSpeakable(spoken)) throw new Problem({ kind: "unspeakable" });
	if (words.areIn(spoken)) throw new Problem({ kind: "forbidden_word" });
	await respondPrivately(
		interaction,
		textsFor(locale)("dictionary.tried", { text: showText(spoken, 1_500) }),
	);
};

export const dictionary = subcommand({
	options: {
		action: {
			type: Text,
			required: true,
			choices: ["add", "remove", "list", "try", "import", "export"],
			texts: "server.action",
			choiceTexts: "action",
		},
		word: { type: Text, max_length: wordMax },
		say: { type: Text, max_length: entryMaxCharacters },
		file: { type: File },
	},

	async execute(interaction, { action, word, say, file }, services) {
		const { guildId, locale } = interaction;
		const t = textsFor(locale);
		const tell = (sentence: string) => respondPrivately(interaction, sentence);
		if (action === "import")
			return file ? importDictionary(interaction, file, services) : tell(t("dictionary.need_file"));
		if (action === "list" || action === "export") {
			const entries = await services.store.dictionary.list(guildId);
			const total = entries.length;
			if (total === 0) return tell(t("dictionary.none"));
			if (action === "export") {
				const lines = writeDictionaryLines(entries);
				return exportLines(interaction, t("dictionary.exported", { total }), "dictionary.txt", lines);
			}
			const describe = (entry: DictionaryEntry) =>
				t("dictionary.entry", { word: show(entry.word), say: show(entry.say) || t("dictionary.nothing") });
			return tell(fitLines(t("dictionary.list"), entries, describe, t));
		}
		if (word === undefined) return tell(t("dictionary.need_word"));
		if (action === "try") return tryOut(interaction, word, services);
		if (action === "remove") return remove(interaction, word, services.store);
		return say === undefined ? tell(t("dictionary.need_say")) : add(interaction, word, say, services);
	},
});
