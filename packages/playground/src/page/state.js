/** What the page remembers between visits, and what the server last told of the guild. */

const stored = (key, fallback) => {
	try {
		return localStorage.getItem(key) ?? fallback;
	} catch {
		return fallback;
	}
};

const store = (key, value) => {
	try {
		localStorage.setItem(key, value);
	} catch {
		// Private windows may forbid it; the choice then lasts as long as the page.
	}
};

const firstLanguage = navigator.language.startsWith("de") ? "de" : "en-US";

/** This tab's own name, which a reload keeps. */
const pageId = () => {
	try {
		sessionStorage.page ??= crypto.randomUUID();
		return sessionStorage.page;
	} catch {
		return crypto.randomUUID();
	}
};

export const state = {
	page: pageId(),
	/** The chosen member's user name: unlike an id it outlives a restart of the server. */
	as: stored("as", "ada"),
	locale: stored("locale", firstLanguage),
	/** `auto`, `light` or `dark`. */
	theme: stored("theme", "auto"),
	guild: undefined,
};

export const remember = (key, value) => {
	state[key] = value;
	store(key, value);
};

export const memberById = (id) => state.guild?.members.find((member) => member.id === id);
export const me = () => memberById(state.guild?.me);

/** What members choose in the channel: commands with names and descriptions in the chosen language. */
export const localized = (thing, field) =>
	thing[`${field}_localizations`]?.[state.locale] ?? thing[field] ?? "";
