import type { Guild, GuildMember } from "discord.js";
import { foldWord } from "../say/forbidden-words.ts";
import { makeNameSpeakable } from "./speakable-name.ts";

/** Longest spoken name, in characters: as long as Discord's own. */
export const spokenNameMax = 32;

/** Members whose names begin alike that are looked at, besides those that are known anyway: Discord's most. */
const searchMax = 1_000;

/** @returns what two names have in common that sound alike: no decoration, case, accents, marks or spaces */
export const foldName = (name: string): string =>
	foldWord(makeNameSpeakable(name))
		.normalize("NFKD")
		.replace(/[^\p{L}\p{N}]/gu, "");

const namesOf = ({ nickname, user }: GuildMember): string[] =>
	[nickname, user.globalName, user.username].filter((name) => name !== null);

/** @returns the members that Discord finds by the beginning of their names; none where it doesn't answer */
const search = async (guild: Guild, query: string): Promise<readonly GuildMember[]> => {
	try {
		const found = await guild.members.search({ query, limit: searchMax, cache: false });
		return [...found.values()];
	} catch {
		// The names that are known anyway, and those of whoever has chosen one, are still compared.
		return [];
	}
};

/** @returns whether a name is another member's in this guild, as far as Discord tells who is there */
export const isOthersName = async (guild: Guild, userId: string, name: string): Promise<boolean> => {
	const wanted = foldName(name);
	// Further letters may differ and still sound the same.
	const [letter = ""] = wanted;
	const known = [...guild.members.cache.values(), ...(await search(guild, letter))];
	return known
		.filter(({ id }) => id !== userId)
		.some((member) => namesOf(member).some((each) => foldName(each) === wanted));
};
