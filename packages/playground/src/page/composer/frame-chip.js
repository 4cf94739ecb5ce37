/** @import { Option } from "../../options/line.js" */
import { iconButton, make } from "../dom.js";
import { localName } from "../state.js";
import { t } from "../texts.js";

/**
 * Puts an option's name before its field and, unless it is required, a button behind it that removes it.
 *
 * @param {Option} option
 * @param {HTMLElement} field
 * @param {() => void} remove
 */
export const frameChip = (option, field, remove) => {
	const name = localName(option);
	return make(
		"div",
		{ className: "chip" },
		make("span", { className: "chip-name", "aria-hidden": "true" }, name),
		field,
		!option.required &&
			iconButton("close", t("removeOption", { name }), remove, { className: "icon-button chip-remove" }),
	);
};
