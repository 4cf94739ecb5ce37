const english = {
	someone: "someone",
	channel: "a channel",
	role: "a role",
	everyone: "everyone",
	here: "here",
	codeBlock: "code block",
	spoiler: "spoiler",
	/** Said before a link's host. */
	linkTo: "a link to",
	/** Said for a link without a host that can be read. */
	link: "a link",
	/** Said before a command's name. */
	slash: "slash",
	/** Said for a timestamp that is no date. */
	date: "a date",
	/** Discord's own pages of a guild, by the id in `<id:customize>`. */
	pages: {
		customize: "Channels and Roles",
		browse: "Browse Channels",
		guide: "Server Guide",
		home: "Server Guide",
		"linked-roles": "Linked Roles",
	} as Readonly<Record<string, string>>,
};

/** Herald's own words in place of something that cannot be read out. */
export type SpokenWords = Readonly<typeof english>;

const german: SpokenWords = {
	someone: "jemand",
	channel: "ein Kanal",
	role: "eine Rolle",
	everyone: "alle",
	here: "alle hier",
	codeBlock: "Codeblock",
	spoiler: "Spoiler",
	linkTo: "ein Link zu",
	link: "ein Link",
	slash: "Schrägstrich",
	date: "ein Datum",
	pages: {
		customize: "Kanäle und Rollen",
		browse: "Kanäle durchsuchen",
		guide: "Serverguide",
		home: "Serverguide",
		"linked-roles": "Verknüpfte Rollen",
	},
};

/** In a language that Herald has no words in: what is left is said alone, such as a link's host. */
const noWords: SpokenWords = {
	...(Object.fromEntries(Object.keys(english).map((key) => [key, ""])) as Record<keyof SpokenWords, "">),
	pages: {},
};

const wordsByLanguage: Readonly<Record<string, SpokenWords>> = { en: english, de: german };

const languageOf = (tag: string): string => tag.toLowerCase().split(/[-_]/)[0] ?? "";

/** @returns the words of a locale's language (BCP 47), English where there are none */
export const findWords = (locale: string): SpokenWords => {
	const language = languageOf(locale);
	return Object.hasOwn(wordsByLanguage, language) ? (wordsByLanguage[language] ?? english) : english;
};

/** @returns the words that fit into a text in a language (BCP 47): none where Herald has none in it */
export const findWordsWithin = (language: string): SpokenWords =>
	Object.hasOwn(wordsByLanguage, languageOf(language)) ? findWords(language) : noWords;
