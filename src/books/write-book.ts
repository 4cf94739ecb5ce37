import type { RepliableInteraction } from "discord.js";
import { nameFile } from "../discord/name-file.ts";
import { chooseRequest } from "../say/answers/choose-request.ts";
import { describeLeftOut } from "../say/answers/describe-lost.ts";
import { listSpeakers } from "../say/answers/describe-sound.ts";
import type { ForbiddenWords } from "../say/rules/forbidden-words.ts";
import type { Say } from "../say/say.ts";
import type { WrittenText } from "../say/sound/request.ts";
import type { VoicePreferences } from "../settings/settings.ts";
import { inGuild, ofGuild } from "../shared/party.ts";
import { Problem } from "../shared/problem.ts";
import { dropTags } from "../speech/text/delivery-tags.ts";
import type { Block } from "../speech/text/document/block.ts";
import type { Book } from "./book.ts";
import { findDialogue, writeDialogue } from "./write-dialogue.ts";
import { writePages } from "./write-pages.ts";

/** The language is detected from so many characters. */
const detectedCharacters = 6_000;
/** The pages that a file is named for are among the first ones. */
const namingPages = 3;

export interface LongText extends WrittenText {
	readonly blocks: readonly Block[];
}

export interface WrittenBook {
	readonly book: Book;
	/** Called once its notes are shown. */
	readonly onAnswered?: () => Promise<void>;
}

export interface BookWriting {
	readonly say: Say;
	readonly words: ForbiddenWords;
	/** The command's own options. */
	readonly option: Partial<VoicePreferences>;
}

const firstWords = ({ pages }: Pick<Book, "pages">): string =>
	pages
		.slice(0, namingPages)
		.flatMap(({ lines }) => lines)
		.map((line) => dropTags(typeof line === "string" ? line : line.text))
		.join(" ");

/**
 * Decides how a long text is spoken: in one voice, or by the speakers that it names.
 *
 * @throws {@link Problem} when it can't be, or must not be spoken
 */
export const writeBook = async (
	interaction: RepliableInteraction<"cached">,
	{ blocks, written, ...text }: LongText,
	{ say, words, option }: BookWriting,
): Promise<WrittenBook> => {
	const { guildId, user, locale, channelId } = interaction;
	const place = inGuild(guildId);
	const context = await say.contextIn(place, text.context);
	const beginning = { written: written.slice(0, detectedCharacters), context };
	const sound = await chooseRequest(interaction, beginning, say, option);
	const { quote, voice, speaker, language, style, speed = 1, notes = [], onAnswered } = sound;
	const checkWords = (text: string) => {
		if (words.areIn(text)) throw new Problem({ kind: "forbidden_word" });
		return text;
	};
	checkWords(style ?? "");
	const read = async (text: string, language: string | undefined) =>
		checkWords(await say.read(checkWords(text), context, language));
	const common = {
		quote,
		characters: written.length,
		voice,
		...(language !== undefined && { language }),
		...(style !== undefined && { style }),
		speed,
		locale,
		channelId: channelId ?? "",
	};
	const after = onAnswered && { onAnswered };

	const choices = await say.readChoices({ place, userId: user.id, locale });
	const resolved = choices.resolve(option);
	const names = { names: choices.speakers, exact: false, locale: language ?? locale };
	const dialogue = await findDialogue(blocks, names);
	if (!dialogue) {
		const pages = await writePages(
			blocks,
			async ({ text, ...block }) => ({ ...block, text: await read(text, language) }),
			language ?? locale,
		);
		const fileName = nameFile(voice, firstWords({ pages }));
		const book = { ...common, ...(speaker !== undefined && { speaker }), fileName, pages, notes };
		return { book, ...after };
	}
	const { pages, speakers, styled, leavesOut } = await writeDialogue(dialogue, {
		language,
		locale,
		checkWords,
		findUnheard: (style) => say.findUnheard(style),
		chooseLanguage: (text, set) => say.languages.choose(text, set, ofGuild(guildId)),
		resolve: (name) => (name === undefined ? resolved : choices.resolve({ ...option, voice: name })),
		read,
	});
	const unheard = say.findUnheard(resolved.style ? undefined : styled);
	const more = describeLeftOut(unheard, leavesOut, undefined, interaction);
	const book = {
		...common,
		speaker: listSpeakers(speakers.map(({ name }) => name)),
		fileName: nameFile(speakers[0]?.voice ?? voice, firstWords({ pages })),
		pages,
		notes: [...new Set([...notes, ...more])],
	};
	return { book, ...after };
};
