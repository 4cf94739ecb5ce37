import type { SoundFile } from "@herald/common/audio/clip.ts";
import {
	type Attachment,
	type BaseMessageOptions,
	type Client,
	type GuildTextBasedChannel,
	type InteractionEditReplyOptions,
	MessageFlags,
	MessagePayload,
	PermissionFlagsBits,
	type RepliableInteraction,
} from "discord.js";
import { request } from "undici";
import { cutMarks } from "../shared/cut-marks.ts";
import { Problem } from "../shared/problem.ts";
import { isRefusal } from "./api-error.ts";

interface Caption {
	/** Without its extension. */
	readonly fileName: string;
	readonly content: string;
	readonly components: NonNullable<BaseMessageOptions["components"]>;
	/**
	 * Whether only the member sees the message. It has no effect on a deferred answer, whose visibility was decided when
	 * it was deferred.
	 */
	readonly isPrivate?: boolean;
}

const toBuffer = (bytes: Uint8Array<ArrayBuffer>): Buffer =>
	Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/**
 * @param more - further fields of the file in the request
 * @returns a message with a sound and its content type. discord.js leaves out the type, without which Discord shows
 * no player for an Ogg file
 */
const withSound = (
	target: RepliableInteraction | GuildTextBasedChannel,
	sound: SoundFile,
	message: object,
	name: string,
	more: Readonly<Record<string, unknown>> = {},
): MessagePayload => {
	const data = toBuffer(sound.ogg);
	const options = { ...message, files: [{ attachment: data, name, ...more }] } as InteractionEditReplyOptions;
	const payload = MessagePayload.create(target, options);
	payload.files = [{ data, name, contentType: "audio/ogg" }];
	return payload;
};

const captionMessage = ({ content, components, isPrivate }: Caption) => ({
	content,
	components: [...components],
	flags: MessageFlags.SuppressEmbeds | (isPrivate ? MessageFlags.Ephemeral : 0),
});

/**
 * @returns a {@link Problem} `sound_too_large` if Discord refused a request because it is too large; otherwise the
 * error
 */
export const readTooLarge = (error: unknown): unknown =>
	isRefusal(error, "RequestEntityTooLarge")
		? new Problem({ kind: "sound_too_large" }, (error as Error).message)
		: error;

const fileMessage = (interaction: RepliableInteraction, sound: SoundFile, caption: Caption): MessagePayload =>
	withSound(interaction, sound, captionMessage(caption), `${caption.fileName}.ogg`);

/** Answers a deferred interaction with a file. @throws {@link Problem} `sound_too_large` */
export const deliverFile = async (interaction: RepliableInteraction, sound: SoundFile, caption: Caption) => {
	await interaction.editReply(fileMessage(interaction, sound, caption)).catch((error: unknown) => {
		throw readTooLarge(error);
	});
};

/** Sends another file after the answer. */
export const sendFile = async (interaction: RepliableInteraction, sound: SoundFile, caption: Caption) => {
	await interaction.followUp(fileMessage(interaction, sound, caption) as never);
};

/**
 * Answers a deferred interaction with a voice message. A voice message can't have text or be an edit, so the deferred
 * answer becomes the caption, and the voice message follows it.
 *
 * @returns false if sending the voice message failed or seemed to fail, and the sound is in the answer as a file
 * instead
 */
export const deliverVoiceMessage = async (
	interaction: RepliableInteraction,
	sound: SoundFile,
	caption: Caption,
): Promise<boolean> => {
	await interaction.editReply(captionMessage(caption));
	const payload = withSound(interaction, sound, { flags: MessageFlags.IsVoiceMessage }, "voice-message.ogg", {
		duration: sound.durationMs / 1_000,
		waveform: toBuffer(sound.waveform).toString("base64"),
	});
	try {
		await interaction.followUp(payload as never);
		return true;
	} catch {
		// The voice message was refused, or may have arrived after all. Sending it again could post it twice, so the file
		// is put into the answer by an edit.
		await deliverFile(interaction, sound, caption);
		return false;
	}
};

/** How much of Discord's size limit is kept free for the rest of the request, in bytes. */
const roomBytes = 64 * 1024;

/** @returns the largest sound that Discord accepts in an answer, in bytes */
export const soundMaxBytes = ({ attachmentSizeLimit }: RepliableInteraction): number =>
	attachmentSizeLimit - roomBytes;

/** @returns the guild channel with this id; undefined if Herald doesn't know it, or it can't have messages */
export const findPlace = (client: Client, channelId: string): GuildTextBasedChannel | undefined => {
	const channel = client.channels.cache.get(channelId);
	return channel?.isSendable() && !channel.isDMBased() ? channel : undefined;
};

/** @returns whether Herald may post messages with files in a channel, and edit them */
export const mayPost = (channel: GuildTextBasedChannel): boolean => {
	const send = channel.isThread()
		? PermissionFlagsBits.SendMessagesInThreads
		: PermissionFlagsBits.SendMessages;
	const may = channel.permissionsFor(channel.client.user);
	return may?.has([PermissionFlagsBits.ViewChannel, send, PermissionFlagsBits.AttachFiles]) ?? false;
};

