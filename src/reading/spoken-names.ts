import type { Place } from "../shared/party.ts";
import { dropEmoji } from "../speech/text/emoji/name-emoji.ts";
import { cleanCharacters, cutRuns, foldSpace } from "../speech/text/speakable/characters.ts";
import { foldLetters } from "../speech/text/speakable/letters.ts";
import type { KeptSettings } from "../store/settings.ts";

/** How names are said in a guild. */
export interface NameOptions {
	readonly store: { readonly settings: KeptSettings };
	readonly place: Place;
	/** As the guild's dictionary has words. */
	readonly rewrite: (text: string) => string;
	/** Whether the service has a voice for a name. */
	readonly canRead: (name: string) => boolean;
	/** Said where nothing of a name can be said. */
	readonly someone: string;
}

/** @returns a name as it is said; @param name - as Discord shows it, or as the member wants it said */
export const sayName = (
	name: string,
	{ rewrite, canRead, someone }: Omit<NameOptions, "store" | "place">,
) => {
	// The dictionary's words may be anything again.
	const said = makeNameSpeakable(rewrite(makeNameSpeakable(name)));
	return said !== "" && canRead(said) ? said : someone;
};

/** @returns how a member is called aloud: as they want, else by their name without its decoration */
export const callMember = async (
	{ id, name }: { readonly id: string; readonly name: string },
	options: NameOptions,
): Promise<string> => {
	const { here } = await options.store.settings.readMember(options.place, id);
	return sayName(here.spokenName ?? name, options);
};

/** As long as Discord's own; some letters are several when they are spelled out. */
const nameMaxCharacters = 40;
/** A guild's dictionary makes much of a short name: only its beginning is looked at. */
const readMaxCharacters = 200;

/** Marks piled on letters that have their accents of their own. */
const piledMarks = /(?<=[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{N}\p{P}\p{S}\s]|^)\p{M}+/gu;
/** "xX_Name_Xx" and its like. */
const openBracket = /^x{1,3}(?:[\s._-]+|(?<=xx))/iu;
const closeBracket = /(?:(?<![\s._-])[\s._-]+|(?=xx))x{1,3}$/iu;
/** A dot, hyphen or apostrophe belongs to a name where letters are on both sides. */
const decoration = /(?<![\p{L}\p{N}])['’.-]+|['’.-]+(?![\p{L}\p{N}])|[^\p{L}\p{M}\p{N}'’.\s-]+/gu;
const dotBetweenWords = /(?<=[\p{L}\p{N}]{2})\.(?=[\p{L}\p{N}]{2})/gu;

const takeOffBrackets = (name: string): string => {
	const opened = name.replace(openBracket, "");
	const inner = opened.replace(closeBracket, "");
	return opened === name || inner === opened || inner === "" ? name : inner;
};

/** @returns a member's name as a person would say it, without its decoration; empty if nothing of it can be said */
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
