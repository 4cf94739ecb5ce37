import { type APIRole, PermissionFlagsBits } from "discord-api-types/v10";
import type { Guild, Member } from "./guild.ts";
import { makeRole } from "./make.ts";
import { computePermissions } from "./permissions.ts";
import type { World } from "./world.ts";

export type RoleChange = Partial<
	Pick<APIRole, "name" | "permissions" | "hoist" | "mentionable" | "position"> & { readonly color: number }
>;

/** Whether one role is above another. At equal positions, the older one is above. */
const isAbove = (a: APIRole, b: APIRole): boolean =>
	a.position === b.position ? BigInt(a.id) < BigInt(b.id) : a.position > b.position;

/** A guild's roles from the lowest, @everyone, to the highest. */
const inOrder = ({ roles }: Guild): APIRole[] => [...roles.values()].sort((a, b) => (isAbove(a, b) ? 1 : -1));

/** @returns a member's highest role; @everyone's if they have none */
const highest = ({ guild, roles }: Member): APIRole | undefined =>
	[guild.id, ...roles]
		.flatMap((id) => guild.roles.get(id) ?? [])
		.reduce<APIRole | undefined>((top, role) => (!top || isAbove(role, top) ? role : top), undefined);

/** Whether a member may give and change a role: it is below their highest one, or they own the guild. */
export const standsAbove = (member: Member, role: APIRole): boolean => {
	const own = highest(member);
	return member === member.guild.owner || (own !== undefined && isAbove(own, role));
};

/**
 * Whether a member may moderate another one. Owners may moderate anyone but themselves; other members, only those whose
 * highest role is below their own.
 */
export const outranks = (member: Member, other: Member): boolean => {
	const role = highest(other);
	return other !== other.guild.owner && role !== undefined && standsAbove(member, role);
};

/** Whether a member has every permission that is set in the bits. */
export const holdsAll = (member: Member, bits: bigint): boolean => {
	const own = computePermissions(member);
	return (own & PermissionFlagsBits.Administrator) !== 0n || (own & bits) === bits;
};

const assign = (role: APIRole, { color, ...change }: RoleChange): void => {
	Object.assign(role, change);
	if (color === undefined) return;
	role.color = color;
	role.colors = { ...role.colors, primary_color: color };
};

const renumber = (world: World, guild: Guild, order: readonly APIRole[], from: number): void => {
	for (const [index, role] of order.entries())
		if (role.position !== from + index) changeRole(world, guild, role, { position: from + index });
};

/** Adds a role just above @everyone. The other roles move up. */
export const addRole = (world: World, guild: Guild, asked: RoleChange): APIRole => {
	const { name = "new role", permissions, ...change } = asked;
	const bits = BigInt(permissions ?? guild.roles.get(guild.id)?.permissions ?? 0);
	const role = { ...makeRole(world.newId(), name, 1, bits), hoist: false, mentionable: false };
	assign(role, change);
	const others = inOrder(guild).slice(1);
	guild.roles.set(role.id, role);
	world.emit("roleChange", "created", role, guild);
	renumber(world, guild, [role, ...others], 1);
	return role;
};

/** Moves roles to new positions, and renumbers the others. */
export const moveRoles = (world: World, guild: Guild, heights: ReadonlyMap<APIRole, number>): void => {
	const order = inOrder(guild).filter((role) => !heights.has(role));
	for (const [role, height] of [...heights].sort(([, a], [, b]) => a - b))
		order.splice(Math.max(1, height), 0, role);
	renumber(world, guild, order, 0);
};

export const changeRole = (world: World, guild: Guild, role: APIRole, change: RoleChange): void => {
	assign(role, change);
	world.emit("roleChange", "changed", role, guild);
};

export const removeRole = (world: World, guild: Guild, role: APIRole): void => {
	guild.roles.delete(role.id);
	for (const { roles } of guild.members.values()) {
		const at = roles.indexOf(role.id);
		if (at >= 0) roles.splice(at, 1);
	}
	world.emit("roleChange", "deleted", role, guild);
	renumber(world, guild, inOrder(guild), 0);
};
