import { type Client, type ClientEvents, Events } from "discord.js";

/** @returns a function that stops listening */
export const on = <E extends keyof ClientEvents>(
	client: Client,
	event: E,
	listener: (...args: ClientEvents[E]) => void,
): (() => void) => {
	client.on(event, listener);
	return () => client.off(event, listener);
};

/**
 * @param changed - called with a guild's ID when members' permissions in it may have changed; with a member's ID if
 * only theirs may have
 * @returns a function that stops this
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
		// The guild may have another owner or AFK channel.
		on(client, Events.GuildUpdate, (_, { id }) => changed(id)),
		on(client, Events.GuildRoleUpdate, (_, { guild }) => changed(guild.id)),
		on(client, Events.GuildRoleDelete, ({ guild }) => changed(guild.id)),
		on(client, Events.GuildMemberUpdate, (_, { guild, id }) => changed(guild.id, id)),
	];
	return () => {
		for (const off of offs) off();
	};
};
