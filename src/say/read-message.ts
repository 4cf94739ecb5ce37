import { type Message, type MessageSnapshot, MessageType } from "discord.js";
import { stringOptionMax } from "../discord/limits.ts";
import type { ResolvedNames } from "../discord/resolved-names.ts";
import type { Translate } from "../discord/texts/index.ts";

/** What is said of a message: as its author wrote it, with the names of what it mentions. */
export interface MessageWords {
	readonly written: string;
	readonly names: ResolvedNames;
}

/** What messages and forwarded ones have in common. */
type Content = Pick<
	Message | MessageSnapshot,
	"content" | "attachments" | "stickers" | "embeds" | "mentions" | "poll"
>;

const sentenceEnd = /[.!?…。！？]\s*$/u;

/** @returns the parts as one text, in which each is heard to end */
const joinParts = (parts: readonly string[]): string =>
	parts
		.filter(Boolean)
		.reduce(
			(text, part) => (text === "" ? part : `${text}${sentenceEnd.test(text) ? " " : ", "}${part}`),
			"",
		);

/** What a message contains besides its words: named, not read out. */
const nameExtras = (message: Content, t: Translate): string[] => {
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
		...message.stickers.map(({ name }) => t("speak.sticker", { name })),
		// A link's preview is an embed too, and the link was already read.
		...(message.embeds.some(({ data }) => data.type === "rich" || data.type === undefined)
			? [t("speak.embed")]
			: []),
	];
};

const readPoll = ({ poll }: Content, t: Translate): string => {
	if (!poll) return "";
	const question = poll.question.text ?? "";
	const answers = poll.answers.map(({ text }) => text ?? "").filter(Boolean);
	return t("speak.poll", { poll: joinParts([question, ...answers]) });
};

const readReply = ({ type, mentions }: Message, t: Translate): string | undefined => {
	if (type !== MessageType.Reply) return undefined;
	const user = mentions.repliedUser;
	// A mention, so that markup in the name isn't taken for markup.
	return user ? t("speak.reply.to", { who: `<@${user.id}>` }) : t("speak.reply");
};

/** A message of another guild has no members here. */
const namesIn = ({ mentions }: Content): ResolvedNames => {
	const users = [...mentions.users.values(), ...(mentions.repliedUser ? [mentions.repliedUser] : [])];
	return {
		users: new Map(
			users.map((user) => [user.id, mentions.members?.get(user.id)?.displayName ?? user.displayName]),
		),
		channels: new Map(
			mentions.channels.map((channel) => [channel.id, "name" in channel ? (channel.name ?? "") : ""]),
		),
		roles: new Map(mentions.roles.map((role) => [role.id, role.name])),
	};
};

/**
 * Reads a message as a person would tell of it: its words, those of what it forwards and of its poll, and what else is
 * in it by name.
 */
export const readMessage = (message: Message, t: Translate): MessageWords => {
	// A forward has no words of its own.
	const forwarded = message.messageSnapshots.first();
	const source = forwarded ?? message;
	const words = joinParts([source.content, readPoll(source, t), ...nameExtras(source, t)]);
	const intro = forwarded ? t("speak.forward") : readReply(message, t);
	// On a line of their own, quotes and lists in the words stay what they are.
	const written = intro === undefined || words === "" ? words : `${intro}:\n${words}`;
	return { written: written.slice(0, stringOptionMax), names: namesIn(source) };
};
