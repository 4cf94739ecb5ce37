import { type APIMessage, type APIUser, MessageReferenceType, type MessageType } from "discord-api-types/v10";
import type { Channel } from "./guild.ts";
import type { Messages } from "./messages.ts";

/**
 * Writes one of Discord's own messages, such as that a message was pinned. Its type stands for its text.
 *
 * @param to - the message and channel that it is about
 */
export const writeNote = (
	messages: Messages,
	{ id, guild }: Channel,
	author: APIUser,
	type: MessageType,
	to: { readonly message_id?: string; readonly channel_id: string },
	{ content = "", embeds }: { readonly content?: string; readonly embeds?: APIMessage["embeds"] } = {},
): void => {
	const reference = { type: MessageReferenceType.Default, guild_id: guild.id, ...to };
	messages.create({
		body: { payload: { content }, files: [] },
		author,
		channelId: id,
		extra: { type, message_reference: reference, ...(embeds && { embeds }) },
	});
};
