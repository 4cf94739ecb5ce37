/** Longer ones are reserved and name nothing, and `und` names no language. */
const languageTag = /^(?!und\b)[a-z]{2,3}(?:-|$)/;

/**
 * Reads a BCP 47 tag in its canonical form: "cmn-Hans" is "zh-Hans", "iw" is "he".
 *
 * @returns undefined for what is no tag, or names no language
 */
export const readTag = (tag: string): string | undefined => {
	try {
		const { baseName } = new Intl.Locale(tag.trim().replaceAll("_", "-"));
		return languageTag.test(baseName) ? baseName : undefined;
	} catch {
		return undefined;
	}
};

/** Norwegian is asked for by its own name and by that of the one way to write it. */
const aliases: Readonly<Record<string, string>> = { nb: "no", nn: "no" };

/** @returns the language of a tag without its region or script, by which voices are found: "pt" of "pt-BR" */
export const baseLanguage = (tag: string): string => {
	const language = readTag(tag)?.split("-")[0] ?? tag;
	return aliases[language] ?? language;
};
