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
 * Tells sessions what Discord says that concerns them.
 *
 * @param sessions - by guild
 * @returns how to stop
 */
export const followGateway = (client: Client, sessions: ReadonlyMap<string, GuildSession>): (() => void) => {
	const offs = [
		on(client, Events.VoiceStateUpdate, (_, { guild, id, channelId }) =>
			sessions.get(guild.id)?.onVoiceState(id, channelId),
		),
		on(client, Events.ChannelDelete, (channel) => {
			if (!channel.isDMBased()) sessions.get(channel.guildId)?.onChannelDeleted(channel.id);
		}),
		on(client, Events.ChannelUpdate, (_, channel) => {
			if (!channel.isDMBased()) sessions.get(channel.guildId)?.refresh();
		}),
		on(client, Events.GuildRoleUpdate, (_, { guild }) => sessions.get(guild.id)?.refresh()),
		on(client, Events.GuildMemberUpdate, (_, { guild }) => sessions.get(guild.id)?.refresh()),
		on(client, Events.GuildDelete, ({ id }) => sessions.get(id)?.leave({ how: "left" })),
		on(client, Events.ShardReady, (shard) => {
			for (const session of sessions.values()) if (session.shardId === shard) session.onGateway(true);
		}),
		on(client, Events.ShardResume, (shard) => {
			for (const session of sessions.values()) if (session.shardId === shard) session.onGateway(false);
		}),
	];
	return () => {
		for (const off of offs) off();
	};
};
