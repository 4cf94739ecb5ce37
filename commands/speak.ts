import type { MessageContextMenuCommandInteraction } from "discord.js";
import { textsFor } from "../src/discord/texts/index.ts";
import { Problem } from "../src/problem.ts";
import { answerWithSpeech } from "../src/say/answer-with-speech.ts";
import { chooseRequest } from "../src/say/choose-request.ts";
import { quoteText } from "../src/say/quote-text.ts";
import { readMessage } from "../src/say/read-message.ts";
import type { Wanted } from "../src/say/recent-requests.ts";
import { findOthersWish, isOptedOut } from "../src/say/whose-words.ts";
import { messageCommand, type Services } from "./services.ts";

/** @throws {@link Problem} when its author, or whom it forwards, doesn't want to be read */
const readRequest = async (
	interaction: MessageContextMenuCommandInteraction<"cached">,
	{ guard, say, store }: Services,
): Promise<Wanted> => {
	const { guild, guildId, locale, targetMessage, user } = interaction;
	const answered = targetMessage.mentions.repliedUser?.id;
	const [why, dropsQuotes] = await Promise.all([
		findOthersWish(targetMessage, user.id, store),
		answered !== undefined && answered !== user.id && isOptedOut(guildId, answered, store),
	]);
	if (why !== undefined) throw new Problem({ kind: "not_spoken", why });
	const { written, names } = readMessage(targetMessage, textsFor(locale), dropsQuotes ? "dropped" : "kept");
	// Discord shows the name of a channel to nobody who can't view it.
	guard.noteTold(guild, user.id);
	const channels = new Map([...names.channels].filter(([id]) => guard.mayView(guild, id, user.id)));
	const context = { ...names, channels, locale };
	const author = targetMessage.member?.displayName ?? targetMessage.author.displayName;
	const quote = quoteText(written, context, author);
	return chooseRequest(interaction, { written, quote, context, dialogue: "exact" }, say);
};

export const speak = messageCommand({
	declaration: { name: "Speak" },

	execute: (interaction, services) =>
		answerWithSpeech(interaction, readRequest(interaction, services), services),
});
