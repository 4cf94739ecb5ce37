/** What the page remembers between visits, the guild as the server last reported it, and the page's texts. */

/** @import { GuildView, LiveEvents } from "../page-server/page-live.ts" */
/** @import { MessageView } from "../page-server/views.ts" */
/** @import { TextKey, Texts, Value } from "../texts/write.js" */

import { descriptionIn, nameIn } from "../options/names.js";
import { languageOf, languages, textIn, write } from "../texts/write.js";

/**
 * @param {string} key
 * @param {string} fallback
 */
const stored = (key, fallback) => {
	try {
		return localStorage.getItem(key) ?? fallback;
	} catch {
		return fallback;
	}
};

/** This tab's id, which survives a reload. */
const pageId = () => {
	try {
		sessionStorage.page ??= crypto.randomUUID();
		return sessionStorage.page;
	} catch {
		return crypto.randomUUID();
	}
};

/** @type {GuildView | undefined} */
let told;

export const state = {
	page: pageId(),
	/** The chosen member's user name. Unlike an id, the name stays valid after a restart of the server. */
	as: stored("as", "ada"),
	locale: stored("locale", languages[languageOf(navigator.language)].locale),
	/** `auto`, `light` or `dark`. */
	theme: stored("theme", "auto"),
	/**
	 * The wanted guild and channel, by ids; at first the guild in the page's URL, `?guild=ID`. If an id is unknown, the
	 * server shows the first guild, or the guild's first text channel.
	 *
	 * @type {Readonly<Record<string, string>>}
	 */
	place: Object.fromEntries([...new URLSearchParams(location.search)].filter(([key]) => key === "guild")),
	/** The voices that speak, and the last download; undefined unless the server has reported them. */
	voices: /** @type {LiveEvents["voices"] | undefined} */ (undefined),
	/** The guild as the chosen member sees it. It is set before anything is shown. */
	get guild() {
		if (!told) throw new Error("Nothing has been told of the guild");
		return told;
	},
	set guild(guild) {
		told = guild;
	},
};

/** The member and place that every request names. */
export const actor = () => ({ as: state.as, guild: state.guild.id, channel: state.guild.textChannel });

/**
 * Sets a value that is remembered between visits.
 *
 * @param {"as" | "locale" | "theme"} key
 * @param {string} value
 */
export const remember = (key, value) => {
	state[key] = value;
	try {
		localStorage.setItem(key, value);
	} catch {
		// Private windows may block storage; the choice then lasts until the page is closed.
	}
};

/** @param {string} id */
export const memberById = (id) =>
	[...state.guild.members, state.guild.app].find((member) => member.id === id);
export const me = () => memberById(state.guild.me);

const marks = new Map([
	[1, /** @type {const} */ (["@", "chat"])],
	[2, /** @type {const} */ (["#", "speaker"])],
	[3, /** @type {const} */ (["", "people"])],
	[13, /** @type {const} */ (["#", "speaker"])],
]);

/** The shown channel's name, type, icon, and label such as `#general`. */
export const here = () => {
	const { channels, textChannel } = state.guild;
	const { name = "", type = 0 } = channels.find(({ id }) => id === textChannel) ?? {};
	const [mark, icon] = marks.get(type) ?? /** @type {const} */ (["#", "hash"]);
	return { name, type, icon, label: mark + name };
};

/**
 * The name of a command, an option or a choice in the chosen language.
 *
 * @param {Parameters<typeof nameIn>[0]} thing
 */
export const localName = (thing) => nameIn(thing, state.locale);

/**
 * A command's or an option's description in the chosen language.
 *
 * @param {Parameters<typeof descriptionIn>[0]} thing
 */
export const localDescription = (thing) => descriptionIn(thing, state.locale);

/**
 * The shown messages by id, oldest first.
 *
 * @type {Map<string, MessageView>}
 */
export const shown = new Map();

/** The chosen member's last shown message that isn't a poll or a forward; undefined if there is none. */
export const lastOwnMessage = () =>
	[...shown.values()].findLast(({ author, type, poll, message_snapshots: forwarded }) => {
		const isText = !poll && !forwarded && [0, 19].includes(type);
		return isText && author.id === state.guild.me;
	});

/**
 * Goes to another guild's first channel, or to another channel of this guild. The window gets a `move` event.
 *
 * @param {{ readonly guild?: string, readonly channel?: string }} place
 */
export const goTo = ({ guild = state.guild.id, channel }) => {
	state.place = { guild, ...(channel !== undefined && { channel }) };
	dispatchEvent(new Event("playground:move"));
};

/**
 * A sentence of the page in the chosen language, with `{name}`s filled in.
 *
 * @param {TextKey} key
 * @param {Readonly<Record<string, Value>>} values
 */
export const t = (key, values = {}) => write(languageOf(state.locale), key, values);

/** @param {Texts} texts */
export const pick = (texts) => textIn(languageOf(state.locale), texts);
