declare const mark: unique symbol;

/** Begins what isn't a guild's id. */
const beyondGuilds = "@";

/** Matches it in SQL, where it is a column of a row. */
export const beyondGuildsPattern = `${beyondGuilds}%`;

/**
 * Where members use Herald, and where what they choose counts: a guild, or {@link elsewhere}. It is a value of its type
 * alone, no id: equal ones are the same key of a Map and column of a row, as with a {@link Party}.
 */
export interface Place {
	readonly [mark]: "place";
}

const asPlace = (key: Place | string): Place => key as Place;

/**
 * Outside of Herald's guilds: in direct messages, groups, and servers without Herald. It is written as in Discord's own
 * addresses of direct messages.
 */
export const elsewhere = asPlace(`${beyondGuilds}me`);

/** @returns a guild as a place */
export const inGuild = (guildId: string): Place => asPlace(guildId);

/** @returns a place as a key among others: a lock's name, a line of a log */
export const placeKey = (place: Place): string => `${place}`;

/** @returns the id of the guild that a place is; undefined elsewhere */
export const guildAt = (place: Place): string | undefined =>
	place === elsewhere ? undefined : placeKey(place);

/** A member where they use Herald: what they have there is theirs. */
export interface Owner {
	readonly place: Place;
	readonly userId: string;
}

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
export const ofMember = (userId: string): Party => asParty(`${beyondGuilds}${userId}`);

/** Everyone outside of Herald's guilds: their day is one, where the operator's account pays. */
export const everyone = asParty(placeKey(elsewhere));

/** @returns the party that a member belongs to where they are */
export const partyOf = ({ place, userId }: Owner): Party => {
	const guildId = guildAt(place);
	return guildId === undefined ? ofMember(userId) : ofGuild(guildId);
};

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
	partyKey(party).startsWith(beyondGuilds) ? "member" : "server";

/** @returns where a party is */
export const placeOfParty = (party: Party): Place =>
	whoseIs(party) === "member" ? elsewhere : inGuild(partyKey(party));
