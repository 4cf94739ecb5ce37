import type { Message, MessageContextMenuCommandInteraction } from "discord.js";
import { placeOf, whoOf } from "../src/discord/place.ts";
import { answerWithSpeech } from "../src/say/answer-with-speech.ts";
import { readMessage } from "../src/say/read-message.ts";
import type { Unread } from "../src/say/recent-requests.ts";
import { findOthersWish, wantsNoReading } from "../src/say/whose-words.ts";
import { Problem } from "../src/shared/problem.ts";
import { textsFor } from "../src/texts/index.ts";
import { messageCommand, type Services } from "./services.ts";

/** @throws {@link Problem} when its author, or that of a message that it forwards, doesn't want to be read */
const readText = async (
	interaction: MessageContextMenuCommandInteraction,
	{ guard, store }: Services,
): Promise<Unread> => {
	const { locale, user } = interaction;
	// The library makes it of what came with the interaction.
	const targetMessage = interaction.targetMessage as Message;
	const guildId = placeOf(interaction);
	const answered = targetMessage.mentions.repliedUser?.id;
	const [why, dropsQuotes] = await Promise.all([
		findOthersWish(targetMessage, whoOf(interaction), store),
		answered !== undefined && answered !== user.id && wantsNoReading(guildId, answered, store),
	]);
	if (why !== undefined) throw new Problem({ kind: "not_spoken", why });
	const { written, names } = readMessage(targetMessage, textsFor(locale), dropsQuotes ? "dropped" : "kept");
	const author = targetMessage.member?.displayName ?? targetMessage.author.displayName;
	const text = { written, author, dialogue: "exact" } as const;
	// Herald may know channels that this member can't view.
	if (!interaction.inCachedGuild()) {
		const context = { ...names, channels: new Map(), locale };
		return { text: { ...text, context, isFleeting: true }, option: {} };
	}
	const { guild } = interaction;
	// Discord shows a channel's name only to those who can view it.
	guard.noteTold(guild, user.id);
	const channels = new Map([...names.channels].filter(([id]) => guard.mayView(guild, id, user.id)));
	return { text: { ...text, context: { ...names, channels, locale } }, option: {} };
};

export const speak = messageCommand({
	declaration: { name: "Speak", everywhere: true },

	execute: (interaction, services) =>
		answerWithSpeech(interaction, readText(interaction, services), services),
});
