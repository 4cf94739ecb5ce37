import { ChannelType, MessageFlags, MessageReferenceType, MessageType } from "discord-api-types/v10";
import { refuse } from "../checks/api-error.ts";
import type { MessageBody } from "../checks/files.ts";
import { checkMessageBody } from "../checks/message-body.ts";
import { channelFields } from "./channel-fields.ts";
import type { Channel, Member, Thread, ThreadChannel } from "./guild.ts";
import type { StoredMessage } from "./message.ts";
import type { Messages } from "./messages.ts";
import { mayDo } from "./permissions.ts";
import type { ThreadDescription, World } from "./world.ts";

type ThreadChange = Partial<
	Pick<Channel, "name" | "slowmodeSeconds"> &
		Pick<Thread, "archived" | "locked" | "autoArchiveMinutes" | "invitable">
>;

/** A thread as the API writes a member's part in it. */
export const threadMemberFields = ({ id, thread }: ThreadChannel, userId: string) => ({
	id,
	user_id: userId,
	join_timestamp: thread.members.get(userId) ?? thread.createdAt,
	flags: 0,
});

/** Threads: creating them, their members, and archiving. */
export class Threads {
	readonly #world: World;
	readonly #messages: Messages;

	constructor(world: World, messages: Messages) {
		this.#world = world;
		this.#messages = messages;
	}

	/** Creates a thread from a message, which then shows it. @throws ApiError 160004 when it has one */
	openOn(parent: Channel, stored: StoredMessage, description: ThreadDescription): Channel {
		const { message } = stored;
		if (this.#world.channel(message.id)) throw refuse.threadExists();
		const thread = this.#world.addThread(parent, { ...description, messageId: message.id });
		const change = {
			flags: Number(message.flags ?? 0) | MessageFlags.HasThread,
			thread: channelFields(thread) as unknown as NonNullable<typeof message.thread>,
		};
		this.#world.feed.emit("message", "edited", this.#messages.amend(message.id, { message: change }));
		this.#note(thread, description.owner, MessageType.ThreadStarterMessage, {
			message_id: message.id,
			channel_id: parent.id,
		});
		return thread;
	}

	/** Creates a thread without a message; a public one is announced in its channel. */
	open(parent: Channel, description: ThreadDescription): Channel {
		const thread = this.#world.addThread(parent, description);
		if (thread.type !== ChannelType.PrivateThread)
			this.#note(
				parent,
				description.owner,
				MessageType.ThreadCreated,
				{ channel_id: thread.id },
				thread.name,
			);
		return thread;
	}

	/** Opens a post in a forum: a thread, and its first message with the same id. @throws ApiError */
	openPost(
		forum: Channel,
		description: Omit<ThreadDescription, "type">,
		body: MessageBody,
	): { readonly thread: Channel; readonly first: StoredMessage } {
		if (forum.type !== ChannelType.GuildForum) throw refuse.wrongChannelType();
		checkMessageBody(body, forum.guild.attachmentLimit);
		const thread = this.#world.addThread(forum, { ...description, type: ChannelType.PublicThread });
		forum.lastMessageId = thread.id;
		const { user } = description.owner;
		return {
			thread,
			first: this.#messages.create({ id: thread.id, body, author: user, channelId: thread.id }),
		};
	}

	change(channel: ThreadChannel, { name, slowmodeSeconds, ...change }: ThreadChange): void {
		const { thread } = channel;
		if (change.archived !== undefined && change.archived !== thread.archived)
			thread.archivedAt = this.#world.now();
		Object.assign(thread, change);
		if (name !== undefined) channel.name = name;
		if (slowmodeSeconds !== undefined) channel.slowmodeSeconds = slowmodeSeconds;
		this.#world.tellChanged(channel);
	}

	/** Adds a member to a thread. @throws ApiError 50083 when it is archived */
	join(channel: ThreadChannel, userId: string): void {
		const { thread } = channel;
		if (thread.members.has(userId)) return;
		if (thread.archived) throw refuse.threadArchived();
		thread.members.set(userId, this.#world.now());
		this.#world.feed.emit("threadMembers", channel, [userId], []);
	}

	/** Removes a member from a thread. @throws ApiError 50083 when it is archived */
	leave(channel: ThreadChannel, userId: string): void {
		const { thread } = channel;
		if (thread.archived) throw refuse.threadArchived();
		if (thread.members.delete(userId)) this.#world.feed.emit("threadMembers", channel, [], [userId]);
	}

	/** Prepares a thread for writing: unarchives it and adds the writer. @throws ApiError 160005 */
	enterToWrite(channel: ThreadChannel, member: Member): void {
		const { thread } = channel;
		if (thread.locked && !mayDo(member, "ManageThreads", channel)) throw refuse.threadLocked();
		if (thread.archived) this.change(channel, { archived: false });
		this.join(channel, member.user.id);
	}

	#note(where: Channel, { user }: Member, type: MessageType, to: object, content = ""): void {
		this.#messages.create({
			body: { payload: { content }, files: [] },
			author: user,
			channelId: where.id,
			extra: {
				type,
				message_reference: {
					type: MessageReferenceType.Default,
					guild_id: where.guild.id,
					...to,
				} as never,
			},
		});
	}
}
