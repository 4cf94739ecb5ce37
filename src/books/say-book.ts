import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { PermissionFlagsBits, type RepliableInteraction } from "discord.js";
import { mayPost, nameFile } from "../discord/files.ts";
import { cutText } from "../discord/show-text.ts";
import type { AnswerServices } from "../say/answers/answer-services.ts";
import { chooseRequest, describeLeftOut } from "../say/answers/choose-request.ts";
import type { ForbiddenWords } from "../say/rules/forbidden-words.ts";
import { checkLimits } from "../say/rules/guild-rules.ts";
import type { Say } from "../say/say.ts";
import { listSpeakers } from "../say/sound/describe-voice.ts";
import type { LostVoice, SpokenTurn, WrittenText } from "../say/sound/request.ts";
import { pauseBefore, type TurnServices, writeLines, writeTurn } from "../say/sound/write-lines.ts";
import type { VoicePreferences } from "../settings/settings.ts";
import { inStretches } from "../shared/in-stretches.ts";
import { queueLongTexts } from "../shared/long-texts.ts";
import { inGuild, ofGuild } from "../shared/party.ts";
import { Problem } from "../shared/problem.ts";
import type { Line } from "../speech/line.ts";
import { cutterAtNames, type TurnOptions } from "../speech/text/cut-at-names.ts";
import { dropTags, startPauses } from "../speech/text/delivery-tags.ts";
import type { Block } from "../speech/text/document/block.ts";
import { cutIntoLines, estimateSeconds } from "../speech/text/lines.ts";
import { isSpeakable } from "../speech/text/speakable.ts";
import { textsFor } from "../texts/index.ts";
import type { Book, BookPage } from "./book.ts";
import { showBook } from "./book-progress.ts";
import type { Books } from "./books.ts";
import { fitChannel } from "./fit-channel.ts";
import { planBook, showOffer } from "./plan-book.ts";

/**
 * Lets one book be written at a time, since each takes up to half a second of the event loop's time, although with
 * breaks.
 */
const writing = queueLongTexts();

/**
 * Refuses a place where Herald couldn't show the book's progress, or where Herald or the member may not post its files.
 *
 * @param inChannel - whether the book is read in a voice channel, so that no files are posted
 */
const checkPlace = ({ channel, memberPermissions }: RepliableInteraction<"cached">, inChannel: boolean) => {
	if (inChannel) {
		const may = channel?.permissionsFor(channel.client.user);
		if (!may?.has(PermissionFlagsBits.ViewChannel)) throw new Problem({ kind: "may_not_tell" });
		return;
	}
	if (!memberPermissions.has(PermissionFlagsBits.AttachFiles))
		throw new Problem({ kind: "may_not_attach_files", who: "member" });
	if (!channel?.isSendable() || !mayPost(channel)) throw new Problem({ kind: "may_not_post" });
};

/**
 * Answers an acknowledged interaction with a book, which is spoken into files or read in the member's voice channel. If
 * the book is long, or exceeds what is left of a daily limit, the member is asked first.
 *
 * @param text - the whole text as written, and its blocks
 * @param option - the command's own options
 * @throws {@link Problem} if the text may not or can't be spoken here
 */
export const sayBook = async (
	interaction: RepliableInteraction<"cached">,
	text: LongText,
	services: AnswerServices & { readonly books: Books },
	option: Partial<VoicePreferences>,
): Promise<void> => {
	const { guildId, user, member, locale } = interaction;
	const { say, books, voice } = services;
	const place = inGuild(guildId);
	const { delivery } = await say.choose({ place, userId: user.id }, option);
	const { channelId } = member.voice;
	const isThere = channelId !== null && voice.channelOf(guildId) === channelId;
	// With `auto`, a book is read in the member's voice channel only if Herald is in that channel.
	const inChannel = delivery.value === "auto" ? isThere : delivery.value === "channel";
	checkPlace(interaction, inChannel);
	books.checkRoom(guildId, user.id, inChannel);
	const there = inChannel ? await books.findChannel(member) : undefined;
	const { words, ...limits } = await say.readRules(place);
	checkLimits(limits, member, text.written.length);
	const write = () => writeBook(interaction, text, say, words, option);
	const written = await writing.run(ofGuild(guildId), write);
	const book = there
		? await fitChannel({ ...written.book, voiceChannelId: there.id }, there.textMaxMs)
		: written.book;
	if (book.pages.length === 0) throw new Problem({ kind: "unspeakable" });

	const days = await say.budget.weighDay(place, user.id);
	const plan = planBook(book.pages, days);
	const t = textsFor(locale);
	const id = randomUUID();
	// The offer is stored first, because its buttons must work as soon as they are shown.
	if (plan.fitting.pages > 0) await books.offers.add({ id, guildId, userId: user.id }, book);
	const shown = plan.asks
		? showOffer(id, book, plan, days, t)
		: showBook(id, book, { share: 0, voiceChannelId: book.voiceChannelId }, t);
	const message = await interaction.editReply(shown);
	await say.forgetLost({ place, userId: user.id }, written.lost);
	if (plan.asks) return;
	try {
		await books.begin(id, member, false, message.id);
	} catch (error) {
		// No message has a button for this book. If erasing it fails, it is erased later, with other old data.
		await books.offers.decline(id, member).catch(() => {});
		throw error;
	}
};

