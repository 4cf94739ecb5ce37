import type { Client, GuildMember } from "discord.js";
import { findPlace } from "../discord/send-sound.ts";
import { checkLimits, type GuildRules } from "../say/rules/guild-rules.ts";
import { inStretches } from "../shared/in-stretches.ts";
import { Problem } from "../shared/problem.ts";
import { decideAct } from "../voice/permissions.ts";
import { type Book, type BookMember, type BookOwner, listLines } from "./book.ts";

/** How many books a guild has at most, with those that wait. */
const guildMax = 3;

export interface BookTarget {
	readonly inChannel: boolean;
}

/**
 * @param all - the books that are being spoken or begun
 * @throws {@link Problem} `book_under_way`, `book_in_channel` where another one would be too many
 */
export const checkMayBegin = (
	all: readonly (BookMember & BookTarget)[],
	{ guildId, userId, inChannel }: BookMember & BookTarget,
): void => {
	const there = all.filter((book) => book.guildId === guildId);
	if (there.length >= guildMax || there.some((book) => book.userId === userId))
		throw new Problem({ kind: "book_under_way" });
	if (inChannel && there.some((book) => book.inChannel)) throw new Problem({ kind: "book_in_channel" });
};

/** @throws {@link Problem} when by a guild's rules a book isn't to be spoken for a member */
export const checkBook = async (
	book: Book,
	member: GuildMember,
	{ words, ...limits }: GuildRules,
): Promise<void> => {
	checkLimits(limits, member, book.characters ?? 0);
	const rest = inStretches();
	const lines = listLines(book, book.pages.length);
	// Most lines share their style.
	for (const text of new Set(lines.flatMap(({ line }) => [line.text, line.style ?? ""]))) {
		if (words.areIn(text)) throw new Problem({ kind: "forbidden_word" });
		await rest();
	}
};

interface BookInChannel {
	readonly owner: BookOwner;
	/** Where its messages are. */
	readonly channelId: string;
}

/** @throws {@link Problem} `not_your_book` when a member may not end a book */
export const checkMayCancel = (
	member: GuildMember,
	{ owner, channelId }: BookInChannel,
	client: Client,
): void => {
	const place = findPlace(client, channelId);
	const permissions = place?.permissionsFor(member.id)?.bitfield ?? member.permissions.bitfield;
	// Its owner counts as the only listener: others can't vote on it.
	const decision = decideAct("skip", {
		memberId: member.id,
		permissions,
		listeners: [owner.userId],
		own: member.id === owner.userId,
		votes: [],
	});
	if (!decision.allowed) throw new Problem({ kind: "not_your_book" });
};
