import { ChannelType, PermissionFlagsBits } from "discord-api-types/v10";
import { type Channel, type Guild, isThread, type Member, type PermissionName } from "./guild.ts";

export const permissionBits = (names: readonly PermissionName[]): bigint =>
	names.reduce((bits, name) => bits | PermissionFlagsBits[name], 0n);

export const permissionNames = (bits: bigint): PermissionName[] =>
	(Object.keys(PermissionFlagsBits) as PermissionName[]).filter((name) => bits & PermissionFlagsBits[name]);

const allPermissions = Object.values(PermissionFlagsBits).reduce((all, bit) => all | bit, 0n);

/** Everyone's permissions in direct messages and groups, which have no roles. */
const inPrivate = permissionBits([
	"ViewChannel",
	"SendMessages",
	"SendVoiceMessages",
	"SendPolls",
	"ReadMessageHistory",
	"EmbedLinks",
	"AttachFiles",
	"AddReactions",
	"PinMessages",
	"MentionEveryone",
	"UseExternalEmojis",
	"UseApplicationCommands",
	"UseExternalApps",
]);

/**
 * The permissions, external emoji apart, that an application can have in private channels and in guilds that haven't
 * installed it.
 */
const lent = permissionBits(["EmbedLinks", "AttachFiles", "MentionEveryone", "SendPolls"]);

const leftWhenTimedOut = PermissionFlagsBits.ViewChannel | PermissionFlagsBits.ReadMessageHistory;

/** A member's permissions from their roles, before any channel's overwrites. */
const basePermissions = ({ guild, roles }: Member): bigint =>
	[guild.id, ...roles].reduce((bits, id) => bits | BigInt(guild.roles.get(id)?.permissions ?? 0), 0n);

/** @returns the channel whose overwrites apply: a thread has none of its own */
const ruling = (guild: Guild, channel: Channel): Channel =>
	(isThread(channel) && guild.channels.get(channel.parentId ?? "")) || channel;

const isShutOut = (member: Member, channel: Channel, bits: bigint): boolean =>
	channel.type === ChannelType.PrivateThread &&
	!channel.thread?.members.has(member.user.id) &&
	!(bits & PermissionFlagsBits.ManageThreads);

/** Whether a member is connected to a channel. Members can be moved to voice channels that they can't view. */
const isConnected = ({ guild, user }: Member, { id }: Channel): boolean =>
	guild.voiceStates.get(user.id)?.channelId === id;

/**
 * A member's permissions in a channel, or in the guild as a whole: roles first, then the channel's overwrites for
 * everyone, for the member's roles together, and for the member. Owners and administrators may do everything, and the
 * participants of private channels have `inPrivate`. Other members who are timed out may only view channels and read
 * their history. Nothing is permitted in another guild's channel; without View Channel, unless the member is connected
 * to the channel; and in a private thread that they haven't joined, unless they may manage threads.
 */
export const computePermissions = (member: Member, channel?: Channel): bigint => {
	const { guild, user } = member;
	if (channel && channel.guild !== guild) return 0n;
	if (guild.isPrivate) return inPrivate;
	if (user.id === guild.ownerId) return allPermissions;
	const base = basePermissions(member);
	if (base & PermissionFlagsBits.Administrator) return allPermissions;

	const overwrites = channel ? ruling(guild, channel).overwrites : [];
	const apply = (bits: bigint, ids: readonly string[]): bigint => {
		const matching = overwrites.filter(({ id }) => ids.includes(id));
		const deny = matching.reduce((all, overwrite) => all | BigInt(overwrite.deny), 0n);
		const allow = matching.reduce((all, overwrite) => all | BigInt(overwrite.allow), 0n);
		return (bits & ~deny) | allow;
	};
	const bits = apply(apply(apply(base, [guild.id]), member.roles), [user.id]);
	if (!(bits & PermissionFlagsBits.ViewChannel) && !(channel && isConnected(member, channel))) return 0n;
	if (channel && isShutOut(member, channel, bits)) return 0n;
	return member.timedOutUntil ? bits & leftWhenTimedOut : bits;
};

export const mayDo = (member: Member, name: PermissionName, channel?: Channel): boolean =>
	(computePermissions(member, channel) & PermissionFlagsBits[name]) !== 0n;

/** Whether a member sees a channel: they may view it, are connected to it, or see a channel in this category. */
export const canView = (member: Member, channel: Channel): boolean =>
	mayDo(member, "ViewChannel", channel) ||
	isConnected(member, channel) ||
	(channel.type === ChannelType.GuildCategory &&
		[...channel.guild.channels.values()].some(
			(below) => below.parentId === channel.id && canView(member, below),
		));

/** The permission for writing in a channel. Threads have one of their own. */
export const writingPermission = (channel: Channel): PermissionName =>
	isThread(channel) ? "SendMessagesInThreads" : "SendMessages";

/**
 * @returns the application's permissions in a member's interaction. In a private channel, they are `lent`, with
 *   external emoji if the application takes part in the channel. In a guild that hasn't installed the application, they
 *   are those of `lent` and external emoji that the member has
 */
export const applicationPermissions = (member: Member, channel: Channel): bigint => {
	const { guild } = member;
	const emojis = PermissionFlagsBits.UseExternalEmojis;
	if (guild.isPrivate) return guild.hasBot ? lent | emojis : lent;
	if (guild.presence !== "none") return computePermissions(guild.bot, channel);
	return computePermissions(member, channel) & (lent | emojis);
};
