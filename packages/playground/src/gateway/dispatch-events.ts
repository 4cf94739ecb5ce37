import { ChannelType, GatewayIntentBits, GatewayOpcodes } from "discord-api-types/v10";
import { isJson } from "../checks/json.ts";
import { pinnedIn } from "../world/around-messages.ts";
import {
	channelFields,
	directFields,
	inGuild,
	isNamed,
	memberFields,
	memberWithUser,
	resolvedFields,
	toldFields,
} from "../world/fields.ts";
import { type Channel, type Guild, isThread, type Member } from "../world/guild.ts";
import type { Interaction, InteractionRequest } from "../world/interaction.ts";
import { withoutOthersContent } from "../world/message-fields.ts";
import type { Messages } from "../world/messages.ts";
import { contextOf } from "../world/offers.ts";
import { applicationPermissions, canView, computePermissions, mayDo } from "../world/permissions.ts";
import { threadMemberFields } from "../world/threads.ts";
import type { World } from "../world/world.ts";
import { type Gateway, type GatewayOperation, send } from "./gateway.ts";

/** Sends the application the events of guilds and direct messages, and answers its requests for guild members. */
export const dispatchEvents = (messages: Messages, gateway: Gateway): void => {
	const { world } = messages;
	dispatchGuilds(world, gateway);
	dispatchChannels(world, gateway);
	dispatchAroundMessages(messages, gateway);
	dispatchThreadMembers(world, gateway);
	gateway.operations.set(GatewayOpcodes.RequestGuildMembers, answerMembers(world));
};

const dispatchGuilds = (world: World, gateway: Gateway): void => {
	const { feed } = world;
	feed.on("message", (kind, { message, visibleTo }, together = false) => {
		const channel = world.channel(message.channel_id);
		if (together || visibleTo !== undefined || !channel) return;
		const { guild } = channel;
		if (!mayDo(guild.bot, "ViewChannel", channel)) return;
		if (kind === "deleted") {
			const where = { id: message.id, channel_id: message.channel_id, ...inGuild(guild) };
			return gateway.dispatch("MESSAGE_DELETE", where, guild.id);
		}
		const author = guild.members.get(message.author.id);
		gateway.dispatchEach(
			kind === "created" ? "MESSAGE_CREATE" : "MESSAGE_UPDATE",
			guild.id,
			({ intents }) => ({
				...(intents & GatewayIntentBits.MessageContent || guild.isPrivate
					? message
					: withoutOthersContent(world.applicationId, message)),
				...inGuild(guild),
				...(author && !guild.isPrivate && { member: memberFields(author) }),
			}),
		);
	});
	feed.on("asked", (interaction, request) => {
		const { guild } = request.member;
		const data = interactionFields(world.applicationId, interaction, request);
		if (guild.presence === "none" && !guild.isPrivate) gateway.dispatchToOne("INTERACTION_CREATE", data);
		else gateway.dispatch("INTERACTION_CREATE", data, guild.id);
	});
	feed.on("guildChange", (kind, guild) => {
		if (!guild.hasBot) return;
		if (kind === "created") gateway.dispatchGuild(guild);
		else gateway.dispatch("GUILD_DELETE", { id: guild.id }, guild.id);
	});
	feed.on("presenceChange", (guild) => {
		const { id, presence } = guild;
		if (presence === "bot") gateway.dispatchGuild(guild);
		else gateway.dispatch("GUILD_DELETE", { id, ...(presence === "outage" && { unavailable: true }) }, id);
	});
	// Events about members need the privileged intent, except GUILD_MEMBER_UPDATE about the application itself.
	feed.on("memberChange", (kind, member) => {
		const { guild, user } = member;
		const data = { ...memberWithUser(member), guild_id: guild.id };
		if (kind === "created") gateway.dispatch("GUILD_MEMBER_ADD", data, guild.id);
		else if (kind === "deleted")
			gateway.dispatch("GUILD_MEMBER_REMOVE", { guild_id: guild.id, user }, guild.id);
		else gateway.dispatch("GUILD_MEMBER_UPDATE", data, guild.id, member === guild.bot ? 0 : undefined);
	});
	feed.on("ban", (kind, { id }, user) =>
		gateway.dispatch(kind === "added" ? "GUILD_BAN_ADD" : "GUILD_BAN_REMOVE", { guild_id: id, user }, id),
	);
	feed.on("webhooks", ({ id, guild }) =>
		gateway.dispatch("WEBHOOKS_UPDATE", { guild_id: guild.id, channel_id: id }, guild.id),
	);
	feed.on("roleChange", (kind, role, { id }) => {
		const data = kind === "deleted" ? { role_id: role.id } : { role };
		gateway.dispatch(`GUILD_ROLE_${suffix[kind]}`, { guild_id: id, ...data }, id);
	});
};

