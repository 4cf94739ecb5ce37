import { MessageFlags } from "discord.js";
import { ApplicationCommandOptionType } from "discord-api-types/v10";
import { readTextFile } from "../../src/discord/fetch-attachment.ts";
import { respondPrivately } from "../../src/discord/respond.ts";
import { foldWord } from "../../src/say/forbidden-words.ts";
import { cleanWords, wordMaxCharacters, wordsMax } from "../../src/say/word-list.ts";
import { textsFor } from "../../src/texts/index.ts";
import { subcommand } from "../services.ts";
import { addEntries, exportLines, removeEntries } from "./edit-list.ts";

const { String: Text, Attachment } = ApplicationCommandOptionType;

const haveRoom = (words: ReadonlyMap<string, string>): boolean =>
	words.size <= wordsMax && [...words].flat().every(({ length }) => length <= wordMaxCharacters);

export const words = subcommand({
	options: {
		action: {
			type: Text,
			required: true,
			choices: ["add", "remove", "import", "export"],
			texts: "server.action",
			choiceTexts: "action",
		},
		words: { type: Text },
		file: { type: Attachment },
	},

	async execute(interaction, args, { store: { words: stored } }) {
		const { guildId, locale } = interaction;
		const t = textsFor(locale);
		const tell = (sentence: string) => respondPrivately(interaction, sentence);
		const tooMany = t("server.words.too_many", { max: wordsMax, length: wordMaxCharacters });
		const list = {
			read: () => stored.list(guildId),
			change: stored.change,
			max: wordsMax,
			keyOf: foldWord,
		};

		if (args.action === "export") {
			const current = await stored.list(guildId);
			const total = current.length;
			if (total === 0) return tell(t("server.words.empty"));
			return exportLines(interaction, t("server.words.exported", { total }), "words.txt", current);
		}
		if (args.action === "import") {
			if (!args.file) return tell(t("server.words.need_file"));
			await interaction.deferReply({ flags: MessageFlags.Ephemeral });
			const lines = await readTextFile(interaction.client, args.file);
			if (!lines) return tell(t("server.words.bad_file"));
			const words = await cleanWords(lines);
			if (!haveRoom(words)) return tell(tooMany);
			await stored.change(guildId, () => [...words.values()]);
			return tell(t("server.words.imported", { total: words.size }));
		}

		const given = await cleanWords(args.words?.split(",") ?? []);
		if (given.size === 0) return tell(t("server.words.need_words"));
		if (args.action === "remove") {
			const { before, after } = await removeEntries(guildId, list, [...given.keys()]);
			return tell(t("server.words.removed", { count: before - after, total: after }));
		}
		const counts = haveRoom(given) ? await addEntries(guildId, list, [...given.values()]) : undefined;
		if (!counts) return tell(tooMany);
		const { before, after } = counts;
		return tell(t("server.words.added", { count: after - before, total: after }));
	},
});
