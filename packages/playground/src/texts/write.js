import de from "./de.json" with { type: "json" };
import en from "./en.json" with { type: "json" };
import es from "./es.json" with { type: "json" };
import fr from "./fr.json" with { type: "json" };
import ja from "./ja.json" with { type: "json" };
import pt from "./pt.json" with { type: "json" };

// biome-ignore lint/correctness/noUnusedVariables: TextKey is made of its type, as a package's types can't import JSON.
const { texts: english } = en;

/** @typedef {{ readonly [form in Intl.LDMLPluralRule]?: string } & { readonly other: string }} Forms */
/** @typedef {keyof typeof english} TextKey */
/**
 * A language's file. Each has the same keys as English. `count` chooses among the forms of a text that has several.
 *
 * @typedef Language
 * @property {string} locale - as Discord writes it
 * @property {string} name - the language's name in the page's menu
 * @property {Readonly<Record<TextKey, string | Forms>>} texts
 */

/**
 * The page's languages, in the order of its menu. A new language is a file like these, added here.
 *
 * @satisfies {Readonly<Record<string, Language>>}
 */
export const languages = Object.freeze({ en, de, es, fr, ja, pt });

/** @typedef {keyof typeof languages} LanguageId */

const languageIds = /** @type {readonly LanguageId[]} */ (Object.keys(languages));

/**
 * The page's language for a locale of Discord's or a browser's; English if the page doesn't have the language.
 *
 * @param {string} locale
 * @returns {LanguageId}
 */
export const languageOf = (locale) => {
	const base = locale.split("-")[0];
	return languageIds.find((id) => id === base) ?? "en";
};

/** A text in the page's languages. English stands in for missing languages. */
/** @typedef {Readonly<Partial<Record<LanguageId, string>>> & { readonly en: string }} Texts */
/** @typedef {string | number | Texts} Value - a number is written as the language writes it */

/**
 * A text of the page in one language, with its `{name}`s filled in. `values.count` chooses among the text's plural
 * forms.
 *
 * @param {LanguageId} id
 * @param {TextKey} key
 * @param {Readonly<Record<string, Value>>} values
 */
export const write = (id, key, values = {}) => {
	/** @type {Language} */
	const { locale, texts } = languages[id];
	const text = texts[key];
	// Plural rules are slow to make, and needed only for texts with several forms.
	const formOf = () => new Intl.PluralRules(locale).select(Number(values.count ?? 0));
	const chosen = typeof text === "string" ? text : (text[formOf()] ?? text.other);
	return chosen.replace(/\{(\w+)\}/g, (whole, name) => {
		const value = values[name] ?? whole;
		if (typeof value === "number") return value.toLocaleString(locale);
		return typeof value === "string" ? value : textIn(id, value);
	});
};

/**
 * @param {LanguageId} id
 * @param {Texts} texts
 */
export const textIn = (id, texts) => texts[id] ?? texts.en;

/**
 * A text in each language.
 *
 * @param {(id: LanguageId) => string} say
 * @returns {Texts}
 */
export const inEach = (say) => ({
	...Object.fromEntries(languageIds.map((id) => [id, say(id)])),
	en: say("en"),
});

/**
 * A text of the page in all of its languages.
 *
 * @param {TextKey} key
 * @param {Readonly<Record<string, Value>>} values
 */
export const writeAll = (key, values = {}) => inEach((id) => write(id, key, values));
