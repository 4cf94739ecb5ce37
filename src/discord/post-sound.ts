import type { SoundFile } from "@herald/common/audio/sound-file.ts";
import {
	type Client,
	type GuildTextBasedChannel,
	MessageFlags,
	MessagePayload,
	PermissionFlagsBits,
} from "discord.js";
import { noMentions } from "./respond.ts";

const megabyte = 1024 * 1024;
/** What a message may hold by the server's level, in bytes. */
const maxByLevel = [10, 10, 50, 100] as const;
/** For the rest of the request. */
const roomBytes = 64 * 1024;

/** @returns a channel of a guild in which messages can be written, if Herald sees one with that id */
export const findPlace = (client: Client, channelId: string): GuildTextBasedChannel | undefined => {
	const channel = client.channels.cache.get(channelId);
	return channel?.isSendable() && !channel.isDMBased() ? channel : undefined;
};

/** @returns whether Herald may post its own messages with files in a channel, and edit them */
export const mayPost = (channel: GuildTextBasedChannel): boolean => {
	const send = channel.isThread()
		? PermissionFlagsBits.SendMessagesInThreads
		: PermissionFlagsBits.SendMessages;
	const may = channel.permissionsFor(channel.client.user);
	return may?.has([PermissionFlagsBits.ViewChannel, send, PermissionFlagsBits.AttachFiles]) ?? false;
};

/** @returns the largest file that Herald may post in a channel, in bytes */
export const fileMaxBytes = ({ guild }: GuildTextBasedChannel): number =>
	(maxByLevel[guild.premiumTier] ?? maxByLevel[0]) * megabyte - roomBytes;

export interface PostedSound {
	readonly content: string;
	/** Of the file. */
	readonly name: string;
	/** Of up to 25 characters: sent twice within minutes, there is one message all the same. */
	readonly nonce: string;
}

/** Posts a sound as a message of Herald's own. */
export const postSound = async (
	channel: GuildTextBasedChannel,
	sound: SoundFile,
	{ content, name, nonce }: PostedSound,
): Promise<void> => {
	const data = Buffer.from(sound.ogg.buffer, sound.ogg.byteOffset, sound.ogg.byteLength);
	const payload = MessagePayload.create(channel, {
		content,
		files: [{ attachment: data, name }],
		nonce,
		enforceNonce: true,
		allowedMentions: noMentions,
		flags: MessageFlags.SuppressEmbeds,
	});
	// Without its type, Discord shows no player for an Ogg file; the library would leave it out.
	payload.files = [{ data, name, contentType: "audio/ogg" }];
	await channel.send(payload);
};
