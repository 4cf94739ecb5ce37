/** @import { TextKey, Texts, Value } from "../texts/write.js" */
import { languageOf, textIn, write } from "../texts/write.js";
import { state } from "./state.js";

/**
 * A sentence of the page in the chosen language, with `{name}`s filled in.
 *
 * @param {TextKey} key
 * @param {Readonly<Record<string, Value>>} values
 */
export const t = (key, values = {}) => write(languageOf(state.locale), key, values);

/** @param {Texts} texts */
export const pick = (texts) => textIn(languageOf(state.locale), texts);
