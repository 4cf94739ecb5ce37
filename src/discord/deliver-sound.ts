import type { SoundFile } from "@herald/common/audio/sound-file.ts";
import {
	type ActionRowBuilder,
	type ButtonBuilder,
	type InteractionEditReplyOptions,
	MessageFlags,
	MessagePayload,
	type RepliableInteraction,
} from "discord.js";
import { noMentions } from "./respond.ts";

/** The caption of a sound, its buttons, and what it is called as a file, without its kind. */
export interface Caption {
	readonly fileName: string;
	readonly content: string;
	readonly components: readonly ActionRowBuilder<ButtonBuilder>[];
}

const toBuffer = (bytes: Uint8Array<ArrayBuffer>): Buffer =>
	Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/**
 * A message with a sound in it. It states the content type, which discord.js would leave out, and without which Discord
 * shows no player for an Ogg file.
 */
const withSound = (
	interaction: RepliableInteraction,
	sound: SoundFile,
	message: object,
	name: string,
	more: Readonly<Record<string, unknown>> = {},
): MessagePayload => {
	const data = toBuffer(sound.ogg);
	const payload = MessagePayload.create(interaction, {
		...message,
		files: [{ attachment: data, name, ...more }],
	} as InteractionEditReplyOptions);
	payload.files = [{ data, name, contentType: "audio/ogg" }];
	return payload;
};

const captionMessage = ({ content, components }: Caption) => ({
	content,
	components: [...components],
	allowedMentions: noMentions,
	flags: MessageFlags.SuppressEmbeds as const,
});

/** Answers a deferred interaction with a sound as a file. */
export const deliverFile = async (
	interaction: RepliableInteraction,
	sound: SoundFile,
	caption: Caption,
): Promise<void> => {
	await interaction.editReply(
		withSound(interaction, sound, captionMessage(caption), `${caption.fileName}.ogg`),
	);
};

/**
 * Answers a deferred interaction with a native voice message. A voice message can't have text or be an edit, so the
 * deferred answer becomes the caption and the sound follows it.
 *
 * @returns false if it didn't get through, as far as Herald knows, and the sound was sent as a file instead
 */
export const deliverVoiceMessage = async (
	interaction: RepliableInteraction,
	sound: SoundFile,
	caption: Caption,
): Promise<boolean> => {
	await interaction.editReply(captionMessage(caption));
	const message = { flags: MessageFlags.IsVoiceMessage, allowedMentions: noMentions };
	const payload = withSound(interaction, sound, message, "voice-message.ogg", {
		duration: sound.durationMs / 1_000,
		waveform: toBuffer(sound.waveform).toString("base64"),
	});
	try {
		await interaction.followUp(payload as never);
		return true;
	} catch {
		// Refused, or unknown: another voice message might be a duplicate, a file in the answer's place can't be.
		await deliverFile(interaction, sound, caption);
		return false;
	}
};
