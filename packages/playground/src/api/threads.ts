import { ChannelType } from "discord-api-types/v10";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { refuse } from "../checks/api-error.ts";
import { Form } from "../checks/form.ts";
import { isJson, type Json } from "../checks/json.ts";
import { limits } from "../checks/limits.ts";
import type { Parts } from "../parts.ts";
import { channelFields } from "../world/channel-fields.ts";
import { type Channel, isThread, type ThreadChannel, type ThreadType } from "../world/guild.ts";
import { mayDo } from "../world/permissions.ts";
import { threadMemberFields } from "../world/threads.ts";
import { readBody } from "./body.ts";
import { findChannel, findGuild, findMessage } from "./find.ts";
import { readLimit } from "./query.ts";

interface ChannelRoute {
	Params: { channel: string };
	Querystring: { before?: string; limit?: string };
}

const archiveChoices = [60, 1_440, 4_320, 10_080];

const readThread = (body: unknown) => {
	const asked: Json = isJson(body) ? body : {};
	const form = new Form();
	form.in("name").text(asked.name, 1, limits.nameLength);
	if (asked.auto_archive_duration !== undefined)
		form.in("auto_archive_duration").oneOf(asked.auto_archive_duration, archiveChoices);
	form.finish();
	return {
		name: String(asked.name),
		...(asked.auto_archive_duration !== undefined && {
			autoArchiveMinutes: Number(asked.auto_archive_duration),
		}),
		...(typeof asked.invitable === "boolean" && { invitable: asked.invitable }),
	};
};

const readType = (body: unknown): ThreadType => {
	// Discord's own default.
	const type = (isJson(body) && body.type) || ChannelType.PrivateThread;
	const form = new Form();
	form
		.in("type")
		.oneOf(type, [ChannelType.AnnouncementThread, ChannelType.PublicThread, ChannelType.PrivateThread]);
	form.finish();
	return type as ThreadType;
};

const belongsIn = (type: ThreadType, parent: Channel): boolean =>
	parent.type === ChannelType.GuildAnnouncement
		? type === ChannelType.AnnouncementThread
		: parent.type === ChannelType.GuildText && type !== ChannelType.AnnouncementThread;

/** Threads of text channels and posts of forums: creating them, and finding active and archived ones. */
export const addThreadRoutes = (api: FastifyInstance, { world, messages, threads }: Parts): void => {
	const listed = (found: readonly ThreadChannel[]) => ({
		threads: found.map(channelFields),
		members: found
			.filter(({ thread }) => thread.members.has(world.applicationId))
			.map((each) => threadMemberFields(each, world.applicationId)),
	});

	api.post<{ Params: { channel: string; message: string } }>(
		"/channels/:channel/messages/:message/threads",
		({ params, body }, reply) => {
			const parent = findChannel(world, params.channel, "CreatePublicThreads");
			const type: ThreadType =
				parent.type === ChannelType.GuildAnnouncement
					? ChannelType.AnnouncementThread
					: ChannelType.PublicThread;
			if (!belongsIn(type, parent)) throw refuse.wrongChannelType();
			const stored = findMessage(messages, params.channel, params.message);
			const description = { ...readThread(body), type, owner: parent.guild.bot };
			return reply.code(201).send(channelFields(threads.openOn(parent, stored, description)));
		},
	);
	const openPost = async (forum: Channel, request: FastifyRequest) => {
		const { payload, files } = await readBody(request);
		const form = new Form();
		const message = form.in("message").object(payload.message);
		const tags = form.in("applied_tags").list(payload.applied_tags, limits.forumTags).map(String);
		const known = forum.tags.map(({ id }) => id);
		for (const [index, tag] of tags.entries()) form.in("applied_tags", index).oneOf(tag, known);
		form.finish();
		const description = { ...readThread(payload), owner: forum.guild.bot, appliedTags: tags };
		const { thread, first } = threads.openPost(forum, description, { payload: message ?? {}, files });
		return { ...channelFields(thread), message: first.message };
	};

	api.post<ChannelRoute>("/channels/:channel/threads", async (request, reply) => {
		const { params } = request;
		const forum = world.channel(params.channel);
		if (forum?.type === ChannelType.GuildForum) {
			findChannel(world, params.channel, "SendMessages");
			return reply.code(201).send(await openPost(forum, request));
		}
		const { body } = request;
		const type = readType(body);
		const creating = type === ChannelType.PrivateThread ? "CreatePrivateThreads" : "CreatePublicThreads";
		const parent = findChannel(world, params.channel, creating);
		if (!belongsIn(type, parent)) throw refuse.wrongChannelType();
		const thread = threads.open(parent, { ...readThread(body), type, owner: parent.guild.bot });
		return reply.code(201).send(channelFields(thread));
	});
	api.get<{ Params: { guild: string } }>("/guilds/:guild/threads/active", ({ params }) => {
		const guild = findGuild(world, params.guild);
		return listed(
			[...guild.channels.values()]
				.filter(isThread)
				.filter((each) => !each.thread.archived && mayDo(guild.bot, "ViewChannel", each))
				.reverse(),
		);
	});

	const addArchive = (
		path: string,
		needs: readonly "ManageThreads"[],
		admits: (thread: ThreadChannel) => boolean,
	) =>
		api.get<ChannelRoute>(path, ({ params, query }) => {
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
	const isPrivate = ({ type }: ThreadChannel) => type === ChannelType.PrivateThread;
	addArchive("/channels/:channel/threads/archived/public", [], (each) => !isPrivate(each));
	addArchive("/channels/:channel/threads/archived/private", ["ManageThreads"], isPrivate);
	addArchive(
		"/channels/:channel/users/@me/threads/archived/private",
		[],
		(each) => isPrivate(each) && each.thread.members.has(world.applicationId),
	);
};
