import { MessageFlags } from "discord-api-types/v10";
import type { FastifyInstance } from "fastify";
import { refuse } from "../checks/api-error.ts";
import { hasFlag } from "../checks/message-body.ts";
import { mayDo, type PermissionName } from "../world/permissions.ts";
import { channelFields } from "../world/world.ts";
import { readBody } from "./body.ts";
import type { RestParts } from "./index.ts";

interface ChannelRoute {
	Params: { channel: string };
}
interface MessageRoute {
	Params: { channel: string; message: string };
}

/** Channels and the messages in them, as the application's own account reads and writes them. */
export const addChannelRoutes = (api: FastifyInstance, { world, messages }: RestParts): void => {
	const open = (id: string, ...needs: PermissionName[]) => {
		const channel = world.channels.get(id);
		if (!channel) throw refuse.unknownChannel();
		if (!mayDo(world, world.bot, "ViewChannel", id)) throw refuse.missingAccess();
		if (!needs.every((name) => mayDo(world, world.bot, name, id))) throw refuse.missingPermissions();
		return channel;
	};
	const visible = (channelId: string, id: string) => {
		const stored = messages.find(id);
		if (!stored || stored.visibleTo || stored.message.channel_id !== channelId) throw refuse.unknownMessage();
		return stored;
	};

	api.get<ChannelRoute>("/channels/:channel", ({ params }) => channelFields(world, open(params.channel)));
	api.post<ChannelRoute>("/channels/:channel/typing", ({ params }, reply) => {
		open(params.channel, "SendMessages");
		return reply.code(204).send();
	});
	api.get<ChannelRoute>("/channels/:channel/messages", ({ params }) => {
		open(params.channel, "ReadMessageHistory");
		return messages
			.all()
			.filter(({ visibleTo, message }) => !visibleTo && message.channel_id === params.channel)
			.map(({ message }) => message)
			.reverse()
			.slice(0, 50);
	});
	api.get<MessageRoute>("/channels/:channel/messages/:message", ({ params }) => {
		open(params.channel, "ReadMessageHistory");
		return visible(params.channel, params.message).message;
	});
	api.post<ChannelRoute>("/channels/:channel/messages", async (request) => {
		const body = await readBody(request);
		const channel = open(
			request.params.channel,
			"SendMessages",
			...(body.files.length ? ["AttachFiles" as const] : []),
		);
		const voice = hasFlag(body.payload.flags, MessageFlags.IsVoiceMessage);
		if (voice && !mayDo(world, world.bot, "SendVoiceMessages", channel.id)) throw refuse.voiceNotAllowed();
		return messages.create({ body, author: world.bot.user, channelId: channel.id }).message;
	});
	api.patch<MessageRoute>("/channels/:channel/messages/:message", async (request) => {
		const { channel, message } = request.params;
		open(channel);
		if (visible(channel, message).message.author.id !== world.applicationId) throw refuse.notYours();
		return messages.edit(message, await readBody(request)).message;
	});
	api.delete<MessageRoute>("/channels/:channel/messages/:message", ({ params }, reply) => {
		open(params.channel);
		const own = visible(params.channel, params.message).message.author.id === world.applicationId;
		if (!own && !mayDo(world, world.bot, "ManageMessages", params.channel)) throw refuse.missingPermissions();
		messages.delete(params.message);
		return reply.code(204).send();
	});
};
