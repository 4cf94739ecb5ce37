/** @import { LocalizationMap } from "discord-api-types/v10" */
import { inEach, languages } from "../texts/write.js";

/**
 * @param {LocalizationMap | null | undefined} texts
 * @param {string} locale
 */
const textIn = (texts, locale) => Object.entries(texts ?? {}).find(([each]) => each === locale)?.[1];

/**
 * The name of a command, an option or a choice in a language; without a translation, the default name.
 *
 * @param {{ name: string, name_localizations?: LocalizationMap | null | undefined }} thing
 * @param {string} locale
 */
export const nameIn = ({ name, name_localizations: names }, locale) => textIn(names, locale) ?? name;

/**
 * A command's or an option's description in a language; without a translation, the default description.
 *
 * @param {{ description: string, description_localizations?: LocalizationMap | null | undefined }} thing
 * @param {string} locale
 */
export const descriptionIn = ({ description, description_localizations: texts }, locale) =>
	textIn(texts, locale) ?? description;

/**
 * The name of a command or an option in each of the page's languages.
 *
 * @param {Parameters<typeof nameIn>[0]} thing
 */
export const namesOf = (thing) => inEach((id) => nameIn(thing, languages[id].locale));
