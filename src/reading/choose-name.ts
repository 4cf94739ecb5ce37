import type { Guild, GuildMember } from "discord.js";
import { foldWord } from "../say/rules/forbidden-words.ts";
import type { Voices } from "../say/sound/voices.ts";
import { inStretches } from "../shared/in-stretches.ts";
import { makeNameSpeakable } from "./spoken-names.ts";

/** Longest spoken name, in characters: as long as Discord's own. */
export const spokenNameMax = 32;

/** Members whose names begin alike that are looked at, besides those that are known anyway: Discord's most. */
const searchMax = 1_000;
/** The names that Discord finds come first. */
const comparedMax = 5_000;

/** @returns what two names have in common that sound alike: no decoration, case, accents, marks or spaces */
export const foldName = (name: string): string =>
	foldWord(makeNameSpeakable(name))
		.normalize("NFKD")
		.replace(/[^\p{L}\p{N}]/gu, "");

/** @returns what each name has in common with those that sound alike, without blocking the event loop */
export const foldNames = async (names: Iterable<string>): Promise<ReadonlyMap<string, string>> => {
	const rest = inStretches();
	const folded = new Map<string, string>();
	for (const name of names) {
		folded.set(name, foldName(name));
		await rest();
	}
	return folded;
};

const namesOf = ({ nickname, user }: GuildMember): string[] =>
	[nickname, user.globalName, user.username].filter((name) => name !== null);

/** @returns the members that Discord finds by the beginning of their names; none where it doesn't answer */
const search = async (guild: Guild, query: string): Promise<readonly GuildMember[]> => {
	try {
		const found = await guild.members.search({ query, limit: searchMax, cache: false });
		return [...found.values()];
	} catch {
		// Known names are still compared.
		return [];
	}
};

/**
 * @param userId - a member whose name it may be; without one, it is for a server's preset, which may be called as a bot is
 * @returns whether a name sounds or looks like a voice's, a role's or a known member's in this guild, among
 * {@link comparedMax} names at most
 */
export const isTakenName = async (
	guild: Guild,
	userId: string | undefined,
	name: string,
	{ shown: voices }: Voices,
): Promise<boolean> => {
	const wanted = foldName(name);
	// Further letters may differ and still sound the same.
	const [letter = ""] = wanted;
	const known = [...(await search(guild, letter)), ...guild.members.cache.values()];
	const names = known
		.filter(({ id, user }) => id !== userId && !(userId === undefined && user.bot))
		.flatMap(namesOf);
	const others = [...voices, ...guild.roles.cache.values()].map((each) => each.name);
	const folded = await foldNames([...others, ...names].slice(0, comparedMax));
	return [...folded.values()].includes(wanted);
};
