import { GatewayIntentBits } from "discord-api-types/v10";
import { channelFields } from "../world/channel-fields.ts";
import type { Feed } from "../world/feed.ts";
import type { Channel, Member } from "../world/guild.ts";
import { guildFields } from "../world/guild-fields.ts";
import { interactionFields } from "../world/interaction-fields.ts";
import { memberFields, memberWithUser } from "../world/member-fields.ts";
import type { StoredMessage } from "../world/message.ts";
import { withoutOthersContent } from "../world/message-content.ts";
import { mayDo } from "../world/permissions.ts";
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

const tellMessage = (
	world: World,
	gateway: Gateway,
	kind: "created" | "edited" | "deleted",
	{ message, visibleTo }: StoredMessage,
): void => {
	const channel = world.channel(message.channel_id);
	if (visibleTo !== undefined || !channel) return;
	const { guild } = channel;
	if (!mayDo(guild.bot, "ViewChannel", channel)) return;
	const where = { id: message.id, channel_id: message.channel_id, guild_id: guild.id };
	if (kind === "deleted") {
		gateway.dispatch("MESSAGE_DELETE", where, guild.id);
		return;
	}
	const author = guild.members.get(message.author.id);
	gateway.dispatchEach(kind === "created" ? "MESSAGE_CREATE" : "MESSAGE_UPDATE", guild.id, ({ intents }) => ({
		...(intents & GatewayIntentBits.MessageContent
			? message
			: withoutOthersContent(world.applicationId, message)),
		guild_id: guild.id,
		...(author && { member: memberFields(author) }),
	}));
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
