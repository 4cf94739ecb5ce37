const english = {
	someone: "someone",
	channel: "a channel",
	role: "a role",
	game: "a game",
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
	game: "ein Spiel",
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

const french: SpokenWords = {
	someone: "quelqu'un",
	channel: "un salon",
	role: "un rôle",
	game: "un jeu",
	everyone: "tout le monde",
	here: "toutes les personnes en ligne",
	codeBlock: "bloc de code",
	spoiler: "spoiler",
	linkTo: "un lien vers",
	link: "un lien",
	slash: "slash",
	date: "une date",
	pages: {
		customize: "Salons et rôles",
		browse: "Parcourir les salons",
		guide: "Guide du serveur",
		home: "Guide du serveur",
		"linked-roles": "Rôles liés",
	},
};

const spanish: SpokenWords = {
	someone: "alguien",
	channel: "un canal",
	role: "un rol",
	game: "un juego",
	everyone: "todo el mundo",
	here: "todos los que están en línea",
	codeBlock: "bloque de código",
	spoiler: "spoiler",
	linkTo: "un enlace a",
	link: "un enlace",
	slash: "barra",
	date: "una fecha",
	pages: {
		customize: "Canales y roles",
		browse: "Explorar canales",
		guide: "Guía del servidor",
		home: "Guía del servidor",
		"linked-roles": "Roles vinculados",
	},
};

const portuguese: SpokenWords = {
	someone: "alguém",
	channel: "um canal",
	role: "um cargo",
	game: "um jogo",
	everyone: "todo mundo",
	here: "todos que estão online",
	codeBlock: "bloco de código",
	spoiler: "spoiler",
	linkTo: "um link para",
	link: "um link",
	slash: "barra",
	date: "uma data",
	pages: {
		customize: "Canais e cargos",
		browse: "Explorar canais",
		guide: "Guia do servidor",
		home: "Guia do servidor",
		"linked-roles": "Cargos vinculados",
	},
};

const japanese: SpokenWords = {
	someone: "誰か",
	channel: "チャンネル",
	role: "ロール",
	game: "ゲーム",
	everyone: "全員",
	here: "オンラインの全員",
	codeBlock: "コードブロック",
	spoiler: "ネタバレ",
	linkTo: "リンク",
	link: "リンク",
	slash: "スラッシュ",
	date: "日付",
	pages: {
		customize: "チャンネルとロール",
		browse: "チャンネル一覧",
		guide: "サーバーガイド",
		home: "サーバーガイド",
		"linked-roles": "連携ロール",
	},
};

/** In a language that Herald has no words in: what is left is said alone, such as a link's host. */
const noWords: SpokenWords = {
	...(Object.fromEntries(Object.keys(english).map((key) => [key, ""])) as Record<keyof SpokenWords, "">),
	pages: {},
};

const wordsByLanguage: Readonly<Record<string, SpokenWords>> = {
	en: english,
	de: german,
	fr: french,
	es: spanish,
	pt: portuguese,
	ja: japanese,
};

const languageOf = (tag: string): string => tag.toLowerCase().split(/[-_]/)[0] ?? "";

/** @returns the words of a locale's language (BCP 47), English where there are none */
export const findWords = (locale: string): SpokenWords => {
	const language = languageOf(locale);
	return Object.hasOwn(wordsByLanguage, language) ? (wordsByLanguage[language] ?? english) : english;
};

/** @returns the words that fit into a text in a language (BCP 47): none where Herald has none in it */
export const findWordsWithin = (language: string): SpokenWords =>
	Object.hasOwn(wordsByLanguage, languageOf(language)) ? findWords(language) : noWords;
