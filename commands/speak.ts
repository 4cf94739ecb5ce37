import type { MessageContextMenuCommandInteraction } from "discord.js";
import { answerWithSpeech } from "../src/say/answer-with-speech.ts";
import { readMessage } from "../src/say/read-message.ts";
import type { Unread } from "../src/say/recent-requests.ts";
import { findOthersWish, isOptedOut } from "../src/say/whose-words.ts";
import { Problem } from "../src/shared/problem.ts";
import { textsFor } from "../src/texts/index.ts";
import { messageCommand, type Services } from "./services.ts";

/** @throws {@link Problem} when its author, or that of a message that it forwards, doesn't want to be read */
const readText = async (
	interaction: MessageContextMenuCommandInteraction<"cached">,
	{ guard, store }: Services,
): Promise<Unread> => {
	const { guild, guildId, locale, targetMessage, user } = interaction;
	const answered = targetMessage.mentions.repliedUser?.id;
	const [why, dropsQuotes] = await Promise.all([
		findOthersWish(targetMessage, user.id, store),
		answered !== undefined && answered !== user.id && isOptedOut(guildId, answered, store),
	]);
	if (why !== undefined) throw new Problem({ kind: "not_spoken", why });
	const { written, names } = readMessage(targetMessage, textsFor(locale), dropsQuotes ? "dropped" : "kept");
	// Discord shows a channel's name only to those who can view it.
	guard.noteTold(guild, user.id);
	const channels = new Map([...names.channels].filter(([id]) => guard.mayView(guild, id, user.id)));
	const context = { ...names, channels, locale };
	const author = targetMessage.member?.displayName ?? targetMessage.author.displayName;
	return { text: { written, author, context, dialogue: "exact" }, option: {} };
};

export const speak = messageCommand({
	declaration: { name: "Speak" },

	execute: (interaction, services) =>
		answerWithSpeech(interaction, readText(interaction, services), services),
});
