import { MessageFlags } from "discord-api-types/v10";
import type { FastifyInstance } from "fastify";
import { refuse } from "../checks/api-error.ts";
import type { MessageBody } from "../checks/files.ts";
import { Form } from "../checks/form.ts";
import { isJson, type Json } from "../checks/json.ts";
import { limits } from "../checks/limits.ts";
import { hasFlag } from "../checks/message-body.ts";
import type { Parts } from "../parts.ts";
import { type Channel, isThread, type PermissionName, takesMessages } from "../world/guild.ts";
import type { StoredMessage } from "../world/message.ts";
import { withoutOthersContent } from "../world/message-content.ts";
import { mayDo, writingPermission } from "../world/permissions.ts";
import { timeOf } from "../world/snowflake.ts";
import { readBody } from "./body.ts";
import { findChannel, findMessage } from "./find.ts";
import { type HistoryQuery, pickHistory } from "./history.ts";

interface ChannelRoute {
	Params: { channel: string };
	Querystring: HistoryQuery;
}
interface MessageRoute {
	Params: { channel: string; message: string };
}

const readIds = (body: unknown): string[] => {
	const form = new Form();
	const ids = form.in("messages").list(isJson(body) ? body.messages : undefined, 1_000, 1);
	for (const [index, id] of ids.entries())
		if (!/^\d{1,20}$/.test(String(id)))
			form.in("messages", index).refuse("NUMBER_TYPE_COERCE", `Value "${id}" is not snowflake.`);
	form.finish();
	return [...new Set(ids.map(String))];
};

const onlyFlags = ({ payload, files }: MessageBody): boolean =>
	files.length === 0 && Object.keys(payload).every((key) => key === "flags");

/** Channel messages, as the application reads, writes, edits and deletes them. */
export const addMessageRoutes = (api: FastifyInstance, { world, messages, threads }: Parts): void => {
	// The permission for writing depends on the channel; an unknown channel is refused first.
	const openToWrite = (id: string, ...needs: PermissionName[]): Channel => {
		const channel = findChannel(world, id);
		if (!takesMessages(channel)) throw refuse.wrongChannelType();
		findChannel(world, id, writingPermission(channel), ...needs);
		if (isThread(channel)) threads.enterToWrite(channel, channel.guild.bot);
		return channel;
	};
	const shown = ({ message }: StoredMessage) =>
		world.messageContent === "refused" ? withoutOthersContent(world.applicationId, message) : message;
	const mayEdit = (channel: Channel, { message }: StoredMessage, body: MessageBody): void => {
		if (message.author.id === world.applicationId) return;
		if (!onlyFlags(body)) throw refuse.notYours();
		if (!mayDo(channel.guild.bot, "ManageMessages", channel)) throw refuse.missingPermissions();
	};

	api.get<ChannelRoute>("/channels/:channel/messages", ({ params, query }) => {
		const channel = findChannel(world, params.channel);
		const readable = mayDo(channel.guild.bot, "ReadMessageHistory", channel);
		const seen = readable ? messages.in(channel.id).filter(({ visibleTo }) => !visibleTo) : [];
		return pickHistory(seen, query).map(shown);
	});
	api.get<MessageRoute>("/channels/:channel/messages/:message", ({ params }) => {
		findChannel(world, params.channel, "ReadMessageHistory");
		return shown(findMessage(messages, params.channel, params.message));
	});
	api.post<ChannelRoute>("/channels/:channel/messages", async (request) => {
		const body = await readBody(request);
		const channel = openToWrite(
			request.params.channel,
			...(body.files.length ? ["AttachFiles" as const] : []),
		);
		const voice = hasFlag(body.payload.flags, MessageFlags.IsVoiceMessage);
		if (voice && !mayDo(channel.guild.bot, "SendVoiceMessages", channel)) throw refuse.voiceNotAllowed();
		const { nonce, enforce_nonce: isEnforced } = body.payload;
		const isNamed = typeof nonce === "string" || typeof nonce === "number";
		const sentBefore =
			isNamed && isEnforced === true
				? messages
						.in(channel.id)
						.find(
							({ message: { id, author, nonce: sent } }) =>
								sent === nonce &&
								author.id === world.applicationId &&
								world.clock.now() - timeOf(id) <= limits.nonceAge,
						)
				: undefined;
		const extra = isNamed ? { nonce } : {};
		return (sentBefore ?? messages.create({ body, author: world.application, channelId: channel.id, extra }))
			.message;
	});
	api.patch<MessageRoute>("/channels/:channel/messages/:message", async (request) => {
		const channel = findChannel(world, request.params.channel);
		const stored = findMessage(messages, channel.id, request.params.message);
		const body = await readBody(request);
		mayEdit(channel, stored, body);
		return messages.edit(stored.message.id, body).message;
	});
	api.delete<MessageRoute>("/channels/:channel/messages/:message", ({ params }, reply) => {
		const channel = findChannel(world, params.channel);
		const { message } = findMessage(messages, channel.id, params.message);
		const own = message.author.id === world.applicationId;
		if (!own && !mayDo(channel.guild.bot, "ManageMessages", channel)) throw refuse.missingPermissions();
		messages.delete(message.id);
		return reply.code(204).send();
	});
	api.post<{ Params: { channel: string }; Body: Json | undefined }>(
		"/channels/:channel/messages/bulk-delete",
		({ params, body }, reply) => {
			const channel = findChannel(world, params.channel, "ManageMessages");
			const ids = readIds(body);
			if (ids.length < 2 || ids.length > limits.bulkDelete) throw refuse.bulkDeleteCount();
			if (ids.some((id) => world.clock.now() - timeOf(id) > limits.bulkDeleteAge))
				throw refuse.tooOldToBulkDelete();
			messages.deleteTogether(channel, ids);
			return reply.code(204).send();
		},
	);
};
