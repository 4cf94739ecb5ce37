import { MessageReferenceType, MessageType } from "discord-api-types/v10";
import { refuse } from "../checks/api-error.ts";
import { limits } from "../checks/limits.ts";
import type { Channel, Member } from "./guild.ts";
import type { StoredMessage } from "./message.ts";
import type { Messages } from "./messages.ts";
import type { World } from "./world.ts";

/** Pinned messages. */
export class Pins {
	readonly #world: World;
	readonly #messages: Messages;

	constructor(world: World, messages: Messages) {
		this.#world = world;
		this.#messages = messages;
	}

	/** The pinned messages of a channel, the last pinned first. */
	in(channelId: string): StoredMessage[] {
		return this.#messages
			.in(channelId)
			.filter(({ pinnedAt }) => pinnedAt !== undefined)
			.sort((a, b) => String(b.pinnedAt).localeCompare(String(a.pinnedAt)));
	}

	/** Pins a message for a member, and announces it in the channel. @throws ApiError 30003 */
	add(channel: Channel, member: Member, id: string): void {
		if (this.#messages.find(id)?.pinnedAt !== undefined) return;
		if (this.in(channel.id).length >= limits.pins) throw refuse.tooManyPins();
		this.#change(channel, id, this.#world.now());
		this.#messages.create({
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
	}

	/** Unpins a message; one that isn't pinned stays as it is. */
	remove(channel: Channel, id: string): void {
		if (this.#messages.find(id)?.pinnedAt !== undefined) this.#change(channel, id, undefined);
	}

	#change(channel: Channel, id: string, pinnedAt: string | undefined): void {
		const after = this.#messages.amend(id, { pinnedAt, message: { pinned: pinnedAt !== undefined } });
		this.#world.feed.emit("message", "edited", after);
		this.#world.feed.emit("pins", channel);
	}
}
