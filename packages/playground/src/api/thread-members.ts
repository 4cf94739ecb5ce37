import { ChannelType } from "discord-api-types/v10";
import type { FastifyInstance } from "fastify";
import { refuse } from "../checks/api-error.ts";
import type { Parts } from "../parts.ts";
import { isThread, type ThreadChannel } from "../world/guild.ts";
import { memberWithUser } from "../world/member-fields.ts";
import { mayDo } from "../world/permissions.ts";
import { threadMemberFields } from "../world/threads.ts";
import { findChannel, findMember } from "./find.ts";
import { isTrue } from "./query.ts";

interface ThreadRoute {
	Params: { channel: string };
	Querystring: { with_member?: string };
}
interface UserRoute {
	Params: { channel: string; user: string };
	Querystring: { with_member?: string };
}

/** Who is in a thread. */
export const addThreadMemberRoutes = (api: FastifyInstance, { world, threads }: Parts): void => {
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

	api.get<ThreadRoute>(path, ({ params, query }) => {
		const channel = find(params.channel);
		return [...channel.thread.members.keys()].map((userId) => fields(channel, userId, query.with_member));
	});
	api.get<UserRoute>(`${path}/:user`, ({ params, query }) => {
		const channel = find(params.channel);
		const { user } = findMember(world, channel.guild.id, params.user);
		if (!channel.thread.members.has(user.id)) throw refuse.unknownMember();
		return fields(channel, user.id, query.with_member);
	});
	api.put<UserRoute>(`${path}/:user`, ({ params }, reply) => {
		const channel = find(params.channel);
		const { user } = findMember(world, channel.guild.id, params.user);
		if (user.id !== world.applicationId) findChannel(world, channel.id, "SendMessagesInThreads");
		threads.join(channel, user.id);
		return reply.code(204).send();
	});
	api.delete<UserRoute>(`${path}/:user`, ({ params }, reply) => {
		const channel = find(params.channel);
		const { guild, thread, type } = channel;
		const { user } = findMember(world, guild.id, params.user);
		const ownPrivate = type === ChannelType.PrivateThread && thread.ownerId === world.applicationId;
		if (user.id !== world.applicationId && !ownPrivate && !mayDo(guild.bot, "ManageThreads", channel))
			throw refuse.missingPermissions();
		threads.leave(channel, user.id);
		return reply.code(204).send();
	});
};
