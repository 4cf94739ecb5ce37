import { joinParts, type MessageParts, nameExtras } from "../say/answers/message-parts.ts";
import { canBeReadIn, type Phrases } from "../say/sound/languages.ts";
import type { SpokenTurn } from "../say/sound/request.ts";
import { estimateSeconds, shortenText } from "../speech/text/lines.ts";
import { isSpeakable } from "../speech/text/speakable.ts";
import { makeNameSpeakable } from "./spoken-names.ts";

/** A message as it is spoken: each of these is a Line of its own, or several. */
export interface ComposedMessage {
	/** The speaker, and the one who is answered: "Anna", "Anna to Ben". */
	readonly lead: string;
	/** The language that it is said in, a tag; undefined leaves it to the service. So with the others. */
	readonly leadLanguage: string | undefined;
	/** The words; empty if there are none. */
	readonly body: string;
	/** The body's speakers, where its author names them. */
	readonly turns?: readonly SpokenTurn[];
	readonly language: string | undefined;
	/** Attachments in fixed phrases: "2 pictures". */
	readonly extras: readonly string[];
	/** The attachments that a member may have worded: stickers' names. */
	readonly stickers: readonly string[];
	/** Whether there are words that no voice can read, which were left out. */
	readonly isForeign: boolean;
	/** The channels whose names are said. */
	readonly named?: readonly string[];
}

export interface ComposeOptions {
	readonly phrases: Phrases;
	/** The words' language; undefined leaves it to the service. */
	readonly language: string | undefined;
	/** BCP 47: the language whose sentences are looked for where the words have none. */
	readonly locale: string;
	readonly author: string;
	/** The name of the one who is answered; undefined if there is none, or it is the author. */
	readonly answers: string | undefined;
	readonly maxSeconds: number;
	readonly turns?: readonly SpokenTurn[] | undefined;
	/** Makes words speakable, as the guild's dictionary has them. */
	readonly read: (text: string) => string;
	/** Whether there is a voice for a text. */
	readonly canRead: (text: string) => boolean;
	/** Said for a name that can't be said in the language of Herald's own words. */
	readonly someone: string;
	/** @returns the language in which a name alone is said that stands before words in another one */
	readonly ofName: (name: string, language: string | undefined) => string | undefined;
}

const writeLead = (
	{ forwards }: MessageParts,
	language: string | undefined,
	{ phrases, author, answers, someone, ofName }: ComposeOptions,
): Pick<ComposedMessage, "lead" | "leadLanguage"> => {
	const { t } = phrases;
	if (!forwards && answers === undefined)
		return { lead: author, leadLanguage: ofName(author, language ?? phrases.language) };
	const name = (given: string) => (canBeReadIn(given, phrases.language) ? given : someone);
	const who = name(author);
	const lead = forwards
		? t("read.forward", { who })
		: t("read.reply", { who, whom: name(answers ?? someone) });
	return { lead, leadLanguage: phrases.language };
};

/** A poll's question is its author's words. */
const readPoll = ({ poll }: MessageParts, { phrases: { t }, read }: ComposeOptions): string =>
	poll
		? joinParts([
				t("read.poll", { question: read(poll.question) }),
				t("read.answers", { count: poll.answers.length }),
			])
		: "";

/** Less than this isn't begun, in seconds. */
const leastSeconds = 1;

/** @returns the first turns, of about so many seconds at most, the last of them cut as a text is */
const shortenTurns = (
	turns: readonly SpokenTurn[],
	maxSeconds: number,
	locale: string,
): readonly SpokenTurn[] => {
	const kept: SpokenTurn[] = [];
	let left = maxSeconds;
	for (const turn of turns) {
		if (left < leastSeconds) break;
		const speakable = shortenText(turn.speakable, left, turn.language ?? locale);
		kept.push({ ...turn, speakable });
		if (speakable !== turn.speakable) break;
		left -= estimateSeconds(speakable);
	}
	return kept;
};

/** @returns all that is said in turns, as one text */
const joinTurns = (turns: readonly SpokenTurn[]): string =>
	turns.map(({ speakable }) => speakable).join("\n");

export const compose = (parts: MessageParts, options: ComposeOptions): ComposedMessage => {
	const { phrases, locale, maxSeconds, turns, read, canRead } = options;
	const words = turns ? joinTurns(turns) : joinParts([read(parts.content), readPoll(parts, options)]);
	const isForeign = !turns && isSpeakable(words) && !canRead(words);
	const whole = isSpeakable(words) && !isForeign ? words : "";
	const language = whole === "" ? undefined : options.language;
	const kept = turns && shortenTurns(turns, maxSeconds, language ?? locale);
	const { t } = phrases;
	const stickers = parts.stickers.map(makeNameSpeakable).filter(Boolean);
	const body = kept ? joinTurns(kept) : shortenText(whole, maxSeconds, language ?? locale);
	return {
		...writeLead(parts, language, options),
		body,
		...(kept && { turns: kept }),
		language,
		extras: [...(body === whole ? [] : [t("read.more")]), ...nameExtras(parts, t, stickers)],
		stickers: stickers.map((name) => t("read.sticker", { name })),
		isForeign,
	};
};
