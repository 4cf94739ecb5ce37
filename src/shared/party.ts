/**
 * Stands for a guild's id outside of Herald's guilds: in direct messages, groups, and servers without
 * Herald. Discord's own addresses of direct messages have it.
 */
export const elsewhere = "@me";

/** @returns whether an id stands for a place outside of Herald's guilds */
export const isElsewhere = (guildId: string): boolean => guildId.startsWith("@");

declare const mark: unique symbol;

/**
 * Whose account pays, whose turn it is and whose codes are redeemed: a guild, or a member outside of Herald's guilds. It
 * is a value of its type alone, no id: equal ones are the same key of a Map, message between processes and column of a row.
 */
export interface Party {
	readonly [mark]: "party";
}

const asParty = (key: Party | string): Party => key as Party;

/** @returns a party as a key among others, and as people read it: a guild's id, or a member's behind an @ */
export const partyKey = (party: Party): string => `${party}`;

/** @returns the party that a key was made of, as the operator types it */
export const partyWith = (key: string): Party => asParty(key);

/** @returns a guild as a party */
export const ofGuild = (guildId: string): Party => asParty(guildId);

/** @returns a member outside of Herald's guilds as a party */
export const ofMember = (userId: string): Party => asParty(`@${userId}`);

/** A member where they use Herald: in a guild, or {@link elsewhere}. */
interface Owner {
	readonly guildId: string;
	readonly userId: string;
}

/** Everyone outside of Herald's guilds: their day is one, where the operator's account pays. */
export const everyone = asParty(elsewhere);

/** @returns the party that a member belongs to where they are */
export const partyOf = ({ guildId, userId }: Owner): Party =>
	guildId === elsewhere ? ofMember(userId) : ofGuild(guildId);

/** @returns whose account pays for a member's speech that takes of a party's day */
export const payingParty = ({
	guildId,
	userId,
}: {
	readonly guildId: Party;
	readonly userId: string;
}): Party => (guildId === everyone ? ofMember(userId) : guildId);

/** @returns what kind of party it is */
export const whoseIs = (party: Party): "server" | "member" =>
	partyKey(party).startsWith("@") ? "member" : "server";
