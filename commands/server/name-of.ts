import type { Guild } from "discord.js";

/** @returns what a member or role is called, as far as Herald knows; else its id */
export const nameOf = ({ members, roles }: Guild, id: string): string =>
	members.cache.get(id)?.displayName ?? roles.cache.get(id)?.name ?? id;
