import type { Message, MessageContextMenuCommandInteraction } from "discord.js";
import { stringOptionMax } from "../src/discord/limits.ts";
import { placeOf, whoOf } from "../src/discord/place.ts";
import { answerWithSpeech } from "../src/say/answers/answer-with-speech.ts";
import {
	dropQuotes,
	joinParts,
	type MessageParts,
	nameExtras,
	namesOfLinked,
	takeApart,
} from "../src/say/answers/message-parts.ts";
import { findOthersWish, wantsNoReading } from "../src/say/rules/whose-words.ts";
import type { Unread } from "../src/say/sound/request.ts";
import { Problem } from "../src/shared/problem.ts";
import { type Translate, textsFor } from "../src/texts/index.ts";
import { messageCommand, type Services } from "./services.ts";

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
 * @returns the words, as they were written, with the names of what they mention
 */
const readMessage = (message: Message, t: Translate, quotes: "kept" | "dropped") => {
	const parts = takeApart(message);
	const content = quotes === "kept" ? parts.content : dropQuotes(parts.content);
	const words = joinParts([content, readPoll(parts, t), ...nameExtras(parts, t)]);
	const intro = introduce(parts, t);
	// On a line of their own, quotes and lists in the words stay what they are.
	const written = intro === undefined || words === "" ? words : `${intro}:\n${words}`;
	return { written: written.slice(0, stringOptionMax), names: parts.names };
};

/** @throws {@link Problem} when its author, or that of a message that it forwards, doesn't want to be read */
const readText = async (
	interaction: MessageContextMenuCommandInteraction,
	{ guard, store }: Services,
): Promise<Unread> => {
	const { locale, user } = interaction;
	// The library makes it of what came with the interaction.
	const targetMessage = interaction.targetMessage as Message;
	const place = placeOf(interaction);
	const answered = targetMessage.mentions.repliedUser?.id;
	const [why, dropsQuotes] = await Promise.all([
		findOthersWish(targetMessage, whoOf(interaction), store),
		answered !== undefined && answered !== user.id && wantsNoReading(place, answered, store),
	]);
	if (why !== undefined) throw new Problem({ kind: "not_spoken", why });
	const { written, names } = readMessage(targetMessage, textsFor(locale), dropsQuotes ? "dropped" : "kept");
	const author = targetMessage.member?.displayName ?? targetMessage.author.displayName;
	const authorId = targetMessage.author.id;
	const whose = { messageId: targetMessage.id, ...(authorId !== user.id && { authorId }) };
	const text = { written, author, ...whose, dialogue: "exact" } as const;
	// Herald may know channels that this member can't view.
	if (!interaction.inCachedGuild()) {
		const context = { ...names, channels: new Map(), locale };
		return { text: { ...text, context, isFleeting: true }, option: {} };
	}
	const { guild } = interaction;
	// Discord shows a channel's name only to those who can view it.
	guard.noteRoles(guild, user.id);
	const mayName = (id: string) => guard.mayView(guild, id, user.id);
	const channels = new Map([
		...[...names.channels].filter(([id]) => mayName(id)),
		...namesOfLinked(written, guild, mayName),
	]);
	return { text: { ...text, context: { ...names, channels, locale } }, option: {} };
};

export const speak = messageCommand({
	declaration: { name: "Speak", everywhere: true },

	execute: (interaction, services) =>
		answerWithSpeech(interaction, readText(interaction, services), services),
});
