import { type APIUser, ChannelType, MessageFlags } from "discord-api-types/v10";
import { refuse } from "../checks/form.ts";
import { limits } from "../checks/limits.ts";
import { hasFlag } from "../checks/message-body.ts";
import type { Parts } from "../parts.ts";
import {
	addReaction,
	clearReactions,
	endPoll,
	pinMessage,
	pinnedIn,
	removeReaction,
	unpinMessage,
	votersFor,
} from "../world/around-messages.ts";
import { timeOf } from "../world/clock.ts";
import { type Channel, isThread, type PermissionName, takesMessages } from "../world/guild.ts";
import { type StoredMessage, withoutOthersContent } from "../world/message-fields.ts";
import { mayWriteTo } from "../world/offers.ts";
import { mayDo, writingPermission } from "../world/permissions.ts";
import { enterToWrite } from "../world/threads.ts";
import type { World } from "../world/world.ts";
import { type Api, findChannel, findMessage, need, pickHistory, readId, readLimit } from "./routes.ts";

export const addMessageRoutes = (api: Api, { world, messages, rateLimits }: Parts): void => {
	// The permission for writing depends on the channel's type, so the channel is found first.
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
	const isOwn = ({ message }: StoredMessage): boolean => message.author.id === world.applicationId;
	const needManage = (channel: Channel, stored: StoredMessage): void => {
		if (!isOwn(stored)) need(channel.guild, "ManageMessages", channel);
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
		const isSame = ({ message: { id, author, nonce: sent } }: StoredMessage) =>
			sent === nonce &&
			author.id === world.applicationId &&
			world.clock.now() - timeOf(id) <= limits.nonceAge;
		const sentBefore = isNamed && isEnforced === true ? messages.in(channel.id).find(isSame) : undefined;
		const extra = isNamed ? { nonce } : {};
		return (sentBefore ?? messages.create({ body, author: world.application, channelId: channel.id, extra }))
			.message;
	});
	api.patch("/channels/:channel/messages/:message", ({ params, message: body }, reply) => {
		const channel = findChannel(world, params.channel);
		const stored = findMessage(messages, channel.id, params.message);
		const { payload, files } = body;
		const hasOnlyFlags = files.length === 0 && Object.keys(payload).every((key) => key === "flags");
		if (!isOwn(stored) && !hasOnlyFlags) throw refuse.notYours();
		needManage(channel, stored);
		const isOld = world.clock.now() - timeOf(stored.message.id) > limits.oldMessageAge;
		const { headers, refusal } = (isOld && rateLimits?.takeOldEdit(channel.id)) || { headers: {} };
		if (refusal) return reply.code(429).headers(headers).send(refusal);
		return messages.edit(stored.message.id, body).message;
	});
	api.delete("/channels/:channel/messages/:message", ({ params }) => {
		const channel = findChannel(world, params.channel);
		needManage(channel, findMessage(messages, channel.id, params.message));
		messages.delete(params.message);
	});
	api.post("/channels/:channel/messages/bulk-delete", ({ params, json }) => {
		const channel = findChannel(world, params.channel, "ManageMessages");
		const ids = [...new Set(Array.isArray(json.messages) ? json.messages.map(String) : [])];
		if (ids.length < 2 || ids.length > limits.bulkDelete) throw refuse.bulkDeleteCount();
		if (ids.some((id) => world.clock.now() - timeOf(id) > limits.bulkDeleteAge))
			throw refuse.tooOldToBulkDelete();
		messages.deleteTogether(channel, ids);
	});
	// Publishes a message of an announcement channel. In the playground, no other guild follows such a channel.
	api.post("/channels/:channel/messages/:message/crosspost", ({ params }) => {
		const channel = findChannel(world, params.channel, "SendMessages");
		const stored = findMessage(messages, params.channel, params.message);
		if (channel.type !== ChannelType.GuildAnnouncement) throw refuse.wrongChannelType();
		needManage(channel, stored);
		if (hasFlag(stored.message.flags, MessageFlags.Crossposted)) throw refuse.alreadyPublished();
		const flags = Number(stored.message.flags ?? 0) | MessageFlags.Crossposted;
		const after = messages.amend(params.message, { message: { flags } });
		world.feed.emit("message", "edited", after);
		return after.message;
	});
};

