import { ChannelType, PermissionFlagsBits } from "discord.js";
import { GatewayDispatchEvents, type GatewayDispatchPayload } from "discord-api-types/v10";

type Json = Readonly<Record<string, unknown>>;

/** The permissions that Herald checks in channels. All others are removed from channels' overwrites. */
const permissionsInChannels =
	PermissionFlagsBits.ViewChannel |
	PermissionFlagsBits.SendMessages |
	PermissionFlagsBits.SendMessagesInThreads |
	PermissionFlagsBits.ManageThreads |
	PermissionFlagsBits.SendVoiceMessages |
	PermissionFlagsBits.AttachFiles |
	PermissionFlagsBits.Connect |
	PermissionFlagsBits.Speak |
	PermissionFlagsBits.RequestToSpeak |
	PermissionFlagsBits.MuteMembers |
	PermissionFlagsBits.MoveMembers;

/** The fields of guilds that are kept. Roles, channels, threads, members and voice states are added separately. */
const guildFields = [
	"id",
	"name",
	"unavailable",
	"owner_id",
	"afk_channel_id",
	"preferred_locale",
	"member_count",
	"features",
];
const roleFields = ["id", "name", "permissions", "position", "managed"];
const channelFields = ["id", "type", "guild_id", "name", "position"];
const threadFields = ["id", "type", "guild_id", "parent_id", "name", "owner_id", "newly_created"];
const memberFields = ["guild_id", "nick", "roles", "joined_at", "communication_disabled_until", "pending"];
const userFields = ["id", "username", "global_name", "discriminator", "bot", "system"];

/** A missing field stays missing, so that the library keeps the value that it has. */
const pick = (from: Json, fields: readonly string[]): Record<string, unknown> => {
	const kept: Record<string, unknown> = {};
	for (const field of fields) if (field in from) kept[field] = from[field];
	return kept;
};

/** Trims a field that is an object or a list of objects, if it is there. */
const cut = (kept: Record<string, unknown>, from: Json, field: string, trim: (each: Json) => Json): void => {
	const value = from[field];
	if (Array.isArray(value)) kept[field] = value.map((each) => trim(each as Json));
	else if (typeof value === "object" && value !== null) kept[field] = trim(value as Json);
};

const trimMember = (member: Json): Json => {
	const kept = pick(member, memberFields);
	cut(kept, member, "user", (user) => pick(user, userFields));
	return kept;
};

const trimRole = (role: Json): Json => pick(role, roleFields);
const trimThread = (thread: Json): Json => pick(thread, threadFields);

/** Trimmed permissions by their original value, cached because few values occur. */
const leftOf = new Map<unknown, string>([["0", "0"]]);
const leftMax = 1_000;

const cutPermissions = (original: unknown): string => {
	const known = leftOf.get(original);
	if (known !== undefined) return known;
	const left = String(BigInt(original as string) & permissionsInChannels);
	if (leftOf.size < leftMax) leftOf.set(original, left);
	return left;
};

const trimOverwrites = (overwrites: readonly Json[]): Json[] => {
	const kept: Json[] = [];
	for (const overwrite of overwrites) {
		const { id, type } = overwrite;
		const allow = cutPermissions(overwrite.allow);
		const deny = cutPermissions(overwrite.deny);
		if (allow !== "0" || deny !== "0") kept.push({ id, type, allow, deny });
	}
	return kept;
};

const voiceTypes: readonly unknown[] = [ChannelType.GuildVoice, ChannelType.GuildStageVoice];

const trimChannel = (channel: Json): Json => {
	const { permission_overwrites: overwrites, flags, bitrate, user_limit } = channel;
	// A channel that is no longer hidden may arrive without flags. The library would then keep its old flags.
	const kept: Record<string, unknown> = { ...pick(channel, channelFields), flags: flags ?? 0 };
	// The library recognizes a voice channel by its bitrate, which hidden channels may lack.
	if (voiceTypes.includes(channel.type))
		Object.assign(kept, { bitrate: bitrate ?? 0, user_limit: user_limit ?? 0 });
	if (Array.isArray(overwrites)) kept.permission_overwrites = trimOverwrites(overwrites);
	return kept;
};

