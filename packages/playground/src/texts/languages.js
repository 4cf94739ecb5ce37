import * as de from "./de.js";
import * as en from "./en.js";
import * as es from "./es.js";
import * as fr from "./fr.js";
import * as ja from "./ja.js";
import * as pt from "./pt.js";

/** The page's languages, in the order in which it offers them. A new one is a file like these, added here. */
export const languages = Object.freeze({ en, de, es, fr, ja, pt });

/** @typedef {keyof typeof languages} LanguageId */

export const languageIds = /** @type {readonly LanguageId[]} */ (Object.keys(languages));

/**
 * The language of one of Discord's locales, or of a browser's; English where there is no such language.
 *
 * @param {string} locale
 * @returns {LanguageId}
 */
export const languageOf = (locale) => {
	const base = locale.split("-")[0];
	return languageIds.find((id) => id === base) ?? "en";
};
