import type { Guild, GuildMember } from "discord.js";
import { foldWord } from "../say/rules/forbidden-words.ts";
import type { Voices } from "../say/sound/voices.ts";
import { inStretches } from "../shared/in-stretches.ts";
import { makeNameSpeakable } from "./spoken-names.ts";

/** The longest spoken name, in characters: as long as Discord's own. */
export const spokenNameMax = 32;

/** The most members that Discord finds by the beginning of a name. Cached members are compared, too. */
const searchMax = 1_000;
/**
 * How many names are compared at most. Those of voices and roles come first, then those of members that Discord found.
 */
const comparedMax = 5_000;

/** @returns a name without decoration, case, accents, marks and spaces: names that sound alike become equal */
export const foldName = (name: string): string =>
	foldWord(makeNameSpeakable(name))
		.normalize("NFKD")
		.replace(/[^\p{L}\p{N}]/gu, "");

/** Folds names without blocking the event loop. @returns the folded form of each */
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

/** @returns the members that Discord finds by the beginning of their names; none if Discord doesn't answer */
const search = async (guild: Guild, query: string): Promise<readonly GuildMember[]> => {
	try {
		const found = await guild.members.search({ query, limit: searchMax, cache: false });
		return [...found.values()];
	} catch {
		// Cached members are still compared.
		return [];
	}
};

/**
 * @param userId - the member who wants the name. Their own names are no obstacle. Undefined for a server's preset,
 * which may have a bot's name
 * @returns whether a name sounds or looks like that of a voice, a role or a known member of the guild. Compares at most
 * {@link comparedMax} names
 */
export const isTakenName = async (
	guild: Guild,
	userId: string | undefined,
	name: string,
	{ shown: voices }: Voices,
): Promise<boolean> => {
	const wanted = foldName(name);
	// Names with different first letters may sound alike, but Discord can search for only one beginning.
	const [letter = ""] = wanted;
	const known = [...(await search(guild, letter)), ...guild.members.cache.values()];
	const names = known
		.filter(({ id, user }) => id !== userId && !(userId === undefined && user.bot))
		.flatMap(namesOf);
	const others = [...voices, ...guild.roles.cache.values()].map((each) => each.name);
	const folded = await foldNames([...others, ...names].slice(0, comparedMax));
	return [...folded.values()].includes(wanted);
};
