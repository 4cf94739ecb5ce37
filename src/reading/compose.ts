import type { Translate } from "../discord/texts/index.ts";
import { joinParts } from "../say/join-parts.ts";
import type { MessageParts } from "../say/message-parts.ts";
import { shortenText } from "../speech/text/shorten-text.ts";
import { isSpeakable } from "../speech/text/speakable.ts";
import { makeNameSpeakable } from "./speakable-name.ts";

/** A message as it is spoken: each of these is a Line of its own, or several. */
export interface Composed {
	/** Who speaks to whom: "Anna", "Anna to Ben". */
	readonly lead: string;
	/** The words; empty if there are none. */
	readonly body: string;
	/** What comes with them, in fixed phrases: "2 pictures". */
	readonly extras: readonly string[];
	/** Whether there are words that the service can't read, which were left out. */
	readonly isForeign: boolean;
}

export interface ComposeOptions {
	readonly t: Translate;
	/** BCP 47: the language whose sentences are looked for. */
	readonly locale: string;
	/** The author's name as it is said. */
	readonly author: string;
	/** The name of whom they answer; undefined if it is nobody, unknown or themselves. */
	readonly answers: string | undefined;
	/** The longest body. */
	readonly maxSeconds: number;
	/** Makes words speakable, as the guild's dictionary has them. */
	readonly read: (text: string) => string;
	/** Whether the service has a voice for a text. */
	readonly canRead: (text: string) => boolean;
}

const writeLead = (
	{ forwards }: MessageParts,
	{ t, author, answers }: Pick<ComposeOptions, "t" | "author" | "answers">,
): string => {
	if (forwards) return t("read.forward", { who: author });
	return answers === undefined ? author : t("read.reply", { who: author, whom: answers });
};

const nameExtras = (parts: MessageParts, t: Translate): string[] => {
	const count = (kind: "pictures" | "videos" | "sounds" | "files") =>
		parts[kind] > 0 ? [t(`read.${kind}`, { count: parts[kind] })] : [];
	const seconds = parts.voiceSeconds;
	return [
		...count("pictures"),
		...count("videos"),
		...count("sounds"),
		...count("files"),
		...(seconds === undefined ? [] : [t("read.voice", { seconds: Math.max(1, Math.round(seconds)) })]),
		...parts.stickers.flatMap((name) => {
			const said = makeNameSpeakable(name);
			return said === "" ? [] : [t("read.sticker", { name: said })];
		}),
		...(parts.hasEmbed ? [t("read.embed")] : []),
	];
};

/** A poll's question is its author's words. */
const readPoll = ({ poll }: MessageParts, { t, read }: ComposeOptions): string =>
	poll
		? joinParts([
				t("read.poll", { question: read(poll.question) }),
				t("read.answers", { count: poll.answers.length }),
			])
		: "";

/** @returns what is spoken of a message */
export const compose = (parts: MessageParts, options: ComposeOptions): Composed => {
	const { t, locale, maxSeconds, read, canRead } = options;
	const words = joinParts([read(parts.content), readPoll(parts, options)]);
	const isForeign = isSpeakable(words) && !canRead(words);
	const whole = isSpeakable(words) && !isForeign ? words : "";
	const body = shortenText(whole, maxSeconds, locale);
	return {
		lead: writeLead(parts, options),
		body,
		extras: [...(body === whole ? [] : [t("read.more")]), ...nameExtras(parts, t)],
		isForeign,
	};
};
