import { GatewayIntentBits } from "discord-api-types/v10";
import type { Guild } from "../world/guild.ts";
import { guildCreate } from "../world/guild-fields.ts";
import { type GatewaySession, hasShardOf, record } from "./gateway-session.ts";

/** How many are written before the connection has to take them. */
const guildsAtOnce = 50;

/** True if a session receives a guild's channels and roles. */
export const knowsGuild = (session: GatewaySession, guild: Guild): boolean =>
	(session.intents & GatewayIntentBits.Guilds) !== 0 && hasShardOf(session, guild.id);

/** Sends GUILD_CREATE, with the members that the session may know. @param onSent - called once the connection took it */
export const sendGuild = (session: GatewaySession, guild: Guild, onSent?: () => void): void => {
	session.waiting.delete(guild);
	const event = record(session, "GUILD_CREATE", guildCreate(guild, session.intents));
	session.connection?.send(event, (error) => !error && onSent?.());
};

/**
 * Sends a session the guilds that wait, no faster than its connection takes them. Each is written when its turn comes,
 * so that thousands don't fill the memory.
 */
export const sendGuilds = (session: GatewaySession): void => {
	const { connection } = session;
	if (!connection) return;
	const next = [...session.waiting.values().take(guildsAtOnce)];
	const last = next.at(-1);
	const goOn = (): void => {
		// A client that resumes is sent the rest on its new connection.
		if (session.connection === connection) sendGuilds(session);
	};
	// Others have their turn in between.
	for (const guild of next) sendGuild(session, guild, guild === last ? () => setImmediate(goOn) : undefined);
};