export interface PostedSound {
	readonly content: string;
	readonly name: string;
	/** Up to 25 characters. Discord posts only one of two messages with the same nonce within minutes. */
	readonly nonce: string;
}

export const postSound = async (
	channel: GuildTextBasedChannel,
	sound: SoundFile,
	{ content, name, nonce }: PostedSound,
): Promise<void> => {
	const message = { content, nonce, enforceNonce: true, flags: MessageFlags.SuppressEmbeds };
	await channel.send(withSound(channel, sound, message, name));
};

const cdn = "https://cdn.discordapp.com";
const discordHost = /(?:^|\.)discord(?:app)?\.com$/;
const fetchTimeoutMs = 10_000;

/**
 * A file's bytes, or why there are none. `too_large`: the file is larger than allowed. `gone`: the file or its URL has
 * expired. `unreachable`: any other failure, which may be temporary.
 */
type FetchResult =
	| { readonly ok: true; readonly bytes: Uint8Array }
	| { readonly ok: false; readonly why: "too_large" | "gone" | "unreachable" };

/**
 * Whether a file may be fetched from a URL: only from Discord's CDN or, if Herald uses another server than Discord's,
 * from that server.
 */
const isKnownPlace = (url: string, apiUrl: string): boolean => {
	if (!URL.canParse(url)) return false;
	const { origin } = new URL(url);
	const api = new URL(apiUrl);
	return origin === cdn || (!discordHost.test(api.hostname) && origin === api.origin);
};

/**
 * Fetches a file that a member attached. Redirects aren't followed.
 *
 * @param maxBytes - the most that is read, whatever size Discord states
 */
export const fetchAttachment = async (
	client: Client,
	{ url, size }: Pick<Attachment, "url" | "size">,
	maxBytes: number,
	timeoutMs = fetchTimeoutMs,
): Promise<FetchResult> => {
	if (size > maxBytes) return { ok: false, why: "too_large" };
	if (!isKnownPlace(url, client.rest.options.api)) return { ok: false, why: "unreachable" };
	try {
		const { statusCode, body } = await request(url, { signal: AbortSignal.timeout(timeoutMs) });
		const chunks: Buffer[] = [];
		let read = 0;
		// Leaving the loop closes the connection.
		for await (const chunk of body as AsyncIterable<Buffer>) {
			read += chunk.length;
			if (statusCode !== 200 || read > maxBytes) break;
			chunks.push(chunk);
		}
		if (statusCode !== 200)
			return { ok: false, why: [403, 404, 410].includes(statusCode) ? "gone" : "unreachable" };
		return read > maxBytes ? { ok: false, why: "too_large" } : { ok: true, bytes: Buffer.concat(chunks) };
	} catch {
		return { ok: false, why: "unreachable" };
	}
};

const fileMaxBytes = 64 * 1024;

/** @returns the lines of an uploaded text file; undefined if it can't be fetched, or isn't UTF-8 of at most 64 KiB */
export const readTextFile = async (client: Client, file: Attachment): Promise<string[] | undefined> => {
	const fetched = await fetchAttachment(client, file, fileMaxBytes);
	if (!fetched.ok) return undefined;
	try {
		return cutMarks(new TextDecoder("utf-8", { fatal: true }).decode(fetched.bytes)).split(/\r?\n/);
	} catch {
		return undefined;
	}
};

/**
 * The longest file name without its extension, in bytes of UTF-8. Some file systems allow only 143 for a whole name,
 * and longer names are hard to read.
 */
const nameMaxBytes = 80;
const wordsMax = 6;
/** How many characters of a text are searched for its first words. */
const sampleCharacters = 300;
/** Names that Windows reserves for devices, with any extension. */
const reserved = /^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³])$/i;
const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** @returns letters and digits with an underscore between words; direction marks and emoji are dropped */
const clean = (text: string): string =>
	text
		.normalize("NFC")
		.replace(/['’]/g, "")
		.replace(/[^\p{L}\p{N}\p{M}]+/gu, "_")
		// A combining mark without a letter before it belonged to a dropped character.
		.replace(/(^|_)\p{M}+/gu, "$1")
		.replace(/_+/g, "_")
		.replace(/^_|_$/g, "");

const cutBytes = (text: string, max: number): string => {
	let kept = "";
	let bytes = 0;
	for (const { segment } of graphemes.segment(text)) {
		bytes += Buffer.byteLength(segment);
		if (bytes > max) break;
		kept += segment;
	}
	return kept.replace(/_$/, "");
};

/**
 * Names a sound file after its voice and first words, safely for every file system.
 *
 * @param text - the spoken text without spoilers
 * @returns the name without its extension, such as `Kore_Good_morning_everyone`
 */
export const nameFile = (voice: string, text: string): string => {
	const words = clean(text.slice(0, sampleCharacters)).split("_").slice(0, wordsMax).join("_");
	const name = cutBytes([clean(voice), words].filter((part) => part !== "").join("_"), nameMaxBytes);
	return name === "" || reserved.test(name) ? `speech${name && `_${name}`}` : name;
};
