/** @import { Texts } from "../../texts/write.js" */
/** @import { Option } from "../../options/line.js" */
import { checkValue, missing, optionType } from "../../options/value.js";
import { channels, people, roles } from "../choices.js";
import { localName, state } from "../state.js";
import { t } from "../texts.js";

/** @typedef {{ readonly name: string, readonly value: string | number | boolean, readonly hint?: string }} Choice */
/** @typedef {{ readonly value?: string | number | boolean, readonly trouble?: Texts }} Reading */

/**
 * An option's choices; undefined if the option takes free text, any number or a file.
 *
 * @param {Option} option
 * @returns {readonly Choice[] | undefined}
 */
export const choicesOf = (option) => {
	switch (option.type) {
		case optionType.boolean:
			return [
				{ name: t("yes"), value: true },
				{ name: t("no"), value: false },
			];
		case optionType.user:
			return people();
		case optionType.role:
			return roles();
		case optionType.mentionable:
			return [...people(), ...roles()];
		case optionType.channel:
			return channels(option.channel_types);
		default: {
			const choices = "choices" in option ? option.choices : undefined;
			return choices?.map((choice) => ({ name: localName(choice), value: choice.value }));
		}
	}
};

/** @param {string} name */
const plain = (name) => name.trim().replace(/^[@#]/, "").toLowerCase();

/**
 * Whether a text is a choice's name, in any case, with or without `@` or `#` before it.
 *
 * @param {Choice} choice
 * @param {string} typed
 */
export const isNameOf = (choice, typed) => plain(choice.name) === plain(typed);

/**
 * The meaning of an option's text: a `value` to send, a `trouble` to show, or neither if the text is
 * empty and the option isn't required.
 *
 * @param {Option} option
 * @param {string} text
 * @param {Choice | undefined} chosen - last taken from the list; counts only if the text is the choice's name
 * @returns {Reading}
 */
export const readOption = (option, text, chosen) => {
	const trimmed = text.trim();
	if (!trimmed) return option.required ? { trouble: missing } : {};
	if (chosen && chosen.name === text) return { value: chosen.value };
	const named = choicesOf(option)?.find((choice) => isNameOf(choice, trimmed));
	const isNumber = option.type === optionType.integer || option.type === optionType.number;
	const value = named?.value ?? (isNumber ? Number(trimmed.replace(",", ".")) : trimmed);
	const trouble = checkValue(option, value, state.guild);
	return trouble ? { trouble } : { value };
};
