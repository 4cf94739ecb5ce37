import type { Guild, GuildMember } from "discord.js";
import { foldWord } from "../say/rules/forbidden-words.ts";
import type { Voices } from "../say/sound/voices.ts";
import { inStretches } from "../shared/in-stretches.ts";
import type { Place } from "../shared/party.ts";
import { dropEmoji } from "../speech/text/emoji/name-emoji.ts";
import { cleanCharacters, cutRuns, foldSpace } from "../speech/text/speakable/characters.ts";
import { foldLetters } from "../speech/text/speakable/letters.ts";
import type { KeptSettings } from "../store/settings.ts";

export interface NameOptions {
	readonly store: { readonly settings: KeptSettings };
	readonly place: Place;
	/** Replaces words by the guild's dictionary. */
	readonly rewrite: (text: string) => string;
	readonly canRead: (name: string) => boolean;
	/** Said instead of a name of which nothing can be said. */
	readonly someone: string;
}

/**
 * @param name - as Discord shows it, or as the member wants it said
 * @returns the name in its spoken form; `someone` if no voice can say it
 */
export const sayName = (name: string, options: Omit<NameOptions, "store" | "place">) => {
	// The dictionary's words may be anything, so they are cleaned again.
	const said = makeNameSpeakable(options.rewrite(makeNameSpeakable(name)));
	return said !== "" && options.canRead(said) ? said : options.someone;
};

/** @returns how a member is called aloud: by the name that they chose, else by their name without decoration */
export const callMember = async (
	{ id, name }: { readonly id: string; readonly name: string },
	options: NameOptions,
): Promise<string> => {
	const { here } = await options.store.settings.readMember(options.place, id);
	return sayName(here.spokenName ?? name, options);
};

/** The most characters of a spoken name. Discord's names have at most 32, but some letters become several. */
const nameMaxCharacters = 40;
/** The most characters of a name that are processed, since a dictionary can make a short name very long. */
const readMaxCharacters = 200;

/**
 * Combining marks that are left on letters, digits and signs after NFKC has composed the usual accents. They are
 * decoration.
 */
const piledMarks = /(?<=[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{N}\p{P}\p{S}\s]|^)\p{M}+/gu;
/** What frames names such as "xX_Name_Xx". */
const openBracket = /^x{1,3}(?:[\s._-]+|(?<=xx))/iu;
const closeBracket = /(?:(?<![\s._-])[\s._-]+|(?=xx))x{1,3}$/iu;
/** What is left out of names. A dot, hyphen or apostrophe stays between letters or digits. */
const decoration = /(?<![\p{L}\p{N}])['’.-]+|['’.-]+(?![\p{L}\p{N}])|[^\p{L}\p{M}\p{N}'’.\s-]+/gu;
const dotBetweenWords = /(?<=[\p{L}\p{N}]{2})\.(?=[\p{L}\p{N}]{2})/gu;

const takeOffBrackets = (name: string): string => {
	const opened = name.replace(openBracket, "");
	const inner = opened.replace(closeBracket, "");
	return opened === name || inner === opened || inner === "" ? name : inner;
};

/** @returns a member's name as a person would say it, without decoration; "" if nothing of it can be said */
export const makeNameSpeakable = (name: string): string => {
	const plain = foldLetters(cleanCharacters(name.slice(0, readMaxCharacters)))
		.normalize("NFKC")
		.slice(0, readMaxCharacters)
		.replace(piledMarks, "");
	const inner = dropEmoji(plain).trim();
	const words = takeOffBrackets(inner).replace(decoration, " ").replace(dotBetweenWords, " ");
	const said = foldSpace(cutRuns(words)).replaceAll("\n", " ");
	if (!/[\p{L}\p{N}]/u.test(said)) return "";
	return [...said].slice(0, nameMaxCharacters).join("").trim();
};

/** The most characters of a spoken name that a member may choose: as many as Discord's own names have. */
export const spokenNameMax = 32;

/** The most members that Discord is asked for by the beginning of a name. Cached members are compared, too. */
const searchMax = 1_000;
/**
 * The most names that are compared: first those of voices and roles, then those of members that Discord found, then
 * those of cached members.
 */
const comparedMax = 5_000;

/**
 * @returns a name without decoration, case, accents, marks and spaces: names that differ only in these, or in letters
 * that look alike, become equal
 */
export const foldName = (name: string): string =>
	foldWord(makeNameSpeakable(name))
		.normalize("NFKD")
		.replace(/[^\p{L}\p{N}]/gu, "");

/** Folds names without blocking the event loop. @returns the folded form of each */
export const foldNames = async (names: Iterable<string>): Promise<ReadonlyMap<string, string>> =>
	new Map(await Array.fromAsync(inStretches(names), (name) => [name, foldName(name)] as const));

const namesOf = ({ nickname, user }: GuildMember): string[] =>
	[nickname, user.globalName, user.username].filter((name) => name !== null);

/**
 * @param userId - the member who wants the name. The member's own names are no obstacle. Undefined for a server's
 * preset, which may have a bot's name
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
	const [query = ""] = wanted;
	// Without an answer, cached members are still compared.
	const search = guild.members.search({ query, limit: searchMax, cache: false }).catch(() => undefined);
	const known = [...((await search)?.values() ?? []), ...guild.members.cache.values()];
	const names = known
		.filter(({ id, user }) => id !== userId && !(userId === undefined && user.bot))
		.flatMap(namesOf);
	const others = [...voices, ...guild.roles.cache.values()].map((each) => each.name);
	const folded = await foldNames([...others, ...names].slice(0, comparedMax));
	return [...folded.values()].includes(wanted);
};
