import {
	AttachmentBuilder,
	type InteractionEditReplyOptions,
	type InteractionReplyOptions,
	MessagePayload,
	type RepliableInteraction,
} from "discord.js";
import type { SoundFile } from "../audio/sound-file.ts";

/**
 * A message with a sound in it. Discord is told the true content type, which its library alone would leave out, and
 * without which an Ogg file gets no player.
 */
export const attachSound = (
	interaction: RepliableInteraction,
	sound: SoundFile,
	message: InteractionEditReplyOptions & InteractionReplyOptions,
	name = "speech.ogg",
): MessagePayload => {
	const data = Buffer.from(sound.ogg.buffer, sound.ogg.byteOffset, sound.ogg.byteLength);
	const payload = MessagePayload.create(interaction, {
		...message,
		files: [new AttachmentBuilder(data, { name })],
	} as InteractionReplyOptions);
	payload.files = [{ data, name, contentType: "audio/ogg" }];
	return payload;
};
