/**
 * Stands for a guild's id outside of Herald's guilds: in direct messages, groups, and servers without
 * Herald. Discord's own addresses of direct messages have it.
 */
export const elsewhere = "@me";

/** @returns whether something is no guild's, but a member's outside of Herald's guilds */
export const isElsewhere = (guildId: string): boolean => guildId.startsWith("@");

/** An owner: a member in a guild, or {@link elsewhere}. */
interface Owner {
	readonly guildId: string;
	readonly userId: string;
}

/** @returns who waits and pays as one: a guild; elsewhere each member, whose id then follows an @ */
export const partyOf = ({ guildId, userId }: Owner): string =>
	guildId === elsewhere ? `@${userId}` : guildId;

/** @returns whose an account or anything else of a party is */
export const whoseIs = (party: string): "server" | "member" => (isElsewhere(party) ? "member" : "server");
