import {
	type Attachment,
	type Guild,
	type Message,
	MessageFlags,
	type MessageSnapshot,
	MessageType,
	type RepliableInteraction,
} from "discord.js";
import { fetchAttachment } from "../../discord/files.ts";
import { whoOf } from "../../discord/place.ts";
import type { ResolvedNames } from "../../discord/show-text.ts";
import { cutMarks } from "../../shared/cut-marks.ts";
import { partyOf } from "../../shared/party.ts";
import { Problem } from "../../shared/problem.ts";
import type { Block } from "../../speech/text/document/block.ts";
import type { DocumentReader } from "../../speech/text/document/document-reader.ts";
import { findLinkedChannels } from "../../speech/text/speakable.ts";
import type { Translate } from "../../texts/index.ts";

/** @param guild - undefined for a forwarded message, which may be of another guild */
const namesIn = ({ mentions }: Message | MessageSnapshot, guild: Guild | null | undefined): ResolvedNames => {
	// A reply without a ping doesn't mention the user that it replies to.
	const users = [...mentions.users.values(), ...(mentions.repliedUser ? [mentions.repliedUser] : [])];
	return {
		users: new Map(
			users.map(({ id, displayName }) => [id, guild?.members.cache.get(id)?.displayName ?? displayName]),
		),
		channels: new Map(
			mentions.channels.map((channel) => [channel.id, "name" in channel ? (channel.name ?? "") : ""]),
		),
		roles: new Map(mentions.roles.map((role) => [role.id, role.name])),
	};
};

/** How many linked channels are named. Further links are read without a name. */
const linkedMax = 10;

/** @returns the names of the guild's channels that links in a text lead to, by ID */
export const namesOfLinked = (text: string, guild: Guild, mayName: (channelId: string) => boolean) => {
	const linked = [...new Set(findLinkedChannels(text))].slice(0, linkedMax);
	return new Map(
		linked.flatMap((id) => {
			const channel = guild.channels.cache.get(id);
			return channel && mayName(id) ? [[id, channel.name] as const] : [];
		}),
	);
};

/** Lines that begin with ">", and everything after ">>>". */
const quotes = /^ *(?:>>> +[\s\S]*|> +.*(?:\n|$))/gm;

/** @returns a message's own words, without quoted words */
export const dropQuotes = (content: string): string => content.replace(quotes, "").trim();

/** Takes a message apart, or the message that it forwards, since a forward has no content of its own. */
export const takeApart = (message: Message) => {
	const forwarded = message.messageSnapshots.first();
	const source = forwarded ?? message;
	const isVoice = source.flags.has(MessageFlags.IsVoiceMessage);
	const types = source.attachments.map(({ contentType }) => contentType?.split("/")[0] ?? "");
	const count = (...kinds: readonly string[]) => types.filter((type) => kinds.includes(type)).length;
	const { poll } = source;
	return {
		/** The author's text; in a forward, the text of the forwarded message. */
		content: cutMarks(source.content),
		names: namesIn(source, forwarded ? undefined : message.guild),
		forwards: forwarded !== undefined,
		/** Set for a reply. `userId` is the author of the message that it replies to, if known. */
		reply:
			message.type === MessageType.Reply && !forwarded
				? { userId: message.mentions.repliedUser?.id }
				: undefined,
		poll: poll
			? {
					question: cutMarks(poll.question.text ?? ""),
					answers: poll.answers.map(({ text }) => cutMarks(text ?? "")).filter(Boolean),
				}
			: undefined,
		pictures: count("image"),
		videos: count("video"),
		sounds: isVoice ? 0 : count("audio"),
		files: types.length - count("image", "video", "audio"),
		/** The length of a voice message, which has no other content; undefined for other messages. */
		voiceSeconds: isVoice ? (source.attachments.first()?.duration ?? 0) : undefined,
		stickers: source.stickers.map(({ name }) => name),
		// A link's preview is an embed, too, but the link itself is read.
		hasEmbed: source.embeds.some(({ data }) => data.type === "rich" || data.type === undefined),
	};
};

export type MessageParts = ReturnType<typeof takeApart>;

/** @returns words for what a message has apart from its text, such as "2 pictures" */
export const nameExtras = (parts: MessageParts, t: Translate, stickers = parts.stickers): string[] => [
	...(["pictures", "videos", "sounds", "files"] as const)
		.filter((kind) => parts[kind] > 0)
		.map((kind) => t(`read.${kind}`, { count: parts[kind] })),
	...(parts.voiceSeconds === undefined
		? []
		: [t("read.voice", { seconds: Math.max(1, Math.round(parts.voiceSeconds)) })]),
	...stickers.map((name) => t("read.sticker", { name })),
	...(parts.hasEmbed ? [t("read.embed")] : []),
];

const sentenceEnd = /[.!?…。！？]\s*$/u;

/** Joins parts into one text, with punctuation between them so that each is heard to end. */
export const joinParts = (parts: readonly string[]): string =>
	parts
		.filter(Boolean)
		.reduce(
			(text, part) => (text === "" ? part : `${text}${sentenceEnd.test(text) ? " " : ", "}${part}`),
			"",
		);

/** The most bytes of a file per character of its words. Subtitles, for example, also contain times. */
const bytesACharacter = 8;

/**
 * The extensions of the files that Discord lets members choose: at most ten. Files with other extensions are read, too,
 * if they are text.
 */
export const documentTypes = [".txt", ".text", ".log", ".md", ".markdown", ".mdown", ".mkd", ".srt", ".vtt"];

export interface FileReading {
	readonly documents: DocumentReader;
	/** The most characters of words that a file may have. */
	readonly fileMaxCharacters: number;
}

/** Reads a member's text file. @throws {@link Problem} `bad_file`, `file_too_long`, `unspeakable` */
export const readFile = async (
	interaction: RepliableInteraction,
	file: Attachment,
	{ documents, fileMaxCharacters: max }: FileReading,
): Promise<readonly Block[]> => {
	const refuseLong = () => new Problem({ kind: "file_too_long", max });
	const fetched = await fetchAttachment(interaction.client, file, max * bytesACharacter);
	if (!fetched.ok && fetched.why === "too_large") throw refuseLong();
	if (!fetched.ok) throw new Problem({ kind: "bad_file", why: fetched.why as "gone" | "unreachable" });
	const reading = await documents.read(fetched.bytes, file.name, partyOf(whoOf(interaction)), max);
	if (reading.ok) return reading.blocks;
	const { why } = reading;
	if (why === "empty") throw new Problem({ kind: "unspeakable" });
	throw why === "too_long" ? refuseLong() : new Problem({ kind: "bad_file", why });
};
