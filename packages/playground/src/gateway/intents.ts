import { GatewayIntentBits } from "discord-api-types/v10";

/** The intents for events of direct messages, by those for the same events of guilds. */
const directIntents = new Map<number, number>([
	[GatewayIntentBits.Guilds, GatewayIntentBits.DirectMessages],
	[GatewayIntentBits.GuildMessages, GatewayIntentBits.DirectMessages],
	[GatewayIntentBits.GuildMessageReactions, GatewayIntentBits.DirectMessageReactions],
	[GatewayIntentBits.GuildMessageTyping, GatewayIntentBits.DirectMessageTyping],
	[GatewayIntentBits.GuildMessagePolls, GatewayIntentBits.DirectMessagePolls],
]);

export const directIntent = (intent: number): number => directIntents.get(intent) ?? intent;

/** The intent needed for each kind of event; events of other kinds need none. */
export const intentOf: Readonly<Record<string, number>> = {
	GUILD_CREATE: GatewayIntentBits.Guilds,
	GUILD_DELETE: GatewayIntentBits.Guilds,
	CHANNEL_CREATE: GatewayIntentBits.Guilds,
	CHANNEL_UPDATE: GatewayIntentBits.Guilds,
	THREAD_LIST_SYNC: GatewayIntentBits.Guilds,
	CHANNEL_DELETE: GatewayIntentBits.Guilds,
	THREAD_CREATE: GatewayIntentBits.Guilds,
	THREAD_UPDATE: GatewayIntentBits.Guilds,
	THREAD_DELETE: GatewayIntentBits.Guilds,
	GUILD_ROLE_CREATE: GatewayIntentBits.Guilds,
	GUILD_ROLE_UPDATE: GatewayIntentBits.Guilds,
	GUILD_ROLE_DELETE: GatewayIntentBits.Guilds,
	GUILD_MEMBER_ADD: GatewayIntentBits.GuildMembers,
	GUILD_MEMBER_UPDATE: GatewayIntentBits.GuildMembers,
	GUILD_MEMBER_REMOVE: GatewayIntentBits.GuildMembers,
	GUILD_BAN_ADD: GatewayIntentBits.GuildModeration,
	GUILD_BAN_REMOVE: GatewayIntentBits.GuildModeration,
	WEBHOOKS_UPDATE: GatewayIntentBits.GuildWebhooks,
	VOICE_STATE_UPDATE: GatewayIntentBits.GuildVoiceStates,
	MESSAGE_CREATE: GatewayIntentBits.GuildMessages,
	MESSAGE_UPDATE: GatewayIntentBits.GuildMessages,
	MESSAGE_DELETE: GatewayIntentBits.GuildMessages,
	MESSAGE_DELETE_BULK: GatewayIntentBits.GuildMessages,
	MESSAGE_REACTION_ADD: GatewayIntentBits.GuildMessageReactions,
	MESSAGE_REACTION_REMOVE: GatewayIntentBits.GuildMessageReactions,
	MESSAGE_REACTION_REMOVE_ALL: GatewayIntentBits.GuildMessageReactions,
	MESSAGE_REACTION_REMOVE_EMOJI: GatewayIntentBits.GuildMessageReactions,
	MESSAGE_POLL_VOTE_ADD: GatewayIntentBits.GuildMessagePolls,
	MESSAGE_POLL_VOTE_REMOVE: GatewayIntentBits.GuildMessagePolls,
	TYPING_START: GatewayIntentBits.GuildMessageTyping,
	CHANNEL_PINS_UPDATE: GatewayIntentBits.Guilds,
	THREAD_MEMBERS_UPDATE: GatewayIntentBits.GuildMembers,
};
