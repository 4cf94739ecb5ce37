import { type Attachment, type ChatInputCommandInteraction, MessageFlags } from "discord.js";
import { request } from "undici";
import { noMentions, respondPrivately } from "../src/discord/respond.ts";
import { textsFor } from "../src/discord/texts/index.ts";
import { foldWord } from "../src/say/forbidden-words.ts";
import type { Services } from "./services.ts";

/** Every text is searched for every word: enough for any list that people keep by hand. */
const wordsMax = 1_000;
const wordMaxCharacters = 100;
const fileMaxBytes = 64 * 1024;
const fetchTimeoutMs = 10_000;

type Action = "add" | "remove" | "import" | "export";

const cleanWords = (words: readonly string[]): string[] => [
	...new Map(
		words
			.map((word) => word.replace(/\s+/g, " ").trim())
			.filter((word) => foldWord(word) !== "")
			.map((word) => [foldWord(word), word]),
	).values(),
];

/** @returns the lines of a text file that was uploaded to Discord; undefined when it is no such file */
const readFile = async (file: Attachment): Promise<string[] | undefined> => {
	if (file.size > fileMaxBytes) return undefined;
	try {
		const signal = AbortSignal.timeout(fetchTimeoutMs);
		const { statusCode, body } = await request(file.url, { signal });
		const bytes = await body.arrayBuffer();
		if (statusCode !== 200 || bytes.byteLength > fileMaxBytes) return undefined;
		return new TextDecoder("utf-8", { fatal: true }).decode(bytes).split(/\r?\n/);
	} catch {
		return undefined;
	}
};

/** `/server words`: adds to, takes from, imports or exports what the guild does not let be spoken. */
export const changeWords = async (
	interaction: ChatInputCommandInteraction<"cached">,
	args: {
		readonly action: Action;
		readonly words?: string | undefined;
		readonly file?: Attachment | undefined;
	},
	{ words: store }: Services,
): Promise<void> => {
	const { guildId, locale } = interaction;
	const t = textsFor(locale);
	const tell = (sentence: string) => respondPrivately(interaction, sentence);
	const current = store.list(guildId);
	const tooMany = t("server.words.too_many", { max: wordsMax, length: wordMaxCharacters });
	const fits = (words: readonly string[]) =>
		words.length <= wordsMax && words.every((word) => word.length <= wordMaxCharacters);

	if (args.action === "export") {
		if (current.length === 0) return tell(t("server.words.empty"));
		await interaction.reply({
			content: t("server.words.exported", { total: current.length }),
			files: [{ attachment: Buffer.from(`${current.join("\n")}\n`), name: "words.txt" }],
			allowedMentions: noMentions,
			flags: MessageFlags.Ephemeral,
		});
		return;
	}
	if (args.action === "import") {
		if (!args.file) return tell(t("server.words.need_file"));
		await interaction.deferReply({ flags: MessageFlags.Ephemeral });
		const lines = await readFile(args.file);
		if (!lines) return tell(t("server.words.bad_file"));
		const words = cleanWords(lines);
		if (!fits(words)) return tell(tooMany);
		store.replace(guildId, words);
		return tell(t("server.words.imported", { total: words.length }));
	}

	const given = cleanWords(args.words?.split(",") ?? []);
	if (given.length === 0) return tell(t("server.words.need_words"));
	const folded = new Set(given.map(foldWord));
	if (args.action === "remove") {
		const count = store.remove(
			guildId,
			current.filter((word) => folded.has(foldWord(word))),
		);
		return tell(t("server.words.removed", { count, total: current.length - count }));
	}
	const known = new Set(current.map(foldWord));
	const fresh = given.filter((word) => !known.has(foldWord(word)));
	if (!fits([...current, ...fresh])) return tell(tooMany);
	const count = store.add(guildId, fresh);
	return tell(t("server.words.added", { count, total: current.length + count }));
};
