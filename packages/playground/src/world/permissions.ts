import { PermissionFlagsBits } from "discord-api-types/v10";
import type { Member, World } from "./world.ts";

/** Discord's name of a permission, such as `SendVoiceMessages`. */
export type PermissionName = keyof typeof PermissionFlagsBits;

const allPermissions = Object.values(PermissionFlagsBits).reduce((all, bit) => all | bit, 0n);

export const permissionBits = (names: readonly PermissionName[]): bigint =>
	names.reduce((bits, name) => bits | PermissionFlagsBits[name], 0n);

/** The names in a set of permission bits. */
export const permissionNames = (bits: bigint): PermissionName[] =>
	(Object.keys(PermissionFlagsBits) as PermissionName[]).filter((name) => bits & PermissionFlagsBits[name]);

const leftWhenTimedOut = PermissionFlagsBits.ViewChannel | PermissionFlagsBits.ReadMessageHistory;

/**
 * What a member may do in a channel, or in the guild as a whole: roles first, then the channel's overwrites for
 * everyone, for the member's roles together, and for the member. Owners and administrators may do everything.
 * Who is timed out may only look on.
 */
export const computePermissions = (world: World, member: Member, channelId?: string): bigint => {
	if (member.user.id === world.ownerId) return allPermissions;
	const roleIds = [world.guildId, ...member.roles];
	const base = roleIds.reduce((bits, id) => bits | BigInt(world.roles.get(id)?.permissions ?? 0), 0n);
	if (base & PermissionFlagsBits.Administrator) return allPermissions;

	const overwrites = (channelId && world.channels.get(channelId)?.permission_overwrites) || [];
	const apply = (bits: bigint, ids: readonly string[]): bigint => {
		const matching = overwrites.filter(({ id }) => ids.includes(id));
		const deny = matching.reduce((all, overwrite) => all | BigInt(overwrite.deny), 0n);
		const allow = matching.reduce((all, overwrite) => all | BigInt(overwrite.allow), 0n);
		return (bits & ~deny) | allow;
	};
	const bits = apply(apply(apply(base, [world.guildId]), member.roles), [member.user.id]);
	if (!(bits & PermissionFlagsBits.ViewChannel)) return 0n;
	return member.timedOutUntil ? bits & leftWhenTimedOut : bits;
};

export const mayDo = (world: World, member: Member, name: PermissionName, channelId?: string): boolean =>
	(computePermissions(world, member, channelId) & PermissionFlagsBits[name]) !== 0n;
