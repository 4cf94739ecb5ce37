import { ChannelType } from "discord-api-types/v10";
import { Form, orThrow, refuse } from "../checks/form.ts";
import type { Json } from "../checks/json.ts";
import { limits } from "../checks/limits.ts";
import type { MessageBody } from "../checks/message-body.ts";
import type { Parts } from "../parts.ts";
import { channelFields, directFields, memberWithUser } from "../world/fields.ts";
import {
	type Channel,
	isForum,
	isThread,
	type ThreadChannel,
	type ThreadType,
	takesMessages,
} from "../world/guild.ts";
import { mayDo, writingPermission } from "../world/permissions.ts";
import {
	changeThread,
	joinThread,
	leaveThread,
	openPost,
	openThread,
	openThreadOn,
	threadMemberFields,
	threadTypes,
} from "../world/threads.ts";
import { type Api, findChannel, findGuild, findMember, findMessage, isTrue, readLimit } from "./routes.ts";

// Checks the limits of text and voice channels (docs/resources/channel#modify-channel). The schema also allows the
// longer topics of forums and the larger user limits of stages.
const checkChannelChange = (change: Json): void => {
	const form = new Form();
	if (change.name !== undefined) form.in("name").text(change.name, 1, limits.nameLength);
	form.in("topic").text(change.topic, 0, 1_024);
	if (typeof change.user_limit === "number") form.in("user_limit").number(change.user_limit, 0, 99);
	form.finish();
};

/** @returns the fields of a change, renamed from the API's names to those of `World` */
const inWorldNames = (change: Json, names: Readonly<Record<string, string>>): Json =>
	Object.fromEntries(
		Object.entries(names).flatMap(([from, to]) => (change[from] === undefined ? [] : [[to, change[from]]])),
	);

const ofChannel = {
	name: "name",
	topic: "topic",
	nsfw: "nsfw",
	position: "position",
	parent_id: "parentId",
	rate_limit_per_user: "slowmodeSeconds",
	user_limit: "userLimit",
};
const ofThread = {
	name: "name",
	archived: "archived",
	locked: "locked",
	invitable: "invitable",
	auto_archive_duration: "autoArchiveMinutes",
	rate_limit_per_user: "slowmodeSeconds",
};

/** Channels and threads themselves, and typing in them. */
export const addChannelRoutes = (api: Api, { world }: Parts): void => {
	const patchThread = (channel: ThreadChannel, change: Json): void => {
		const { thread, guild } = channel;
		const manages = mayDo(guild.bot, "ManageThreads", channel);
		const own = thread.ownerId === world.applicationId;
		const wakes = change.archived === false && Object.keys(change).length === 1 && !thread.locked;
		if (!manages && !wakes && (!own || change.locked !== undefined)) throw refuse.missingPermissions();
		if (thread.archived && change.archived !== false) throw refuse.threadArchived();
		changeThread(world, channel, inWorldNames(change, ofThread));
	};

	api.get("/channels/:channel", ({ params }) => {
		const channel = findChannel(world, params.channel);
		return channel.guild.isPrivate ? directFields(channel) : channelFields(channel);
	});
	api.patch("/channels/:channel", ({ params, json }) => {
		const channel = findChannel(world, params.channel);
		checkChannelChange(json);
		if (isThread(channel)) patchThread(channel, json);
		else {
			findChannel(world, params.channel, "ManageChannels");
			world.changeChannel(channel, inWorldNames(json, ofChannel));
		}
		return channelFields(channel);
	});
	api.delete("/channels/:channel", ({ params }) => {
		const channel = findChannel(world, params.channel);
		findChannel(world, params.channel, isThread(channel) ? "ManageThreads" : "ManageChannels");
		world.removeChannel(channel);
		return channelFields(channel);
	});
	api.post("/channels/:channel/typing", ({ params }) => {
		const channel = findChannel(world, params.channel);
		if (!takesMessages(channel)) throw refuse.wrongChannelType();
		findChannel(world, params.channel, writingPermission(channel));
		world.feed.emit("typing", channel.guild.bot, channel, world.clock.now());
	});
};

const readThread = (asked: Json) => ({
	name: String(asked.name),
	...(asked.auto_archive_duration !== undefined && {
		autoArchiveMinutes: Number(asked.auto_archive_duration),
	}),
	...(typeof asked.invitable === "boolean" && { invitable: asked.invitable }),
});

const belongsIn = (type: ThreadType, parent: Channel): boolean =>
	parent.type === ChannelType.GuildAnnouncement
		? type === ChannelType.AnnouncementThread
		: parent.type === ChannelType.GuildText && type !== ChannelType.AnnouncementThread;