/** How many characters of a book's beginning are used to detect its language. */
const detectedCharacters = 6_000;
/** How many pages are searched for the words that a file is named after. */
const namingPages = 3;

type LongText = WrittenText & { readonly blocks: readonly Block[] };

const firstWords = ({ pages }: Pick<Book, "pages">): string =>
	pages
		.slice(0, namingPages)
		.flatMap(({ lines }) => lines)
		.map((line) => dropTags(typeof line === "string" ? line : line.text))
		.join(" ");

/**
 * Decides how a book is spoken: in one voice, or by the speakers that it names.
 *
 * @returns the book, and the lost voices and presets that its notes mention
 * @throws {@link Problem} if the book can't or may not be spoken
 */
const writeBook = async (
	interaction: RepliableInteraction<"cached">,
	{ blocks, written, ...text }: LongText,
	say: Say,
	words: ForbiddenWords,
	option: Partial<VoicePreferences>,
): Promise<{ readonly book: Book; readonly lost: readonly LostVoice[] }> => {
	const { guildId, user, locale, channelId } = interaction;
	const place = inGuild(guildId);
	const context = await say.contextIn(place, text.context);
	const beginning = { written: written.slice(0, detectedCharacters), context };
	const { request, notes, lost } = await chooseRequest(interaction, beginning, say, option);
	const { quote, voice, speaker, language, style, speed = 1 } = request;
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
		return { book: { ...common, ...(speaker !== undefined && { speaker }), fileName, pages, notes }, lost };
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
	return { book, lost };
};

/** How many characters joined paragraphs should reach, since shorter texts aren't worth a request each. */
const joinMin = 300;
/** The most characters of a Line, and so of joined paragraphs. */
const lineMax = 600;
/** The most characters of a heading that names a chapter. */
const headingMax = 100;

type SpeakerSound = Omit<SpokenTurn, "speakable">;

export interface SpokenBlock extends Block {
	/** The block's speaker and their voice, if the text names its speakers. */
	readonly speaker?: SpeakerSound;
}

interface BlockGroup {
	/** The words of the group, cut wherever the speaker changes. */
	readonly parts: { text: string; readonly speaker: SpeakerSound | undefined }[];
	length: number;
	heading?: string;
	/** Whether the group is only a heading so far. */
	isBare: boolean;
}

const isRoomy = ({ length, isBare }: BlockGroup, more: string): boolean =>
	(isBare || length < joinMin) && length + more.length + 2 <= lineMax;

const add = (joined: BlockGroup, { text, speaker }: SpokenBlock): void => {
	const last = joined.parts.at(-1);
	if (last && isDeepStrictEqual(last.speaker, speaker)) last.text += `\n\n${text}`;
	else joined.parts.push({ text, speaker });
	joined.length += text.length + 2;
};

const begin = ({ text, speaker }: SpokenBlock, isBare: boolean): BlockGroup => ({
	parts: [{ text, speaker }],
	length: text.length,
	isBare,
});

/** Joins short neighbouring blocks, and a heading with what follows it. */
const join = (blocks: readonly SpokenBlock[]): BlockGroup[] => {
	const joined: BlockGroup[] = [];
	for (const block of blocks) {
		const last = joined.at(-1);
		if (block.heading) {
			const name = cutText(block.text, headingMax);
			if (last?.isBare && isRoomy(last, block.text)) {
				add(last, block);
				last.heading = cutText(`${last.heading}: ${name}`, headingMax);
			} else joined.push({ ...begin(block, true), heading: name });
		} else if (last && isRoomy(last, block.text)) {
			add(last, block);
			last.isBare = false;
		} else joined.push(begin(block, false));
	}
	return joined;
};

