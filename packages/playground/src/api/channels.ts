import { MessageFlags } from "discord-api-types/v10";
import type { FastifyInstance } from "fastify";
import { refuse } from "../checks/api-error.ts";
import { hasFlag } from "../checks/message-body.ts";
import { channelFields } from "../world/channel-fields.ts";
import { takesMessages } from "../world/channel-kinds.ts";
import type { PermissionName } from "../world/permission-names.ts";
import { mayDo, writingPermission } from "../world/permissions.ts";
import { readBody } from "./body.ts";
import { findChannel } from "./find.ts";
import type { RestParts } from "./rest-parts.ts";

interface ChannelRoute {
	Params: { channel: string };
}
interface MessageRoute {
	Params: { channel: string; message: string };
}

/** Channels and the messages in them, as the application's own account reads and writes them. */
export const addChannelRoutes = (api: FastifyInstance, { world, messages }: RestParts): void => {
	const open = (id: string, ...needs: PermissionName[]) => findChannel(world, id, ...needs);
	// What writing needs depends on the channel; one that is not there is told first.
	const openToWrite = (id: string, ...needs: PermissionName[]) => {
		const channel = open(id);
		if (!takesMessages(channel)) throw refuse.wrongChannelType();
		return findChannel(world, id, writingPermission(channel), ...needs);
	};
	const visible = (channelId: string, id: string) => {
		const stored = messages.find(id);
		if (!stored || stored.visibleTo || stored.message.channel_id !== channelId) throw refuse.unknownMessage();
		return stored;
	};

	api.get<ChannelRoute>("/channels/:channel", ({ params }) => channelFields(open(params.channel)));
	api.post<ChannelRoute>("/channels/:channel/typing", ({ params }, reply) => {
		openToWrite(params.channel);
		return reply.code(204).send();
	});
	api.get<ChannelRoute>("/channels/:channel/messages", ({ params }) => {
		open(params.channel, "ReadMessageHistory");
		return messages
			.in(params.channel)
			.filter(({ visibleTo }) => !visibleTo)
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
		const channel = openToWrite(
			request.params.channel,
			...(body.files.length ? ["AttachFiles" as const] : []),
		);
		const voice = hasFlag(body.payload.flags, MessageFlags.IsVoiceMessage);
		if (voice && !mayDo(channel.guild.bot, "SendVoiceMessages", channel)) throw refuse.voiceNotAllowed();
		return messages.create({ body, author: world.application, channelId: channel.id }).message;
	});
	api.patch<MessageRoute>("/channels/:channel/messages/:message", async (request) => {
		const { channel, message } = request.params;
		open(channel);
		if (visible(channel, message).message.author.id !== world.applicationId) throw refuse.notYours();
		return messages.edit(message, await readBody(request)).message;
	});
	api.delete<MessageRoute>("/channels/:channel/messages/:message", ({ params }, reply) => {
		const channel = open(params.channel);
		const own = visible(params.channel, params.message).message.author.id === world.applicationId;
		if (!own && !mayDo(channel.guild.bot, "ManageMessages", channel)) throw refuse.missingPermissions();
		messages.delete(params.message);
		return reply.code(204).send();
	});
};
