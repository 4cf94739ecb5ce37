import { type Client, type ClientEvents, Events } from "discord.js";
import type { GuildSession } from "./session.ts";

const on = <E extends keyof ClientEvents>(
	client: Client,
	event: E,
	listener: (...args: ClientEvents[E]) => void,
): (() => void) => {
	client.on(event, listener);
	return () => client.off(event, listener);
};

/**
 * @param changed - called with a guild's id when members' rights there may have changed, and with a member's id where it
 * concerns that member alone
 * @returns how to stop
 */
export const followRights = (
	client: Client,
	changed: (guildId: string, userId?: string) => void,
): (() => void) => {
	const offs = [
		on(client, Events.ChannelDelete, (channel) => {
			if (!channel.isDMBased()) changed(channel.guildId);
		}),
		on(client, Events.ThreadDelete, ({ guildId }) => changed(guildId)),
		on(client, Events.ChannelUpdate, (_, channel) => {
			if (!channel.isDMBased()) changed(channel.guildId);
		}),
		on(client, Events.GuildRoleUpdate, (_, { guild }) => changed(guild.id)),
		on(client, Events.GuildRoleDelete, ({ guild }) => changed(guild.id)),
		on(client, Events.GuildMemberUpdate, (_, { guild, id }) => changed(guild.id, id)),
	];
	return () => {
		for (const off of offs) off();
	};
};

/** Passes Discord's events on to the sessions that they concern, which are given by guild. @returns how to stop */
export const followGateway = (client: Client, sessions: ReadonlyMap<string, GuildSession>): (() => void) => {
	const onGateway = (shard: number, anew: boolean) => {
		for (const session of sessions.values()) if (session.shardId === shard) session.onGateway(anew);
	};
	const offs = [
		on(client, Events.VoiceStateUpdate, (_, { guild, id, channelId }) =>
			sessions.get(guild.id)?.onVoiceState(id, channelId),
		),
		on(client, Events.ChannelDelete, (channel) => {
			if (!channel.isDMBased()) sessions.get(channel.guildId)?.onChannelDeleted(channel.id);
		}),
		followRights(client, (guildId, userId) => sessions.get(guildId)?.refresh(userId)),
		on(client, Events.GuildDelete, ({ id }) => sessions.get(id)?.leave({ how: "left" }, "removed")),
		on(client, Events.ShardReady, (shard) => onGateway(shard, true)),
		on(client, Events.ShardResume, (shard) => onGateway(shard, false)),
	];
	return () => {
		for (const off of offs) off();
	};
};
