import type { Message } from "discord.js";
import { stringOptionMax } from "../src/discord/limits.ts";
import { type Translate, textsFor } from "../src/discord/texts/index.ts";
import { answerWithSpeech } from "../src/say/answer-with-speech.ts";
import { chooseRequest } from "../src/say/choose-request.ts";
import { quoteText } from "../src/say/quote-text.ts";
import { messageCommand } from "./services.ts";

/** What a message contains besides its words: mentioned, not read out. */
const nameExtras = (message: Message, t: Translate): string[] => {
	const types = message.attachments.map(({ contentType }) => contentType?.split("/")[0] ?? "");
	const pictures = types.filter((type) => type === "image").length;
	const videos = types.filter((type) => type === "video").length;
	const sounds = types.filter((type) => type === "audio").length;
	const files = types.length - pictures - videos - sounds;
	return [
		...(pictures > 0 ? [t("speak.pictures", { count: pictures })] : []),
		...(videos > 0 ? [t("speak.videos", { count: videos })] : []),
		...(sounds > 0 ? [t("speak.sounds", { count: sounds })] : []),
		...(files > 0 ? [t("speak.files", { count: files })] : []),
		...(message.stickers.size > 0 ? [t("speak.sticker")] : []),
		// A link's preview is an embed too, and the link was already read.
		...(message.embeds.some(({ data }) => data.type === "rich" || data.type === undefined)
			? [t("speak.embed")]
			: []),
	];
};

const namesIn = ({ mentions }: Message<true>) => ({
	users: new Map(
		mentions.users.map((user) => [user.id, mentions.members.get(user.id)?.displayName ?? user.displayName]),
	),
	channels: new Map(
		mentions.channels.map((channel) => [channel.id, "name" in channel ? (channel.name ?? "") : ""]),
	),
	roles: new Map(mentions.roles.map((role) => [role.id, role.name])),
});

export const speak = messageCommand({
	declaration: { name: "Speak" },

	async execute(interaction, services) {
		const { locale, targetMessage } = interaction;
		const t = textsFor(locale);
		const context = { ...namesIn(targetMessage), locale };
		const extras = nameExtras(targetMessage, t).join(", ");
		const words = services.say.read(targetMessage.content, context);
		const written = [targetMessage.content, extras && `(${extras})`]
			.filter(Boolean)
			.join(" ")
			.slice(0, stringOptionMax);
		const speakable = [words, extras].filter(Boolean).join(/[.!?…。]\s*$/u.test(words) ? " " : ", ");
		const author = targetMessage.member?.displayName ?? targetMessage.author.displayName;
		const quote = quoteText(written, context, author);
		const wanted = chooseRequest(interaction, { written, quote, speakable }, services.say);
		await answerWithSpeech(interaction, wanted, services);
	},
});