/** @returns the data of an interaction's INTERACTION_CREATE */
const interactionFields = (applicationId: string, interaction: Interaction, request: InteractionRequest) => {
	const { member, channel, locale, data, message } = request;
	const { guild } = member;
	const permissions = String(computePermissions(member, channel));
	const viewerId = guild.hasBot ? applicationId : member.user.id;
	const where = guild.isPrivate
		? { channel: directFields(channel, viewerId), user: member.user }
		: {
				guild_id: guild.id,
				guild: { id: guild.id, locale: "en-US", features: [] },
				guild_locale: "en-US",
				channel: resolvedFields(channel, member),
				member: { ...memberWithUser(member), permissions },
			};
	return {
		id: interaction.id,
		application_id: applicationId,
		type: interaction.type,
		token: interaction.token,
		version: 1,
		...where,
		channel_id: channel.id,
		locale,
		app_permissions: String(applicationPermissions(member, channel)),
		entitlements: [],
		authorizing_integration_owners: interaction.owners,
		context: contextOf(guild),
		attachment_size_limit: guild.attachmentLimit,
		data,
		...(message && { message }),
	};
};

/** Sends the application events around messages: reactions, votes, typing, pins, bulk deletes. */
const dispatchAroundMessages = (messages: Messages, gateway: Gateway): void => {
	const { world } = messages;
	const { feed } = world;
	feed.on("bulkDelete", ({ id, guild }, gone) => {
		const ids = gone.filter(({ visibleTo }) => visibleTo === undefined).map(({ message }) => message.id);
		gateway.dispatch("MESSAGE_DELETE_BULK", { ids, channel_id: id, ...inGuild(guild) }, guild.id);
	});
	feed.on("reaction", ({ message }, change) => {
		const guild = world.channel(message.channel_id)?.guild;
		if (!guild) return;
		const where = { channel_id: message.channel_id, message_id: message.id, ...inGuild(guild) };
		const emoji = { id: null, name: change.emoji };
		if (change.kind === "cleared") {
			if (change.emoji === undefined) gateway.dispatch("MESSAGE_REACTION_REMOVE_ALL", where, guild.id);
			else gateway.dispatch("MESSAGE_REACTION_REMOVE_EMOJI", { ...where, emoji }, guild.id);
			return;
		}
		const member = guild.members.get(change.userId);
		const data = { ...where, user_id: change.userId, emoji, burst: false, type: 0 };
		const by = member && !guild.isPrivate && { member: memberWithUser(member) };
		const added = { ...data, message_author_id: message.author.id, ...by };
		if (change.kind === "removed") gateway.dispatch("MESSAGE_REACTION_REMOVE", data, guild.id);
		else gateway.dispatch("MESSAGE_REACTION_ADD", added, guild.id);
	});
	feed.on("vote", ({ message }, { added, answerId, userId }) => {
		const guild = world.channel(message.channel_id)?.guild;
		if (!guild) return;
		const where = { channel_id: message.channel_id, message_id: message.id, ...inGuild(guild) };
		const name = added ? "MESSAGE_POLL_VOTE_ADD" : "MESSAGE_POLL_VOTE_REMOVE";
		gateway.dispatch(name, { ...where, user_id: userId, answer_id: answerId }, guild.id);
	});
	feed.on("typing", (member, { id, guild }, at) => {
		const where = { channel_id: id, ...inGuild(guild), user_id: member.user.id };
		const shown = guild.isPrivate ? {} : { member: memberWithUser(member) };
		const data = { ...where, timestamp: Math.floor(at / 1_000), ...shown };
		gateway.dispatch("TYPING_START", data, guild.id);
	});
	feed.on("pins", ({ id, guild }) => {
		const last = pinnedIn(messages, id)[0]?.pinnedAt ?? null;
		const data = { ...inGuild(guild), channel_id: id, last_pin_timestamp: last };
		gateway.dispatch("CHANNEL_PINS_UPDATE", data, guild.id);
	});
};

/**
 * Tells the application who joins and leaves threads. An event about the application itself needs the Guilds intent;
 * other events need the privileged intent for members.
 */
const dispatchThreadMembers = ({ applicationId, feed }: World, gateway: Gateway): void => {
	feed.on("threadMembers", (channel, added, removed) => {
		const { id, guild, thread } = channel;
		const data = {
			id,
			guild_id: guild.id,
			member_count: thread.members.size,
			...(added.length > 0 && {
				added_members: added.map((userId) => {
					const member = guild.members.get(userId);
					const known = member && { member: memberWithUser(member) };
					return { ...threadMemberFields(channel, userId), ...known };
				}),
			}),
			...(removed.length > 0 && { removed_member_ids: removed }),
		};
		const own = [...added, ...removed].includes(applicationId);
		const intent = own ? GatewayIntentBits.Guilds : GatewayIntentBits.GuildMembers;
		gateway.dispatch("THREAD_MEMBERS_UPDATE", data, guild.id, intent);
	});
};

