import type { Guild } from "discord.js";
import type { Translate } from "../discord/texts/index.ts";
import type { Say } from "../say/say.ts";
import { fastest, roundSpeed } from "../say/sound-options.ts";
import { atVolume, estimateHeardMs, writeLines } from "../say/write-lines.ts";
import type { Line } from "../speech/line.ts";
import { findSentenceEnds } from "../speech/text/script/sentences.ts";
import type { Store } from "../store/store.ts";
import type { Passage, Place, Waitable } from "./backlog.ts";
import type { Before, Write } from "./handed-text.ts";
import type { ChosenReading } from "./reading-defaults.ts";

/** Whoever spoke last is named again after so long, in ms. */
const namedAgainMs = 60_000;
/** Longer words are somebody's own: they aren't kept on disk. Names and "yes" are cached as ever. */
const keptMaxCharacters = 24;

/** What is read of a message. */
export interface ReadableMessage extends Waitable {
	/** Who speaks to whom. */
	readonly lead: string;
	/** The language that it is said in, a tag; undefined leaves it to the service. So with the body's. */
	readonly leadLanguage: string | undefined;
	readonly language: string | undefined;
	/** What comes with the words, in fixed phrases. */
	readonly extras: readonly string[];
}

/** How a text sounds. */
interface Sound {
	readonly voice: string;
	readonly style: string | undefined;
	readonly speed: number;
	/** Writes a phrase of Herald's own. */
	readonly phrase: (text: string) => Line;
}

export interface PassageWriterOptions {
	readonly say: Say;
	readonly store: Pick<Store, "preferences">;
	/** In ms. */
	readonly now: () => number;
}

/** Writes what is read of messages as Lines, each in its author's voice. */
export class PassageWriter {
	readonly #options: PassageWriterOptions;

	constructor(options: PassageWriterOptions) {
		this.#options = options;
	}

	/**
	 * Finds out how an author's messages are spoken.
	 *
	 * @param first - undefined when there is none: what is said then isn't anybody's
	 * @returns undefined when the author doesn't want to be read any more
	 */
	async prepare(
		guild: Guild,
		first: Place | undefined,
		names: ChosenReading["names"],
	): Promise<Write<ReadableMessage> | undefined> {
		const { say, store } = this.#options;
		const who = { guildId: guild.id, userId: first?.authorId ?? guild.client.user.id };
		const [{ voice, style, speed }, gainDb, { reading }, { t, language }] = await Promise.all([
			say.choose(who),
			say.readVolume(guild.id),
			store.preferences.readMember(who.guildId, who.userId),
			say.phrasesFor(guild),
		]);
		if (reading === false) return undefined;
		const phrase = (text: string, said = language): Line => ({
			text,
			voice: voice.value,
			tempo: speed.value,
			...(said !== undefined && { language: said }),
		});
		return (passage, before) => {
			const sound = { voice: voice.value, style: style?.value, speed: speed.value, phrase };
			const said = this.#isNamed(passage, names, before) ? passage.messages[0]?.content : undefined;
			const leftOut = passage.leftOut > 0 ? [phrase(t("reading.left_out", { count: passage.leftOut }))] : [];
			const name = said === undefined ? [] : [phrase(said.lead, said.leadLanguage)];
			const { lines, shortened } = writeBody(passage, sound, t, guild.preferredLocale);
			const [lead, rest] = lines.length > 0 ? [[...leftOut, ...name], lines] : [[], leftOut];
			return {
				lead: atVolume(lead, gainDb),
				lines: atVolume(rest, gainDb),
				fallback: { ...phrase(t("reading.failed")), gainDb },
				estimateMs: estimateHeardMs([...lead, ...rest]),
				named: said !== undefined,
				shortened,
			};
		};
	}

	/** Whom somebody answers is always said: without it the words would be told to all. */
	#isNamed(
		{ messages: [first], shed }: Passage<ReadableMessage>,
		names: ChosenReading["names"],
		before: Before | undefined,
	): boolean {
		if (!first || names === "off" || !shed.names) return false;
		const isNew = before?.authorId !== first.authorId || this.#options.now() - before.at > namedAgainMs;
		return names === "always" || isNew || !first.content.follows;
	}
}

/** @returns the words of messages, several in one request where nothing comes between them, and what comes with them */
const writeBody = (
	{ messages, shed }: Passage<ReadableMessage>,
	{ voice, style, speed, phrase }: Sound,
	t: Translate,
	locale: string,
): { readonly lines: readonly Line[]; readonly shortened: number } => {
	let shortened = 0;
	const parts: { text: string; language: string | undefined; isPhrase: boolean }[] = [];
	for (const { content } of messages) {
		const { language } = content;
		const body = shed.firstSentence ? cutFirstSentence(content.body, language ?? locale) : content.body;
		const isCut = body.length < content.body.length;
		if (isCut) shortened += 1;
		const last = parts.at(-1);
		if (body !== "" && last && !last.isPhrase && last.language === language) last.text += `\n${body}`;
		else if (body !== "") parts.push({ text: body, language, isPhrase: false });
		const extras = isCut ? [t("read.more"), ...content.extras] : content.extras;
		parts.push(...extras.map((text) => ({ text, language, isPhrase: true })));
	}
	// The first Line is short where somebody waits for it, and long where requests are what is short.
	const startsShort = messages.length === 1 && shed.names;
	const quicker = Math.min(fastest, roundSpeed(speed * shed.tempo));
	const lines = parts.flatMap(({ text, language, isPhrase }): readonly Line[] =>
		isPhrase
			? [phrase(text)]
			: writeLines(
					{
						speakable: text,
						voice,
						style,
						speed: quicker,
						startsShort,
						asBefore: false,
						...(language !== undefined && { language }),
					},
					locale,
				).map((line) => ({
					...line,
					...(line.text.length > keptMaxCharacters && { memoryOnly: true }),
				})),
	);
	return { lines, shortened };
};

const cutFirstSentence = (text: string, locale: string): string =>
	text.slice(0, findSentenceEnds(text, locale)[0]).trimEnd();
