import * as discord from "discord.js";
import { type CacheFactory, LimitedCollection, Options } from "discord.js";
import type { Patch } from "../../shared/patch.ts";
import { VoiceStates } from "../../shared/voice-states.ts";

/** The managers whose objects Herald never looks up. */
const unkept: ReadonlySet<string> = new Set([
	"MessageManager",
	"GuildEmojiManager",
	"GuildStickerManager",
	"GuildInviteManager",
	"GuildBanManager",
	"GuildScheduledEventManager",
	"PresenceManager",
]);
const ofVoice = "VoiceStateManager";

export const keepsFewCaches: Patch = {
	library: "discord.js",
	part: "the name of a manager",
	fits: () => [...unkept, ofVoice].every((name) => Reflect.get(discord, name).name === name),
};

const keepAll = Options.cacheWithLimits();
/** Takes nothing, so one serves every channel and guild: empty ones for each take 1 kB a guild. */
const nothing = new LimitedCollection<never, never>({ maxSize: 0 });

/**
 * The library's caches: everything of guilds, channels, roles and voice, and nothing of what is never read again.
 *
 * @remarks discord.js 14.28 has no list of its managers' names: one that is renamed would be cached again, in thousands
 *   of guilds. Its types have no cache that takes nothing, hence the cast. Can go when caches can be turned off.
 */
export const makeCache: CacheFactory = (...parts) => {
	const [{ name }] = parts;
	if (name === ofVoice) return new VoiceStates() as never;
	return unkept.has(name) ? (nothing as never) : keepAll(...parts);
};
