import { textsFor } from "../src/discord/texts/index.ts";
import { answerWithSpeech } from "../src/say/answer-with-speech.ts";
import { chooseRequest } from "../src/say/choose-request.ts";
import { quoteText } from "../src/say/quote-text.ts";
import { readMessage } from "../src/say/read-message.ts";
import { messageCommand } from "./services.ts";

export const speak = messageCommand({
	declaration: { name: "Speak" },

	async execute(interaction, services) {
		const { locale, targetMessage } = interaction;
		const { say } = services;
		const { written, names } = readMessage(targetMessage, textsFor(locale));
		const context = { ...names, locale };
		const author = targetMessage.member?.displayName ?? targetMessage.author.displayName;
		const text = {
			written,
			quote: quoteText(written, context, author),
			context,
			dialogue: "exact",
		} as const;
		await answerWithSpeech(interaction, chooseRequest(interaction, text, say), services);
	},
});