/** Categories are dropped: Herald doesn't use them, and each channel has its own overwrites. */
const isCategory = ({ type }: Json): boolean => type === ChannelType.GuildCategory;

/** Replaces equal ids in a guild by one string. Otherwise, each channel's overwrites would keep copies of role ids. */
const shareIds = (guild: Json): void => {
	const known = new Map<unknown, unknown>();
	const share = (each: Record<string, unknown>, field: string): void => {
		const id = each[field];
		if (!known.has(id)) known.set(id, id);
		each[field] = known.get(id);
	};
	const list = (value: unknown) => (Array.isArray(value) ? (value as Record<string, unknown>[]) : []);
	for (const role of list(guild.roles)) share(role, "id");
	for (const { permission_overwrites } of list(guild.channels))
		for (const overwrite of list(permission_overwrites)) share(overwrite, "id");
	for (const { user, roles } of list(guild.members)) {
		if (user) share(user as Record<string, unknown>, "id");
		if (Array.isArray(roles)) for (const at of roles.keys()) share(roles as never, String(at));
	}
	for (const state of list(guild.voice_states)) for (const id of ["user_id", "channel_id"]) share(state, id);
};

const trimGuild = (guild: Json): Json => {
	const kept = pick(guild, guildFields);
	cut(kept, guild, "roles", trimRole);
	if (Array.isArray(guild.channels))
		kept.channels = guild.channels.filter((channel) => !isCategory(channel)).map(trimChannel);
	cut(kept, guild, "threads", trimThread);
	cut(kept, guild, "members", trimMember);
	if ("voice_states" in guild) kept.voice_states = guild.voice_states;
	shareIds(kept);
	return kept;
};

const trimWith =
	(field: string, trim: (each: Json) => Json) =>
	(data: Json): Json => {
		const kept: Record<string, unknown> = { ...data };
		cut(kept, data, field, trim);
		return kept;
	};

const ofChannel = (channel: Json) => (isCategory(channel) ? undefined : trimChannel(channel));

/** The functions that trim an event's data, by the event. If a function returns undefined, the event is dropped. */
const trims: Partial<Record<GatewayDispatchEvents, (data: Json) => Json | undefined>> = {
	[GatewayDispatchEvents.GuildCreate]: trimGuild,
	[GatewayDispatchEvents.GuildUpdate]: trimGuild,
	[GatewayDispatchEvents.ChannelCreate]: ofChannel,
	[GatewayDispatchEvents.ChannelUpdate]: ofChannel,
	[GatewayDispatchEvents.ThreadCreate]: trimThread,
	[GatewayDispatchEvents.ThreadUpdate]: trimThread,
	[GatewayDispatchEvents.ThreadListSync]: trimWith("threads", trimThread),
	[GatewayDispatchEvents.GuildRoleCreate]: trimWith("role", trimRole),
	[GatewayDispatchEvents.GuildRoleUpdate]: trimWith("role", trimRole),
	[GatewayDispatchEvents.GuildMemberAdd]: trimMember,
	[GatewayDispatchEvents.GuildMemberUpdate]: trimMember,
	[GatewayDispatchEvents.VoiceStateUpdate]: trimWith("member", trimMember),
};

/**
 * Removes fields that Herald never reads from events about guilds, channels, roles and members. The library would
 * keep these fields for thousands of guilds.
 *
 * @returns the trimmed event; undefined to drop it
 */
export const trimGuilds = (event: GatewayDispatchPayload): GatewayDispatchPayload | undefined => {
	const trim = trims[event.t];
	if (!trim) return event;
	const d = trim(event.d as Json);
	return d && ({ ...event, d } as GatewayDispatchPayload);
};
