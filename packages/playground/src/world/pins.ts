import { MessageReferenceType, MessageType } from "discord-api-types/v10";
import { refuse } from "../checks/api-error.ts";
import { limits } from "../checks/limits.ts";
import type { Clock } from "./clock.ts";
import type { Feed } from "./feed.ts";
import type { Channel, Member } from "./guild.ts";
import type { StoredMessage } from "./message.ts";
import type { Messages } from "./messages.ts";

interface PinParts {
	readonly messages: Messages;
	readonly clock: Clock;
	readonly feed: Feed;
}

/** The pinned messages of a channel, the last pinned first. */
export const pinnedIn = (messages: Messages, channelId: string): StoredMessage[] =>
	messages
		.in(channelId)
		.filter(({ pinnedAt }) => pinnedAt !== undefined)
		.sort((a, b) => String(b.pinnedAt).localeCompare(String(a.pinnedAt)));

/** Pins a message for a member, and lets the channel know. @throws ApiError 30003 */
export const pinMessage = (
	{ messages, clock, feed }: PinParts,
	channel: Channel,
	member: Member,
	id: string,
) => {
	if (messages.find(id)?.pinnedAt !== undefined) return;
	if (pinnedIn(messages, channel.id).length >= limits.pins) throw refuse.tooManyPins();
	const pinnedAt = new Date(clock.now()).toISOString();
	feed.emit("message", "edited", messages.amend(id, { pinnedAt, message: { pinned: true } }));
	feed.emit("pins", channel);
	messages.create({
		body: { payload: {}, files: [] },
		author: member.user,
		channelId: channel.id,
		extra: {
			type: MessageType.ChannelPinnedMessage,
			message_reference: {
				type: MessageReferenceType.Default,
				message_id: id,
				channel_id: channel.id,
				guild_id: channel.guild.id,
			},
		},
	});
};

/** Unpins a message; one that isn't pinned stays as it is. */
export const unpinMessage = (
	{ messages, feed }: Omit<PinParts, "clock">,
	channel: Channel,
	id: string,
): void => {
	if (messages.find(id)?.pinnedAt === undefined) return;
	const change = { pinnedAt: undefined, message: { pinned: false } };
	feed.emit("message", "edited", messages.amend(id, change));
	feed.emit("pins", channel);
};
