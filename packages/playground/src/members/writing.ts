import { type APISticker, ChannelType, MessageReferenceType } from "discord-api-types/v10";
import type { UploadedFile } from "../checks/files.ts";
import { InputError } from "../checks/input-error.ts";
import type { Json } from "../checks/json.ts";
import { endPoll, vote } from "../world/around-messages.ts";
import { type Channel, isThread, type Member, type ThreadType, takesMessages } from "../world/guild.ts";
import type { StoredMessage } from "../world/message.ts";
import type { Messages } from "../world/messages.ts";
import { mayDo, writingPermission } from "../world/permissions.ts";
import { enterToWrite, openPost, openThread, openThreadOn } from "../world/threads.ts";

export interface GivenPoll {
	readonly question: string;
	readonly answers: readonly string[];
	/** How long the poll runs, in hours; by default 24. */
	readonly hours?: number;
	readonly several?: boolean;
}

interface ReplyOptions {
	readonly ping?: boolean;
	readonly silent?: boolean;
	readonly files?: readonly UploadedFile[];
}

const threadTypes = new Map<ChannelType, ThreadType>([
	[ChannelType.GuildText, ChannelType.PublicThread],
	[ChannelType.GuildAnnouncement, ChannelType.AnnouncementThread],
]);

const refuseTo = {
	write: () => new InputError("mayNotWrite"),
	change: () => new InputError("notYours"),
	sendNothing: () => new InputError("nothingToSend"),
	hurry: (seconds: number) => new InputError("slowMode", { seconds }),
};

export class Writing {
	readonly #messages: Messages;

	constructor(messages: Messages) {
		this.#messages = messages;
	}

	/** Writes a message in a channel. @throws InputError without permission, or while slow mode forbids it */
	post(
		member: Member,
		channel: Channel,
		text: string,
		files: readonly UploadedFile[] = [],
		silent = false,
	): StoredMessage {
		if (!text.trim() && files.length === 0) throw refuseTo.sendNothing();
		const flags = silent ? { flags: silentFlag } : {};
		return this.#send(member, channel, { content: text.trim(), ...flags }, files);
	}

	/** Replies to a message in its channel; the message's author is pinged unless `ping` is false. */
	reply(
		member: Member,
		channel: Channel,
		to: StoredMessage,
		text: string,
		{ ping = true, silent = false, files = [] }: ReplyOptions = {},
	): StoredMessage {
		if (!text.trim() && files.length === 0) throw refuseTo.sendNothing();
		const payload = {
			content: text.trim(),
			message_reference: { message_id: to.message.id },
			...(silent && { flags: silentFlag }),
			...(!ping && { allowed_mentions: { parse: ["users", "roles", "everyone"], replied_user: false } }),
		};
		return this.#send(member, channel, payload, files);
	}

	/** Forwards a message to a channel. @throws ApiError for system messages and polls */
	forward(member: Member, channel: Channel, { message }: StoredMessage): StoredMessage {
		return this.#send(member, channel, {
			message_reference: {
				type: MessageReferenceType.Forward,
				message_id: message.id,
				channel_id: message.channel_id,
			},
		});
	}

	postPoll(
		member: Member,
		channel: Channel,
		{ question, answers, hours, several }: GivenPoll,
	): StoredMessage {
		return this.#send(member, channel, {
			poll: {
				question: { text: question },
				answers: answers.map((text) => ({ poll_media: { text } })),
				...(hours !== undefined && { duration: hours }),
				allow_multiselect: several === true,
			},
		});
	}

	/** Replaces a member's votes in a poll with votes for these answers, by number. */
	vote(member: Member, stored: StoredMessage, answers: readonly number[]): void {
		vote(this.#messages, stored, member.user.id, answers);
	}

	/** Ends a member's own poll. @throws InputError for another's poll */
	endPoll(member: Member, stored: StoredMessage): void {
		if (stored.message.author.id !== member.user.id) throw refuseTo.change();
		endPoll(this.#messages, stored);
	}

	sendSticker(member: Member, channel: Channel, sticker: APISticker): StoredMessage {
		return this.#send(member, channel, { sticker_ids: [sticker.id] });
	}

	/** Changes the text of a member's own message. @throws InputError for another's message */
	edit(member: Member, { message }: StoredMessage, text: string): StoredMessage {
		if (message.author.id !== member.user.id) throw refuseTo.change();
		if (!text.trim() && message.attachments.length === 0) throw refuseTo.sendNothing();
		return this.#messages.edit(message.id, { payload: { content: text.trim() }, files: [] });
	}

	/** Deletes a message. @throws InputError for another's message, unless the member has Manage Messages */
	delete(member: Member, channel: Channel, { message }: StoredMessage): void {
		if (message.author.id !== member.user.id && !mayDo(member, "ManageMessages", channel))
			throw refuseTo.change();
		this.#messages.delete(message.id);
	}

	/** Opens a post in a forum: a thread with its first message. */
	openPost(member: Member, forum: Channel, name: string, text: string): StoredMessage {
		if (!mayDo(member, "SendMessages", forum)) throw refuseTo.write();
		if (!text.trim()) throw refuseTo.sendNothing();
		const body = { payload: { content: text.trim() }, files: [] };
		return openPost(this.#messages, forum, { name, owner: member }, body).first;
	}

	/**
	 * Begins a public thread in a text or announcement channel: from the message `on`, or without a message.
	 *
	 * @throws InputError in other channels, or without permission
	 */
	openThread(member: Member, channel: Channel, name: string, on?: StoredMessage): Channel {
		const type = threadTypes.get(channel.type);
		if (type === undefined || !mayDo(member, "CreatePublicThreads", channel)) throw refuseTo.write();
		const description = { name, type, owner: member };
		if (on) return openThreadOn(this.#messages, channel, on, description);
		return openThread(this.#messages, channel, description);
	}

	#send(member: Member, channel: Channel, payload: Json, files: readonly UploadedFile[] = []): StoredMessage {
		if (!takesMessages(channel) || !mayDo(member, writingPermission(channel), channel))
			throw refuseTo.write();
		const wait = this.#waitFor(member, channel);
		if (wait > 0) throw refuseTo.hurry(Math.ceil(wait / 1_000));
		if (isThread(channel)) enterToWrite(this.#messages.world, channel, member);
		return this.#messages.create({ body: { payload, files }, author: member.user, channelId: channel.id });
	}

	/** @returns how long slow mode still makes a member wait, in ms; 0 or less if it doesn't */
	#waitFor(member: Member, channel: Channel): number {
		const isFree = (["ManageMessages", "ManageChannels", "BypassSlowmode"] as const).some((name) =>
			mayDo(member, name, channel),
		);
		if (channel.slowmodeSeconds === 0 || isFree) return 0;
		const last = this.#messages
			.in(channel.id)
			.findLast(({ message }) => message.author.id === member.user.id);
		if (!last) return 0;
		return (
			Date.parse(last.message.timestamp) + channel.slowmodeSeconds * 1_000 - this.#messages.world.clock.now()
		);
	}
}

// MessageFlags.SuppressNotifications, which `@silent` at the beginning of a text sets.
const silentFlag = 4096;