/** @returns the first `limit` users whose ids are above `after`, in the order of their ids */
const usersOf = (world: World, ids: Iterable<string>, after: bigint, limit: number): APIUser[] =>
	[...ids]
		.filter((id) => BigInt(id) > after)
		.sort((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1))
		.slice(0, limit)
		.flatMap((id) => world.users.get(id) ?? []);

export const addReactionRoutes = (api: Api, { world, messages }: Parts): void => {
	const all = "/channels/:channel/messages/:message/reactions";
	const find = (params: { channel: string; message: string }, ...needs: "ManageMessages"[]) => ({
		channel: findChannel(world, params.channel, "ReadMessageHistory", ...needs),
		stored: findMessage(messages, params.channel, params.message),
	});

	api.put(`${all}/:emoji/@me`, ({ params }) => {
		const { channel, stored } = find(params);
		// Adding to an existing reaction needs no further permission.
		const first = !stored.reactors.has(params.emoji);
		if (first && !mayDo(channel.guild.bot, "AddReactions", channel)) throw refuse.missingPermissions();
		addReaction(messages, stored, params.emoji, world.applicationId);
	});
	api.delete(`${all}/:emoji/:user`, ({ params }) => {
		const own = params.user === "@me" || params.user === world.applicationId;
		const { stored } = find(params, ...(own ? [] : (["ManageMessages"] as const)));
		removeReaction(messages, stored, params.emoji, own ? world.applicationId : params.user);
	});
	api.get(`${all}/:emoji`, ({ params, query }) => {
		const { stored } = find(params);
		const limit = readLimit(query.limit, 25, 100);
		const after = readId("after", query.after) ?? 0n;
		return usersOf(world, stored.reactors.get(params.emoji) ?? [], after, limit);
	});
	api.delete(`${all}/:emoji`, ({ params }) => {
		clearReactions(messages, find(params, "ManageMessages").stored, params.emoji);
	});
	api.delete(all, ({ params }) => clearReactions(messages, find(params, "ManageMessages").stored));
};

/** Pinned messages, at Discord's older and newer addresses. */
export const addPinRoutes = (api: Api, { world, messages }: Parts): void => {
	const pinned = ({ channel }: { channel: string }) => {
		findChannel(world, channel, "ReadMessageHistory");
		return pinnedIn(messages, channel);
	};

	api.get("/channels/:channel/pins", ({ params }) => pinned(params).map(({ message }) => message));
	api.get("/channels/:channel/messages/pins", ({ params, query }) => {
		const limit = readLimit(query.limit, 50, 50);
		const before = Date.parse(query.before ?? "") || Number.POSITIVE_INFINITY;
		const older = pinned(params).filter(({ pinnedAt }) => Date.parse(String(pinnedAt)) < before);
		return {
			items: older.slice(0, limit).map(({ pinnedAt, message }) => ({ pinned_at: pinnedAt, message })),
			has_more: older.length > limit,
		};
	});
	for (const path of [
		"/channels/:channel/pins/:message",
		"/channels/:channel/messages/pins/:message",
	] as const) {
		const find = ({ channel, message }: { channel: string; message: string }) => {
			const found = findChannel(world, channel, "PinMessages");
			findMessage(messages, channel, message);
			return found;
		};
		api.put(path, ({ params }) => {
			const channel = find(params);
			pinMessage(messages, channel, channel.guild.bot, params.message);
		});
		api.delete(path, ({ params }) => unpinMessage(messages, find(params), params.message));
	}
};

/** Polls: the voters of an answer, and ending the application's own polls. */
export const addPollRoutes = (api: Api, { world, messages }: Parts): void => {
	api.get("/channels/:channel/polls/:message/answers/:answer", ({ params, query }) => {
		findChannel(world, params.channel, "ReadMessageHistory");
		const stored = findMessage(messages, params.channel, params.message);
		const after = readId("after", query.after) ?? 0n;
		const voters = votersFor(stored, Number(params.answer));
		return { users: usersOf(world, voters, after, readLimit(query.limit, 25, 100)) };
	});
	api.post("/channels/:channel/polls/:message/expire", ({ params }) => {
		findChannel(world, params.channel);
		const stored = findMessage(messages, params.channel, params.message);
		if (stored.message.author.id !== world.applicationId) throw refuse.notYours();
		return endPoll(messages, stored).message;
	});
};
