export const fillWords = (words: string, name: string): string => words.replace("{}", () => name);

/** Herald's own words for markup that can't be read out. `{}` stands for a name. */
const english = {
	someone: "someone",
	channel: "a channel",
	role: "a role",
	game: "a game",
	everyone: "everyone",
	here: "here",
	codeBlock: "code block",
	spoiler: "spoiler",
	/** For a link. `{}` is the link's host, or the name of the channel that it leads to. */
	linkTo: "a link to {}",
	/** For a link without a readable host. */
	link: "a link",
	messageLink: "a link to a message",
	/** For a link to a message in a channel whose name, `{}`, may be said. */
	messageLinkIn: "a link to a message in {}",
	/** For a slash command; `{}` is its name. */
	slash: "slash {}",
	/** For a timestamp that isn't a possible date. */
	date: "a date",
	/** For a sound of the soundboard. */
	sound: "a sound",
	/** For IDs, hashes and Base64. */
	code: "a code",
	/** These three are for the kaomoji that Discord's own commands write. */
	shrug: "shrug",
	tableflip: "table flip",
	unflip: "table unflip",
	/** Discord's own pages of a guild, by the id in `<id:customize>`. The ids `guide` and `home` are of one page. */
	pages: {
		customize: "Channels and Roles",
		browse: "Browse Channels",
		guide: "Server Guide",
		"linked-roles": "Linked Roles",
	},
};

export interface SpokenWords extends Readonly<Omit<typeof english, "pages">> {
	readonly pages: Readonly<Record<string, string>>;
}

const german: SpokenWords = {
	someone: "jemand",
	channel: "ein Kanal",
	role: "eine Rolle",
	game: "ein Spiel",
	everyone: "alle",
	here: "alle hier",
	codeBlock: "Codeblock",
	spoiler: "Spoiler",
	linkTo: "ein Link zu {}",
	link: "ein Link",
	messageLink: "ein Link zu einer Nachricht",
	messageLinkIn: "ein Link zu einer Nachricht in {}",
	slash: "Schrägstrich {}",
	date: "ein Datum",
	sound: "ein Sound",
	code: "ein Code",
	shrug: "Schulterzucken",
	tableflip: "Tisch umwerfen",
	unflip: "Tisch wieder hinstellen",
	pages: {
		customize: "Kanäle und Rollen",
		browse: "Kanäle durchsuchen",
		guide: "Serverguide",
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
	linkTo: "un lien vers {}",
	link: "un lien",
	messageLink: "un lien vers un message",
	messageLinkIn: "un lien vers un message dans {}",
	slash: "slash {}",
	date: "une date",
	sound: "un son",
	code: "un code",
	shrug: "haussement d'épaules",
	tableflip: "table renversée",
	unflip: "table remise en place",
	pages: {
		customize: "Salons et rôles",
		browse: "Parcourir les salons",
		guide: "Guide du serveur",
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
	linkTo: "un enlace a {}",
	link: "un enlace",
	messageLink: "un enlace a un mensaje",
	messageLinkIn: "un enlace a un mensaje en {}",
	slash: "barra {}",
	date: "una fecha",
	sound: "un sonido",
	code: "un código",
	shrug: "se encoge de hombros",
	tableflip: "mesa volcada",
	unflip: "mesa en su sitio",
	pages: {
		customize: "Canales y roles",
		browse: "Explorar canales",
		guide: "Guía del servidor",
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
	linkTo: "um link para {}",
	link: "um link",
	messageLink: "um link para uma mensagem",
	messageLinkIn: "um link para uma mensagem em {}",
	slash: "barra {}",
	date: "uma data",
	sound: "um som",
	code: "um código",
	shrug: "dá de ombros",
	tableflip: "mesa virada",
	unflip: "mesa no lugar",
	pages: {
		customize: "Canais e cargos",
		browse: "Explorar canais",
		guide: "Guia do servidor",
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
	linkTo: "{}へのリンク",
	link: "リンク",
	messageLink: "メッセージへのリンク",
	messageLinkIn: "{}のメッセージへのリンク",
	slash: "スラッシュ{}",
	date: "日付",
	sound: "サウンド",
	code: "コード",
	shrug: "肩をすくめる",
	tableflip: "ちゃぶ台返し",
	unflip: "ちゃぶ台を戻す",
	pages: {
		customize: "チャンネルとロール",
		browse: "チャンネル一覧",
		guide: "サーバーガイド",
		"linked-roles": "連携ロール",
	},
};

/** For languages that Herald has no words in: only a link's host or channel, or a command's name, is said. */
const noWords: SpokenWords = {
	...english,
	...Object.fromEntries(
		Object.entries(english).map(([key, words]) => [key, String(words).includes("{}") ? "{}" : ""]),
	),
	messageLinkIn: "",
	pages: {},
};

const wordsByLanguage: ReadonlyMap<string, SpokenWords> = new Map([
	["en", english],
	["de", german],
	["fr", french],
	["es", spanish],
	["pt", portuguese],
	["ja", japanese],
]);

const wordsOf = (tag: string) => wordsByLanguage.get(tag.toLowerCase().split(/[-_]/)[0] ?? "");

/** @returns the words of a locale's language (BCP 47), or English ones if Herald has none in that language */
export const findWords = (locale: string): SpokenWords => wordsOf(locale) ?? english;

/** @returns the words for a text in a language (BCP 47), or `noWords` if Herald has none in that language */
export const findWordsWithin = (language: string): SpokenWords => wordsOf(language) ?? noWords;
