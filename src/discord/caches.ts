import { type CacheFactory, LimitedCollection, Options } from "discord.js";

/** What Herald never looks up again. */
const unkept: ReadonlySet<string> = new Set([
	"MessageManager",
	"ReactionManager",
	"GuildEmojiManager",
	"GuildStickerManager",
	"GuildInviteManager",
	"GuildBanManager",
	"GuildScheduledEventManager",
	"PresenceManager",
]);

const keepAll = Options.cacheWithLimits();
/** Takes nothing, so one serves every channel and guild: an empty one each takes memory, too. */
const nothing = new LimitedCollection<never, never>({ maxSize: 0 });

/** The library's caches: everything of guilds, channels, roles and voice, and nothing of what is never read again. */
export const makeCache: CacheFactory = (...parts) => {
	const [{ name }] = parts;
	return unkept.has(name) ? (nothing as never) : keepAll(...parts);
};
