import { ChannelType, MessageFlags, MessageType } from "discord-api-types/v10";
import { refuse } from "../checks/form.ts";
import { checkMessageBody, type MessageBody } from "../checks/message-body.ts";
import { channelFields } from "./fields.ts";
import { type Channel, isForum, type Member, type Thread, type ThreadChannel } from "./guild.ts";
import type { StoredMessage } from "./message-fields.ts";
import type { Messages } from "./messages.ts";
import { mayDo } from "./permissions.ts";
import type { ThreadDescription, World } from "./world.ts";

type ThreadChange = Partial<
	Pick<Channel, "name" | "slowmodeSeconds"> &
		Pick<Thread, "archived" | "locked" | "autoArchiveMinutes" | "invitable">
>;

/** The types of public threads, by the type of their channel. */
export const threadTypes: ReadonlyMap<ChannelType, ThreadDescription["type"]> = new Map<
	ChannelType,
	ThreadDescription["type"]
>([
	[ChannelType.GuildText, ChannelType.PublicThread],
	[ChannelType.GuildAnnouncement, ChannelType.AnnouncementThread],
]);

export const threadMemberFields = ({ id, thread }: ThreadChannel, userId: string) => ({
	id,
	user_id: userId,
	join_timestamp: thread.members.get(userId) ?? thread.createdAt,
	flags: 0,
});

/**
 * Creates a thread from a message; the message then shows the thread.
 *
 * @throws ApiError 160004 if the message already has a thread
 */
export const openThreadOn = (
	messages: Messages,
	parent: Channel,
	{ message }: StoredMessage,
	description: ThreadDescription,
): Channel => {
	const { world } = messages;
	if (world.channel(message.id)) throw refuse.threadExists();
	const thread = world.addThread(parent, { ...description, messageId: message.id });
	const change = {
		flags: Number(message.flags ?? 0) | MessageFlags.HasThread,
		thread: channelFields(thread) as NonNullable<typeof message.thread>,
	};
	world.feed.emit("message", "edited", messages.amend(message.id, { message: change }));
	const to = { message_id: message.id, channel_id: parent.id };
	messages.note(thread, description.owner.user, MessageType.ThreadStarterMessage, to);
	return thread;
};

/** Creates a thread without a message; a public one is announced in its channel. */
export const openThread = (messages: Messages, parent: Channel, description: ThreadDescription): Channel => {
	const thread = messages.world.addThread(parent, description);
	if (thread.type === ChannelType.PrivateThread) return thread;
	const { user } = description.owner;
	const to = { channel_id: thread.id };
	messages.note(parent, user, MessageType.ThreadCreated, to, { content: thread.name });
	return thread;
};

/**
 * Opens a post in a forum: a thread, and its first message with the same id.
 *
 * @throws ApiError 50024 if the channel is no forum, and for messages that Discord would refuse
 */
export const openPost = (
	messages: Messages,
	forum: Channel,
	description: Omit<ThreadDescription, "type">,
	body: MessageBody,
): { readonly thread: Channel; readonly first: StoredMessage } => {
	if (!isForum(forum)) throw refuse.wrongChannelType();
	checkMessageBody(body, forum.guild.attachmentLimit);
	const thread = messages.world.addThread(forum, { ...description, type: ChannelType.PublicThread });
	forum.lastMessageId = thread.id;
	const { user } = description.owner;
	return { thread, first: messages.create({ id: thread.id, body, author: user, channelId: thread.id }) };
};

export const changeThread = (world: World, channel: ThreadChannel, asked: ThreadChange): void => {
	const { name, slowmodeSeconds, ...change } = asked;
	const { thread } = channel;
	if (change.archived !== undefined && change.archived !== thread.archived) thread.archivedAt = world.now();
	Object.assign(thread, change);
	if (name !== undefined) channel.name = name;
	if (slowmodeSeconds !== undefined) channel.slowmodeSeconds = slowmodeSeconds;
	world.emit("channelChange", "changed", channel);
};

/**
 * Adds a user to a thread. Does nothing if they are in it already.
 *
 * @throws ApiError 50083 if the user isn't in the thread, and it is archived
 */
export const joinThread = (world: World, channel: ThreadChannel, userId: string): void => {
	const { thread } = channel;
	if (thread.members.has(userId)) return;
	if (thread.archived) throw refuse.threadArchived();
	thread.members.set(userId, world.now());
	world.feed.emit("threadMembers", channel, [userId], []);
};

/** Removes a member from a thread. @throws ApiError 50083 when it is archived */
export const leaveThread = (world: World, channel: ThreadChannel, userId: string): void => {
	const { thread } = channel;
	if (thread.archived) throw refuse.threadArchived();
	if (thread.members.delete(userId)) world.feed.emit("threadMembers", channel, [], [userId]);
};

/**
 * Prepares a thread for writing: unarchives it and adds the writer.
 *
 * @throws ApiError 160005 if it is locked and the writer may not manage threads
 */
export const enterToWrite = (world: World, channel: ThreadChannel, member: Member): void => {
	const { thread } = channel;
	if (thread.locked && !mayDo(member, "ManageThreads", channel)) throw refuse.threadLocked();
	if (thread.archived) changeThread(world, channel, { archived: false });
	joinThread(world, channel, member.user.id);
};
