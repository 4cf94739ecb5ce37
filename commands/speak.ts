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
	// A mention instead of the name: the name's characters could be taken for markup.
	return reply.userId === undefined ? t("speak.reply") : t("speak.reply.to", { who: `<@${reply.userId}>` });
};

/**
 * Writes a message as a person would read it out: its words, the words of forwarded messages and of its poll, and the
 * names of everything else in it.
 *
 * @param quotes - "dropped" if the author of quoted words doesn't want to be read
 * @returns the words as written, and the names of what they mention
 */
const readMessage = (message: Message, t: Translate, quotes: "kept" | "dropped") => {
	const parts = takeApart(message);
	const content = quotes === "kept" ? parts.content : dropQuotes(parts.content);
	const words = joinParts([content, readPoll(parts, t), ...nameExtras(parts, t)]);
	const intro = introduce(parts, t);
	// On a line of their own, quotes and lists are still recognized as markup.
	const written = intro === undefined || words === "" ? words : `${intro}:\n${words}`;
	return { written: written.slice(0, stringOptionMax), names: parts.names };
};

/**
 * @throws {@link Problem} if the message's author, or the author of a message that it forwards, doesn't want to be read
 */
const readText = async (
	interaction: MessageContextMenuCommandInteraction,
	{ guard, store }: Services,
): Promise<Unread> => {
	const { locale, user } = interaction;
	// The library has built a `Message` from the interaction's data.
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
	// Herald may know channels that this member can't view, so channels aren't named.
	if (!interaction.inCachedGuild()) {
		const context = { ...names, channels: new Map(), locale };
		return { text: { ...text, context, isFleeting: true }, option: {} };
	}
	const { guild } = interaction;
	// As in Discord, only members who can view a channel see its name.
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
		answerWithSpeech(interaction, readText(interaction, services), services, { isJustRead: true }),
});
