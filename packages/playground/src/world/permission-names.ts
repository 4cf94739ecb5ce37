import { PermissionFlagsBits } from "discord-api-types/v10";

/** Discord's name of a permission, such as `SendVoiceMessages`. */
export type PermissionName = keyof typeof PermissionFlagsBits;

export const permissionBits = (names: readonly PermissionName[]): bigint =>
	names.reduce((bits, name) => bits | PermissionFlagsBits[name], 0n);

/** The names in a set of permission bits. */
export const permissionNames = (bits: bigint): PermissionName[] =>
	(Object.keys(PermissionFlagsBits) as PermissionName[]).filter((name) => bits & PermissionFlagsBits[name]);
