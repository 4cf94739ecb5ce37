import type { APIMessage } from "discord-api-types/v10";
import { channelFields } from "../world/channel-fields.ts";
import type { Feed } from "../world/feed.ts";
import type { Channel, Member } from "../world/guild.ts";
import { guildFields } from "../world/guild-fields.ts";
import { interactionFields } from "../world/interaction-fields.ts";
import { memberFields, memberWithUser } from "../world/member-fields.ts";
import { findMentions } from "../world/mentions.ts";
import type { StoredMessage } from "../world/message.ts";
import type { World } from "../world/world.ts";
import type { Gateway } from "./gateway.ts";

const suffix = { created: "CREATE", changed: "UPDATE", deleted: "DELETE" } as const;

/** Sends the application the events of its guilds. */
export const tellGateway = (world: World, feed: Feed, gateway: Gateway): void => {
	feed.on("message", (kind, stored, together = false) => {
		if (!together) tellMessage(world, gateway, kind, stored);
	});
	feed.on("asked", (interaction, request) =>
		gateway.dispatch(
			"INTERACTION_CREATE",
			interactionFields(world.applicationId, interaction, request),
			request.member.guild.id,
		),
	);
	feed.on("guildChange", (kind, guild) => {
		if (kind === "created") gateway.dispatchGuild(guild);
		else if (kind === "changed") gateway.dispatch("GUILD_UPDATE", guildFields(guild), guild.id);
		else gateway.dispatch("GUILD_DELETE", { id: guild.id }, guild.id);
	});
	feed.on("presenceChange", (guild) => {
		const { id, presence } = guild;
		if (presence === "bot") gateway.dispatchGuild(guild);
		else gateway.dispatch("GUILD_DELETE", { id, ...(presence === "outage" && { unavailable: true }) }, id);
	});
	feed.on("channelChange", (kind, channel) => tellChannel(gateway, kind, channel));
	feed.on("memberChange", (kind, member) => tellMember(gateway, kind, member));
	feed.on("roleChange", (kind, role, { id }) => {
		const data = kind === "deleted" ? { role_id: role.id } : { role };
		gateway.dispatch(`GUILD_ROLE_${suffix[kind]}`, { guild_id: id, ...data }, id);
	});
};

/**
 * Without the privileged intent, which this gateway never grants, an application only sees the content of its own
 * messages and of those that mention it. That a reply to its answer to an interaction pings it doesn't count.
 */
const isReadable = (applicationId: string, { author, mentions, ...message }: APIMessage): boolean => {
	if (author.id === applicationId) return true;
	if (!mentions.some(({ id }) => id === applicationId)) return false;
	const named = findMentions(message.content).users.has(applicationId);
	return named || message.referenced_message?.interaction_metadata === undefined;
};

const empty = { content: "", attachments: [], embeds: [], components: [] };

const withoutContent = ({ poll: _poll, message_snapshots: snapshots, ...message }: APIMessage) => ({
	...message,
	...empty,
	...(snapshots && {
		message_snapshots: snapshots.map((each) => ({ message: { ...each.message, ...empty } })),
	}),
	...(message.referenced_message && {
		referenced_message: { ...message.referenced_message, ...empty },
	}),
});

const tellMessage = (
	world: World,
	gateway: Gateway,
	kind: "created" | "edited" | "deleted",
	{ message, visibleTo }: StoredMessage,
): void => {
	const guild = world.channel(message.channel_id)?.guild;
	if (visibleTo !== undefined || !guild) return;
	const where = { id: message.id, channel_id: message.channel_id, guild_id: guild.id };
	if (kind === "deleted") {
		gateway.dispatch("MESSAGE_DELETE", where, guild.id);
		return;
	}
	const author = guild.members.get(message.author.id);
	const readable = isReadable(world.applicationId, message);
	const data = {
		...(readable ? message : withoutContent(message)),
		guild_id: guild.id,
		...(author && { member: memberFields(author) }),
	};
	gateway.dispatch(kind === "created" ? "MESSAGE_CREATE" : "MESSAGE_UPDATE", data, guild.id);
};

const tellChannel = (gateway: Gateway, kind: keyof typeof suffix, channel: Channel): void => {
	const { id, type, guild, parentId, thread } = channel;
	const gone = { id, type, guild_id: guild.id, parent_id: parentId };
	if (!thread) gateway.dispatch(`CHANNEL_${suffix[kind]}`, channelFields(channel), guild.id);
	else if (kind === "deleted") gateway.dispatch("THREAD_DELETE", gone, guild.id);
	else
		gateway.dispatch(
			`THREAD_${suffix[kind]}`,
			{ ...channelFields(channel), ...(kind === "created" && { newly_created: true }) },
			guild.id,
		);
};

// Events about other members need the privileged intent.
const tellMember = (gateway: Gateway, kind: keyof typeof suffix, member: Member): void => {
	const { guild, user } = member;
	const data = { ...memberWithUser(member), guild_id: guild.id };
	if (kind === "created") gateway.dispatch("GUILD_MEMBER_ADD", data, guild.id);
	else if (kind === "deleted")
		gateway.dispatch("GUILD_MEMBER_REMOVE", { guild_id: guild.id, user }, guild.id);
	else if (member === guild.bot) gateway.dispatch("GUILD_MEMBER_UPDATE", data, guild.id, 0);
	else gateway.dispatch("GUILD_MEMBER_UPDATE", data, guild.id);
};
