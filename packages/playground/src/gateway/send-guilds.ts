import { GatewayIntentBits } from "discord-api-types/v10";
import { channelFields, guildFields, memberWithUser, toldFields, voiceStateFields } from "../world/fields.ts";
import { type Channel, type Guild, isThread, type Member } from "../world/guild.ts";
import { canView } from "../world/permissions.ts";
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

/** A channel inside its guild, which isn't named once more. */
const channelInside = (channel: Channel) => {
	const { guild_id: _guild, ...fields } = toldFields(channel);
	return fields;
};

/**
 * The guild as GUILD_CREATE describes it, with members and channels. Without the intent for members, those are only the
 * application's own and the ones in voice.
 */
const guildCreate = (guild: Guild, intents: number) => {
	const isIncluded = (member: Member): boolean =>
		(intents & GatewayIntentBits.GuildMembers) !== 0 ||
		member === guild.bot ||
		guild.voiceStates.has(member.user.id);
	const channels = [...guild.channels.values()];
	return {
		...guildFields(guild),
		joined_at: guild.bot.joinedAt,
		large: false,
		unavailable: false,
		member_count: guild.members.size,
		members: [...guild.members.values()].filter(isIncluded).map(memberWithUser),
		channels: channels.filter((channel) => !isThread(channel)).map(channelInside),
		voice_states: [...guild.voiceStates.keys()].flatMap((userId) => {
			const member = guild.members.get(userId);
			if (!member) return [];
			const { guild_id: _guild, member: _member, ...state } = voiceStateFields(member);
			return state;
		}),
		threads: channels
			.filter(isThread)
			.filter((each) => !each.thread.archived && canView(guild.bot, each))
			.map(channelFields),
		presences: [],
		stage_instances: [],
		guild_scheduled_events: [],
		soundboard_sounds: [],
	};
};
