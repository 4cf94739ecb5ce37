import { MessageFlags } from "discord-api-types/v10";
import { refuse } from "../checks/api-error.ts";
import type { MessageBody } from "../checks/files.ts";
import { limits } from "../checks/limits.ts";
import { hasFlag } from "../checks/message-body.ts";
import type { Parts } from "../parts.ts";
import { timeOf } from "../world/clock.ts";
import { type Channel, isThread, type PermissionName, takesMessages } from "../world/guild.ts";
import type { StoredMessage } from "../world/message.ts";
import { withoutOthersContent } from "../world/message-content.ts";
import { mayWriteTo } from "../world/offers.ts";
import { mayDo, writingPermission } from "../world/permissions.ts";
import { enterToWrite } from "../world/threads.ts";
import { findChannel, findMessage, pickHistory } from "./find.ts";
import type { Api } from "./routes.ts";

const onlyFlags = ({ payload, files }: MessageBody): boolean =>
	files.length === 0 && Object.keys(payload).every((key) => key === "flags");

/** Channel messages, as the application reads, writes, edits and deletes them. */
export const addMessageRoutes = (api: Api, { world, messages, rateLimits }: Parts): void => {
	// The permission for writing depends on the channel; an unknown channel is refused first.
	const openToWrite = (id: string, ...needs: PermissionName[]): Channel => {
		const channel = findChannel(world, id);
		if (!takesMessages(channel)) throw refuse.wrongChannelType();
		const users = channel.guild.isPrivate ? [...channel.guild.members.values()] : [];
		if (users.some(({ user }) => !user.bot && !mayWriteTo(world, user.id))) throw refuse.cannotMessageUser();
		findChannel(world, id, writingPermission(channel), ...needs);
		if (isThread(channel)) enterToWrite(world, channel, channel.guild.bot);
		return channel;
	};
	const shown = ({ message }: StoredMessage) =>
		world.messageContent === "refused" && !world.directs.has(message.channel_id)
			? withoutOthersContent(world.applicationId, message)
			: message;
	const mayEdit = (channel: Channel, { message }: StoredMessage, body: MessageBody): void => {
		if (message.author.id === world.applicationId) return;
		if (!onlyFlags(body)) throw refuse.notYours();
		if (!mayDo(channel.guild.bot, "ManageMessages", channel)) throw refuse.missingPermissions();
	};

	api.get("/channels/:channel/messages", ({ params, query }) => {
		const channel = findChannel(world, params.channel);
		const readable = mayDo(channel.guild.bot, "ReadMessageHistory", channel);
		const seen = readable ? messages.in(channel.id).filter(({ visibleTo }) => !visibleTo) : [];
		return pickHistory(seen, query).map(shown);
	});
	api.get("/channels/:channel/messages/:message", ({ params }) => {
		findChannel(world, params.channel, "ReadMessageHistory");
		return shown(findMessage(messages, params.channel, params.message));
	});
	api.post("/channels/:channel/messages", ({ params, message: body }) => {
		const channel = openToWrite(params.channel, ...(body.files.length ? ["AttachFiles" as const] : []));
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
	api.patch("/channels/:channel/messages/:message", ({ params, message: body }, reply) => {
		const channel = findChannel(world, params.channel);
		const stored = findMessage(messages, channel.id, params.message);
		mayEdit(channel, stored, body);
		const isOld = world.clock.now() - timeOf(stored.message.id) > limits.oldMessageAge;
		const { headers, refusal } = (isOld && rateLimits?.takeOldEdit(channel.id)) || { headers: {} };
		if (refusal) return reply.code(429).headers(headers).send(refusal);
		return messages.edit(stored.message.id, body).message;
	});
	api.delete("/channels/:channel/messages/:message", ({ params }) => {
		const channel = findChannel(world, params.channel);
		const { message } = findMessage(messages, channel.id, params.message);
		const own = message.author.id === world.applicationId;
		if (!own && !mayDo(channel.guild.bot, "ManageMessages", channel)) throw refuse.missingPermissions();
		messages.delete(message.id);
	});
	api.post("/channels/:channel/messages/bulk-delete", ({ params, json }) => {
		const channel = findChannel(world, params.channel, "ManageMessages");
		const ids = [...new Set(Array.isArray(json.messages) ? json.messages.map(String) : [])];
		if (ids.length < 2 || ids.length > limits.bulkDelete) throw refuse.bulkDeleteCount();
		if (ids.some((id) => world.clock.now() - timeOf(id) > limits.bulkDeleteAge))
			throw refuse.tooOldToBulkDelete();
		messages.deleteTogether(channel, ids);
	});
};