/** Threads of text channels and posts of forums: creating them, and listing the active and the archived threads. */
export const addThreadRoutes = (api: Api, { world, messages }: Parts): void => {
	const listed = (found: readonly ThreadChannel[]) => ({
		threads: found.map(channelFields),
		members: found
			.filter(({ thread }) => thread.members.has(world.applicationId))
			.map((each) => threadMemberFields(each, world.applicationId)),
	});

	api.post("/channels/:channel/messages/:message/threads", ({ params, json }, reply) => {
		const parent = findChannel(world, params.channel, "CreatePublicThreads");
		const type = orThrow(threadTypes.get(parent.type), refuse.wrongChannelType);
		const stored = findMessage(messages, params.channel, params.message);
		const description = { ...readThread(json), type, owner: parent.guild.bot };
		reply.code(201);
		return channelFields(openThreadOn(messages, parent, stored, description));
	});
	const openForumPost = (forum: Channel, { payload, files }: MessageBody) => {
		const form = new Form();
		const message = form.in("message").object(payload.message);
		const tags = form.in("applied_tags").list(payload.applied_tags, limits.forumTags).map(String);
		const known = forum.tags.map(({ id }) => id);
		for (const [index, tag] of tags.entries()) form.in("applied_tags", index).oneOf(tag, known);
		form.finish();
		const description = { ...readThread(payload), owner: forum.guild.bot, appliedTags: tags };
		const { thread, first } = openPost(messages, forum, description, { payload: message ?? {}, files });
		return { ...channelFields(thread), message: first.message };
	};

	api.post("/channels/:channel/threads", ({ params, json, message }, reply) => {
		reply.code(201);
		const forum = world.channel(params.channel);
		if (forum && isForum(forum)) {
			findChannel(world, params.channel, "SendMessages");
			return openForumPost(forum, message);
		}
		// By default, Discord makes a private thread.
		const type = (json.type ?? ChannelType.PrivateThread) as ThreadType;
		const creating = type === ChannelType.PrivateThread ? "CreatePrivateThreads" : "CreatePublicThreads";
		const parent = findChannel(world, params.channel, creating);
		if (!belongsIn(type, parent)) throw refuse.wrongChannelType();
		const thread = openThread(messages, parent, { ...readThread(json), type, owner: parent.guild.bot });
		return channelFields(thread);
	});
	api.get("/guilds/:guild/threads/active", ({ params }) => {
		const guild = findGuild(world, params.guild);
		const found = [...guild.channels.values()]
			.filter(isThread)
			.filter((each) => !each.thread.archived && mayDo(guild.bot, "ViewChannel", each));
		return { ...listed(found.reverse()), has_more: false };
	});

	const isPrivate = ({ type }: ThreadChannel) => type === ChannelType.PrivateThread;
	const isPublic = (channel: ThreadChannel) => !isPrivate(channel);
	const isOwn = (channel: ThreadChannel) =>
		isPrivate(channel) && channel.thread.members.has(world.applicationId);
	for (const [path, needs, admits] of [
		["/channels/:channel/threads/archived/public", [], isPublic],
		["/channels/:channel/threads/archived/private", ["ManageThreads"], isPrivate],
		["/channels/:channel/users/@me/threads/archived/private", [], isOwn],
	] as const)
		api.get(path, ({ params, query }) => {
			const { id, guild } = findChannel(world, params.channel, "ReadMessageHistory", ...needs);
			const limit = readLimit(query.limit, 50, 100);
			const before = Date.parse(query.before ?? "") || Number.POSITIVE_INFINITY;
			const asleep = [...guild.channels.values()]
				.filter(isThread)
				.filter((each) => each.parentId === id && each.thread.archived && admits(each))
				.filter(({ thread }) => Date.parse(thread.archivedAt) < before)
				.sort((a, b) => b.thread.archivedAt.localeCompare(a.thread.archivedAt));
			return { ...listed(asleep.slice(0, limit)), has_more: asleep.length > limit };
		});
};

export const addThreadMemberRoutes = (api: Api, { world }: Parts): void => {
	const path = "/channels/:channel/thread-members";
	const find = (id: string): ThreadChannel => {
		const channel = findChannel(world, id);
		if (!isThread(channel)) throw refuse.wrongChannelType();
		return channel;
	};
	const fields = (channel: ThreadChannel, userId: string, withMember: string | undefined) => {
		const member = channel.guild.members.get(userId);
		return {
			...threadMemberFields(channel, userId),
			...(member && isTrue(withMember) && { member: memberWithUser(member) }),
		};
	};

	api.get(path, ({ params, query }) => {
		const channel = find(params.channel);
		return [...channel.thread.members.keys()].map((userId) => fields(channel, userId, query.with_member));
	});
	api.get(`${path}/:user`, ({ params, query }) => {
		const channel = find(params.channel);
		const { user } = findMember(world, channel.guild.id, params.user);
		if (!channel.thread.members.has(user.id)) throw refuse.unknownMember();
		return fields(channel, user.id, query.with_member);
	});
	api.put(`${path}/:user`, ({ params }) => {
		const channel = find(params.channel);
		const { user } = findMember(world, channel.guild.id, params.user);
		if (user.id !== world.applicationId) findChannel(world, channel.id, "SendMessagesInThreads");
		joinThread(world, channel, user.id);
	});
	api.delete(`${path}/:user`, ({ params }) => {
		const channel = find(params.channel);
		const { guild, thread, type } = channel;
		const { user } = findMember(world, guild.id, params.user);
		const ownPrivate = type === ChannelType.PrivateThread && thread.ownerId === world.applicationId;
		if (user.id !== world.applicationId && !ownPrivate && !mayDo(guild.bot, "ManageThreads", channel))
			throw refuse.missingPermissions();
		leaveThread(world, channel, user.id);
	});
};
