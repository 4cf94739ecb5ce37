import { Recent } from "@herald/common/recent.ts";
import { baseLanguage, readTag } from "@herald/common/wire/languages.ts";
import { distance } from "fastest-levenshtein";
import { nameLanguage } from "../../discord/name-language.ts";

/** Languages that many people write: another service is likely to speak them, where its languages aren't known. */
export const commonLanguages = (
	"af am ar az be bg bn bs ca cs cy da de el en en-GB en-US es es-ES es-MX et eu fa fi fil fr fr-CA ga gl gu he hi hr " +
	"hu hy id is it ja jv ka kk km kn ko lo lt lv mk ml mn mr ms my ne nl no or pa pl ps pt pt-BR pt-PT ro ru si sk sl " +
	"sq sr sv sw ta te th tr uk ur uz vi yo yue zh zh-TW zu"
).split(" ");

const fold = (name: string): string =>
	name
		.normalize("NFKD")
		.replace(/[\p{M}\p{P}\s]+/gu, "")
		.toLowerCase();

/** By tag and locale: every letter that a member types asks for all of them. */
const foldedNames = new Recent<string>(10_000);

const foldName = (tag: string, locale: string): string =>
	foldedNames.get(`${tag} ${locale}`, () => fold(nameLanguage(tag, locale)));

/** @returns a language's names: in a member's language, in English and in itself, and its tag. */
const namesOf = (tag: string, locale: string): readonly string[] => [
	foldName(tag, locale),
	foldName(tag, "en"),
	foldName(tag, tag),
	fold(tag),
];

/** Languages that most people want, behind that of their own Discord. */
const favoured = "en es pt fr de ru it pl tr nl ja ko zh ar hi id vi uk".split(" ");

const rankFavoured = (tag: string, locale: string): number => {
	if (baseLanguage(tag) === baseLanguage(locale)) return -1;
	const at = favoured.indexOf(tag);
	return at === -1 ? favoured.length : at;
};

const collators = new Recent<Intl.Collator>(100);

/** @returns the languages of a list that what is typed may mean, the likeliest first */
export const searchLanguages = (typed: string, tags: readonly string[], locale: string): string[] => {
	const query = fold(typed);
	const inOrder = collators.get(locale, () => new Intl.Collator(locale));
	return tags
		.map((tag) => {
			const names = namesOf(tag, locale);
			const rank = [
				(name: string) => name === query,
				(name: string) => name.startsWith(query),
				(name: string) => name.includes(query),
			].findIndex((fits) => names.some(fits));
			return { tag, rank, favour: rankFavoured(tag, locale), name: nameLanguage(tag, locale) };
		})
		.filter(({ rank }) => rank !== -1)
		.sort((a, b) => a.rank - b.rank || a.favour - b.favour || inOrder.compare(a.name, b.name))
		.map(({ tag }) => tag);
};

/** @returns the tag that is meant by one, or by a language's whole name; undefined where that is neither */
export const findLanguage = (given: string, tags: readonly string[], locale: string): string | undefined =>
	tags.find((tag) => namesOf(tag, locale).includes(fold(given))) ?? readTag(given);

const suggestionCount = 3;
/** Longer ones only cost time. */
const comparedLength = 40;

/** @returns the tags of the languages with the most similar names, the most similar first */
export const nearestLanguages = (given: string, tags: readonly string[], locale: string): string[] => {
	const name = fold(given.slice(0, comparedLength));
	return tags
		.map((tag) => ({ tag, far: Math.min(...namesOf(tag, locale).map((known) => distance(name, known))) }))
		.filter(({ far }) => far <= name.length / 3)
		.sort((a, b) => a.far - b.far)
		.slice(0, suggestionCount)
		.map(({ tag }) => tag);
};
