import type { SoundFile } from "@herald/common/audio/clip.ts";
import {
	type ActionRowBuilder,
	type ButtonBuilder,
	type Client,
	DiscordAPIError,
	type GuildTextBasedChannel,
	type InteractionEditReplyOptions,
	MessageFlags,
	MessagePayload,
	PermissionFlagsBits,
	RESTJSONErrorCodes,
	type RepliableInteraction,
} from "discord.js";
import { Problem } from "../shared/problem.ts";

export interface Caption {
	/** Without its extension. */
	readonly fileName: string;
	readonly content: string;
	readonly components: readonly ActionRowBuilder<ButtonBuilder>[];
	/** Whether only the member sees it. For an answer, that was decided when it was deferred. */
	readonly isPrivate?: boolean;
}

const toBuffer = (bytes: Uint8Array<ArrayBuffer>): Buffer =>
	Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/**
 * @param more - fields of the file
 * @returns a message with a sound. It sets the content type, which discord.js leaves out and without which Discord
 * shows no player for an Ogg file
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

/** @returns a Problem if an error says that the file is too large; else the error */
export const readTooLarge = (error: unknown): unknown =>
	error instanceof DiscordAPIError && error.code === RESTJSONErrorCodes.RequestEntityTooLarge
		? new Problem({ kind: "sound_too_large" }, error.message)
		: error;

const fileMessage = (interaction: RepliableInteraction, sound: SoundFile, caption: Caption): MessagePayload =>
	withSound(interaction, sound, captionMessage(caption), `${caption.fileName}.ogg`);

/** Answers a deferred interaction with a file. @throws {@link Problem} `sound_too_large` */
export const deliverFile = async (
	interaction: RepliableInteraction,
	sound: SoundFile,
	caption: Caption,
): Promise<void> => {
	await interaction.editReply(fileMessage(interaction, sound, caption)).catch((error: unknown) => {
		throw readTooLarge(error);
	});
};

/** Sends another file after the answer. */
export const sendFile = async (
	interaction: RepliableInteraction,
	sound: SoundFile,
	caption: Caption,
): Promise<void> => {
	await interaction.followUp(fileMessage(interaction, sound, caption) as never);
};

/**
 * Answers a deferred interaction with a voice message. That can't have text or be an edit, so the deferred answer
 * becomes the caption, and the voice message follows it.
 *
 * @returns false if it failed, as far as Herald knows, and the sound was sent as a file instead
 */
export const deliverVoiceMessage = async (
	interaction: RepliableInteraction,
	sound: SoundFile,
	caption: Caption,
): Promise<boolean> => {
	await interaction.editReply(captionMessage(caption));
	const message = { flags: MessageFlags.IsVoiceMessage };
	const payload = withSound(interaction, sound, message, "voice-message.ogg", {
		duration: sound.durationMs / 1_000,
		waveform: toBuffer(sound.waveform).toString("base64"),
	});
	try {
		await interaction.followUp(payload as never);
		return true;
	} catch {
		// The voice message was refused, or its fate is unknown. Another
		// one might be a duplicate; an edit of the answer can't be.
		await deliverFile(interaction, sound, caption);
		return false;
	}
};

/** In bytes, for the rest of the request. */
const roomBytes = 64 * 1024;

/** @returns the largest sound that Discord accepts in an answer, in bytes */
export const soundMaxBytes = ({ attachmentSizeLimit }: RepliableInteraction): number =>
	attachmentSizeLimit - roomBytes;

/** @returns the guild's channel with this id, if Herald knows it and it can have messages */
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
