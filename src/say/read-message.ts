import type { Message } from "discord.js";
import { stringOptionMax } from "../discord/limits.ts";
import type { ResolvedNames } from "../discord/resolved-names.ts";
import type { Translate } from "../texts/index.ts";
import { joinParts } from "./join-parts.ts";
import { dropQuotes, type MessageParts, takeApart } from "./message-parts.ts";

/** What is said of a message: as its author wrote it, with the names of what it mentions. */
export interface MessageWords {
	readonly written: string;
	readonly names: ResolvedNames;
}

/** What a message contains besides its words: named, not read out. */
const nameExtras = (parts: MessageParts, t: Translate): string[] => [
	...(parts.pictures > 0 ? [t("speak.pictures", { count: parts.pictures })] : []),
	...(parts.videos > 0 ? [t("speak.videos", { count: parts.videos })] : []),
	...(parts.sounds > 0 ? [t("speak.sounds", { count: parts.sounds })] : []),
	...(parts.files > 0 ? [t("speak.files", { count: parts.files })] : []),
	...(parts.voiceSeconds === undefined ? [] : [t("speak.sounds", { count: 1 })]),
	...parts.stickers.map((name) => t("speak.sticker", { name })),
	...(parts.hasEmbed ? [t("speak.embed")] : []),
];

const readPoll = ({ poll }: MessageParts, t: Translate): string =>
	poll ? t("speak.poll", { poll: joinParts([poll.question, ...poll.answers]) }) : "";

const introduce = ({ forwards, reply }: MessageParts, t: Translate): string | undefined => {
	if (forwards) return t("speak.forward");
	if (!reply) return undefined;
	// A mention, so that markup in the name isn't taken for markup.
	return reply.userId === undefined ? t("speak.reply") : t("speak.reply.to", { who: `<@${reply.userId}>` });
};

/**
 * Reads a message as a person would tell of it: its words, those of what it forwards and of its poll, and what else is
 * in it by name.
 *
 * @param quotes - what it quotes of others; dropped where those don't want to be read
 */
export const readMessage = (message: Message, t: Translate, quotes: "kept" | "dropped"): MessageWords => {
	const parts = takeApart(message);
	const content = quotes === "kept" ? parts.content : dropQuotes(parts.content);
	const words = joinParts([content, readPoll(parts, t), ...nameExtras(parts, t)]);
	const intro = introduce(parts, t);
	// On a line of their own, quotes and lists in the words stay what they are.
	const written = intro === undefined || words === "" ? words : `${intro}:\n${words}`;
	return { written: written.slice(0, stringOptionMax), names: parts.names };
};
