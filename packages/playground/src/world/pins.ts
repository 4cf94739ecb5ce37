import { MessageType } from "discord-api-types/v10";
import { refuse } from "../checks/api-error.ts";
import { limits } from "../checks/limits.ts";
import type { Channel, Member } from "./guild.ts";
import type { StoredMessage } from "./message.ts";
import type { Messages } from "./messages.ts";

/** The pinned messages of a channel, the last pinned first. */
export const pinnedIn = (messages: Messages, channelId: string): StoredMessage[] =>
	messages
		.in(channelId)
		.filter(({ pinnedAt }) => pinnedAt !== undefined)
		.sort((a, b) => String(b.pinnedAt).localeCompare(String(a.pinnedAt)));

const change = (messages: Messages, channel: Channel, id: string, pinnedAt: string | undefined): void => {
	const after = messages.amend(id, { pinnedAt, message: { pinned: pinnedAt !== undefined } });
	messages.world.feed.emit("message", "edited", after);
	messages.world.feed.emit("pins", channel);
};

/** Pins a message for a member, and announces it in the channel. @throws ApiError 30003 */
export const pinMessage = (messages: Messages, channel: Channel, { user }: Member, id: string): void => {
	if (messages.find(id)?.pinnedAt !== undefined) return;
	if (pinnedIn(messages, channel.id).length >= limits.pins) throw refuse.tooManyPins();
	change(messages, channel, id, messages.world.now());
	messages.note(channel, user, MessageType.ChannelPinnedMessage, {
		message_id: id,
		channel_id: channel.id,
	});
};

/** Unpins a message; one that isn't pinned stays as it is. */
export const unpinMessage = (messages: Messages, channel: Channel, id: string): void => {
	if (messages.find(id)?.pinnedAt !== undefined) change(messages, channel, id, undefined);
};