/** Writes a page's Lines. @param before - the last speaker of the page before */
const writeParts = (
	{ parts }: BlockGroup,
	locale: string,
	before: string | undefined,
	pauses: ReturnType<typeof startPauses>,
): readonly (string | Line)[] => {
	let last = before;
	return parts.flatMap(({ text, speaker }): readonly (string | Line)[] => {
		if (!speaker) return cutIntoLines(text, { lineMax, locale });
		const said = writeLines({ ...speaker, speakable: text }, locale, pauses);
		const goesOn = last === undefined || last === speaker.speaker;
		last = speaker.speaker;
		return goesOn ? said : pauseBefore(said);
	});
};

const measure = (lines: readonly (string | Line)[]): number =>
	lines.reduce((sum, line) => sum + estimateSeconds(typeof line === "string" ? line : line.text) * 1_000, 0);

/**
 * Writes blocks as pages in their spoken form, in stretches that don't block the event loop.
 *
 * @param read - makes a block speakable; returns undefined if nothing of the block is heard. Errors of `read` are
 * passed on
 * @param locale - the language whose rules decide where sentences end (BCP 47)
 * @returns the pages. Each has at least one letter or digit
 */
export const writePages = async <Written extends Block>(
	blocks: readonly Written[],
	read: (block: Written) => Promise<SpokenBlock | undefined>,
	locale: string,
): Promise<BookPage[]> => {
	const written = await Array.fromAsync(inStretches(blocks), async (block) => {
		const spoken = await read(block);
		return spoken && isSpeakable(spoken.text) ? [spoken] : [];
	});
	const pages: BookPage[] = [];
	const pauses = startPauses();
	let before: string | undefined;
	for await (const joined of inStretches(join(written.flat()))) {
		const { parts, heading } = joined;
		const lines = writeParts(joined, locale, before, pauses);
		before = parts.at(-1)?.speaker?.speaker;
		pages.push({ lines, ms: Math.round(measure(lines)), ...(heading !== undefined && { heading }) });
	}
	return pages;
};

interface DialogueWriting extends TurnServices {
	/** The language of the whole text; undefined leaves it to the service. */
	readonly language: string | undefined;
	/** The language whose rules decide where sentences end, if the text has none (BCP 47). */
	readonly locale: string;
	/** Throws if a speaker's name or style has words that may not be spoken. */
	readonly checkWords: (text: string) => void;
	readonly findUnheard: Say["findUnheard"];
}

/**
 * Writes a book in the voices of its speakers, in stretches that don't block the event loop.
 *
 * @returns the pages; the speakers, in the order of their first words; one of their styles, if there is any; and whether
 * there are words that no voice can read
 */
export const writeDialogue = async (
	dialogue: readonly DialogueBlock[],
	{ language, locale, checkWords, findUnheard, ...services }: DialogueWriting,
) => {
	const voices = new Map<string, string>();
	let styled: string | undefined;
	let anyLeftOut = false;
	const read = async (block: DialogueBlock) => {
		const { turn, leavesOut } = await writeTurn(block, language, services);
		anyLeftOut ||= leavesOut;
		if (!turn) return undefined;
		const { speakable, style, ...speaker } = turn;
		checkWords(`${speaker.speaker}, ${style ?? ""}`);
		styled ??= style;
		if (!voices.has(speaker.speaker)) voices.set(speaker.speaker, speaker.voice);
		const isHeard = findUnheard(style) === "nothing";
		return { ...block, text: speakable, speaker: { ...speaker, style: isHeard ? style : undefined } };
	};
	const pages = await writePages(dialogue, read, language ?? locale);
	const speakers = [...voices].map(([name, voice]) => ({ name, voice }));
	return { pages, speakers, styled, leavesOut: anyLeftOut };
};

interface DialogueBlock extends Block {
	/** The speaker; undefined for text without one. */
	readonly name: string | undefined;
}

/**
 * Finds who says what in a book, as in a short text ({@link cutterAtNames}). A heading has no speaker, and the text
 * below a heading has none until a speaker is named.
 *
 * @returns the blocks, cut where a speaker begins; undefined if the book names no speakers
 */
export const findDialogue = async (blocks: readonly Block[], options: TurnOptions) => {
	const cut = cutterAtNames(options);
	const dialogue: DialogueBlock[] = [];
	let name: string | undefined;
	let after: "named" | "unnamed" | undefined;
	for await (const block of inStretches(blocks)) {
		if (block.heading) {
			name = undefined;
			dialogue.push({ ...block, name });
			continue;
		}
		const turns = cut(block.text, after);
		after ??= turns.length > 1 && turns[0]?.text === "" ? "named" : "unnamed";
		for (const [at, turn] of turns.entries()) {
			if (at > 0) name = turn.name;
			if (turn.text !== "") dialogue.push({ text: turn.text, name });
		}
	}
	return dialogue.some((block) => block.name !== undefined) ? dialogue : undefined;
};
