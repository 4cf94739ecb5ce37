import { joinParts, type MessageParts, nameExtras } from "../say/answers/message-parts.ts";
import { canBeReadIn, type Phrases } from "../say/sound/languages.ts";
import type { SpokenTurn } from "../say/sound/request.ts";
import { estimateSeconds, shortenText } from "../speech/text/lines.ts";
import { isSpeakable } from "../speech/text/speakable.ts";
import { makeNameSpeakable } from "./spoken-names.ts";

/** A message in its spoken form. Each part becomes one or more Lines. */
export interface ComposedMessage {
	/** Who speaks, and to whom if it is a reply: "Anna", "Anna to Ben". */
	readonly lead: string;
	/** The lead's language (BCP 47); undefined leaves it to the service. `language` is the body's, in the same form. */
	readonly leadLanguage: string | undefined;
	/** The words; "" if there are none. */
	readonly body: string;
	/** The turns of the body, if it names speakers. */
	readonly turns?: readonly SpokenTurn[];
	readonly language: string | undefined;
	/** Words for attachments and other contents, such as "2 pictures". */
	readonly extras: readonly string[];
	/** The entries of `extras` that may have a member's words: those with the names of stickers. */
	readonly stickers: readonly string[];
	/** Whether words were left out because no voice can read them. */
	readonly isForeign: boolean;
	/** The IDs of the channels whose names are said. */
	readonly named?: readonly string[];
}

export interface ReadableMessage extends ComposedMessage {
	/** The message's text as it was written. An edit with the same text changes nothing. */
	readonly written: string;
	/** Whether the message goes before waiting messages of others. At most every second message does. */
	readonly goesFirst?: boolean;
	/** Whether the message can follow another one of its author in one utterance. A reply can't. */
	readonly follows: boolean;
}

export interface ComposeOptions {
	readonly phrases: Phrases;
	/** The language of the words; undefined leaves it to the service. */
	readonly language: string | undefined;
	/** The language whose rules decide where sentences end, if the words have none (BCP 47). */
	readonly locale: string;
	readonly author: string;
	/** The name of the member who is answered; undefined if the message is no reply, or a reply to its own author. */
	readonly answers: string | undefined;
	readonly maxSeconds: number;
	readonly turns?: readonly SpokenTurn[] | undefined;
	/** Makes words speakable, with the guild's dictionary. */
	readonly read: (text: string) => string;
	/** Whether a voice can read a text. */
	readonly canRead: (text: string) => boolean;
	/** Said instead of a name that can't be said in the language of Herald's own words. */
	readonly someone: string;
	/** @returns the language in which to say a name alone, before words in `language` */
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

/** Puts a poll into spoken words. Its question is in its author's words. */
const readPoll = ({ poll }: MessageParts, { phrases: { t }, read }: ComposeOptions): string =>
	poll
		? joinParts([
				t("read.poll", { question: read(poll.question) }),
				t("read.answers", { count: poll.answers.length }),
			])
		: "";

/** If less time than this is left, in seconds, no further turn is begun. */
const leastSeconds = 1;

/** @returns the first turns, of about `maxSeconds` at most. The last one may be shortened like a text */
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
