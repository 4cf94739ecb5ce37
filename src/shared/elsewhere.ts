/**
 * Stands for a guild's id outside of Herald's guilds: in direct messages, groups, and servers without
 * Herald. Discord's own addresses of direct messages have it.
 */
export const elsewhere = "@me";

/** @returns whether an id stands for a place or a member outside of Herald's guilds */
export const isElsewhere = (guildId: string): boolean => guildId.startsWith("@");

/** An owner: a member in a guild, or {@link elsewhere}. */
interface Owner {
	readonly guildId: string;
	readonly userId: string;
}

/** @returns the id that queues and accounts go by: the guild's, or elsewhere an @ and the member's */
export const partyOf = ({ guildId, userId }: Owner): string =>
	guildId === elsewhere ? `@${userId}` : guildId;

/** @returns what kind of owner a party is */
export const whoseIs = (party: string): "server" | "member" => (isElsewhere(party) ? "member" : "server");