const suffix = { created: "CREATE", changed: "UPDATE", deleted: "DELETE" } as const;

/**
 * Sends the application the events of its channels. A channel that it can't view is sent as a hidden one
 * (CHANNEL_OBFUSCATED), without threads, until the application can view it.
 */
const dispatchChannels = ({ feed, guilds, applicationId }: World, gateway: Gateway): void => {
	/** The channels that the application was last sent as hidden. */
	const hidden = new WeakSet<Channel>();
	/** Notes whether a channel is hidden. @returns whether that has changed */
	const note = (channel: Channel): boolean => {
		const wasHidden = hidden.has(channel);
		if (canView(channel.guild.bot, channel)) hidden.delete(channel);
		else hidden.add(channel);
		return hidden.has(channel) !== wasHidden;
	};
	const noteAll = ({ channels }: Guild): void => {
		for (const channel of channels.values()) note(channel);
	};
	const tell = (channel: Channel, isNews: boolean): void => {
		const { id, guild } = channel;
		gateway.dispatch("CHANNEL_UPDATE", toldFields(channel), guild.id);
		const threads = [...guild.channels.values()].filter(
			(each) => each.parentId === id && each.thread?.archived === false && canView(guild.bot, each),
		);
		if (!isNews || hidden.has(channel) || threads.length === 0) return;
		const data = { guild_id: guild.id, channel_ids: [id], threads: threads.map(channelFields), members: [] };
		gateway.dispatch("THREAD_LIST_SYNC", data, guild.id);
	};
	/** Sends the channels that have become visible or hidden. */
	const review = ({ channels }: Guild): void => {
		for (const channel of channels.values()) if (!isThread(channel) && note(channel)) tell(channel, true);
	};

	for (const guild of guilds.values()) noteAll(guild);
	feed.on("guildChange", (kind, guild) => kind === "created" && noteAll(guild));
	feed.on("presenceChange", noteAll);
	feed.on("channelChange", (kind, channel) => {
		const { guild } = channel;
		if (isThread(channel)) dispatchThread(gateway, kind, channel);
		else if (kind === "changed") tell(channel, note(channel));
		else {
			note(channel);
			gateway.dispatch(`CHANNEL_${suffix[kind]}`, toldFields(channel), guild.id);
		}
		// A category is visible if a channel in it is, so a change of a channel may show or hide its category.
		review(guild);
	});
	feed.on("threadMembers", (thread, added) => {
		const { type, guild } = thread;
		if (type === ChannelType.PrivateThread && added.includes(applicationId))
			gateway.dispatch("THREAD_CREATE", channelFields(thread), guild.id);
	});
	feed.on("memberChange", (_, { guild, user }) => user === guild.bot.user && review(guild));
	feed.on("roleChange", (_kind, _role, guild) => review(guild));
	feed.on("voice", (member) => member && member === member.guild.bot && review(member.guild));
};

const dispatchThread = (gateway: Gateway, kind: keyof typeof suffix, channel: Channel): void => {
	const { id, type, guild, parentId } = channel;
	const gone = { id, type, guild_id: guild.id, parent_id: parentId };
	const fields = { ...channelFields(channel), ...(kind === "created" && { newly_created: true }) };
	if (kind === "deleted") gateway.dispatch("THREAD_DELETE", gone, guild.id);
	else if (canView(guild.bot, channel)) gateway.dispatch(`THREAD_${suffix[kind]}`, fields, guild.id);
};

const chunkSize = 1_000;

/**
 * Answers opcode 8 (request guild members) with a guild's members, by their ids or the start of their names, in chunks.
 */
const answerMembers =
	(world: World): GatewayOperation =>
	(data, session) => {
		const guild = isJson(data) ? world.guilds.get(String(data.guild_id)) : undefined;
		if (!isJson(data) || !guild) return;
		const ids = data.user_ids === undefined ? undefined : [data.user_ids].flat().map(String);
		const wanted = (member: Member) =>
			ids ? ids.includes(member.user.id) : isNamed(member, String(data.query ?? ""));
		const found = [...guild.members.values()].filter(wanted);
		const members = found.slice(0, Number(data.limit) || found.length).map(memberWithUser);
		const count = Math.max(1, Math.ceil(members.length / chunkSize));
		for (let index = 0; index < count; index += 1)
			send(session, "GUILD_MEMBERS_CHUNK", {
				guild_id: guild.id,
				members: members.slice(index * chunkSize, (index + 1) * chunkSize),
				chunk_index: index,
				chunk_count: count,
				not_found: ids?.filter((id) => !guild.members.has(id)) ?? [],
				...(data.presences === true && { presences: [] }),
				...(data.nonce !== undefined && { nonce: data.nonce }),
			});
	};
