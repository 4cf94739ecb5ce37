declare const mark: unique symbol;

/** The beginning of every key that isn't a guild's id. */
const beyondGuilds = "@";

/** Matches the keys that aren't guilds' ids, in SQL's LIKE. */
export const beyondGuildsPattern = `${beyondGuilds}%`;

/**
 * Where a member uses Herald and their choices apply: a guild, or {@link elsewhere}. Opaque to the compiler, so that
 * it isn't mistaken for an id. Equal places are the same Map key and column value.
 */
export interface Place {
	readonly [mark]: "place";
}

const asPlace = (key: Place | string): Place => key as Place;

/** Outside of Herald's guilds: direct messages, groups, servers without Herald. `@me` is as in Discord's URLs. */
export const elsewhere = asPlace(`${beyondGuilds}me`);

export const inGuild = (guildId: string): Place => asPlace(guildId);

/** @returns a place's key, for locks and logs */
export const placeKey = (place: Place): string => `${place}`;

/** @returns the guild's id; undefined for {@link elsewhere} */
export const guildAt = (place: Place): string | undefined =>
	place === elsewhere ? undefined : placeKey(place);

/** A member in a place. Settings and texts belong to an owner. */
export interface Owner {
	readonly place: Place;
	readonly userId: string;
}

/** Whose text is spoken, and where: a member's, or that of a bot or webhook. */
export interface TextAuthor extends Owner {
	/** The name of a bot or a webhook, which tells more than its ID: one webhook may write under many names. */
	readonly name?: string | undefined;
	/** The language of the author's Discord (BCP 47), if it is known. */
	readonly locale?: string | undefined;
	/** The language of the server's Discord (BCP 47), for messages that are read. */
	readonly guildLocale?: string | undefined;
}

/**
 * A guild, or a member outside of Herald's guilds. Accounts, turns in queues, and redeemed codes belong to a party.
 * Opaque to the compiler, so that it isn't mistaken for an id. Equal parties are the same Map key, message value and
 * column value.
 */
export interface Party {
	readonly [mark]: "party";
}

const asParty = (key: Party | string): Party => key as Party;

/** @returns a party's key, for database rows and for people to read: a guild's id, or `@` followed by a member's id */
export const partyKey = (party: Party): string => `${party}`;

/** @returns the party with a key, which is from a row or typed by the operator */
export const partyWith = (key: string): Party => asParty(key);

export const ofGuild = (guildId: string): Party => asParty(guildId);

/** @returns the party of a member outside of Herald's guilds */
export const ofMember = (userId: string): Party => asParty(`${beyondGuilds}${userId}`);

/** All members outside of Herald's guilds together. They share one day's budget if the operator's account pays. */
export const everyone = asParty(placeKey(elsewhere));

/** @returns the party of a member in a place: the guild, or the member themselves */
export const partyOf = ({ place, userId }: Owner): Party => {
	const guildId = guildAt(place);
	return guildId === undefined ? ofMember(userId) : ofGuild(guildId);
};

/**
 * @returns the party whose account pays for speech that counts towards the budget of `guildId`: the member, if
 * `guildId` is `everyone`; otherwise `guildId`
 */
export const payingParty = (whose: { readonly guildId: Party; readonly userId: string }): Party =>
	whose.guildId === everyone ? ofMember(whose.userId) : whose.guildId;

export const whoseIs = (party: Party): "server" | "member" =>
	partyKey(party).startsWith(beyondGuilds) ? "member" : "server";

export const placeOfParty = (party: Party): Place =>
	whoseIs(party) === "member" ? elsewhere : inGuild(partyKey(party));
