/** @import { NamedText, SlashCommand } from "../../options/line.js" */
import { cutAtNames, optionNames } from "../../options/line.js";
import { optionType } from "../../options/value.js";
import { make } from "../dom.js";
import { state } from "../state.js";
import { t } from "../texts.js";

/**
 * The field for an option's name, shown while the form shows no option. Text that is no name becomes the value of the
 * first option that isn't a file, as in a typed line.
 */
export class OptionField {
	element;
	#options;

	/**
	 * @param {SlashCommand} command
	 * @param {{ input(): void, focus(): void, keydown(event: KeyboardEvent): void }} handlers
	 */
	constructor(command, handlers) {
		this.#options = command.options;
		this.element = make("input", {
			id: "option-field",
			type: "text",
			spellcheck: false,
			autocomplete: "off",
			"aria-label": t("optionsOf", { name: command.label }),
			"aria-autocomplete": "list",
			"aria-haspopup": "listbox",
			"aria-controls": "panel",
		});
		this.element.oninput = () => handlers.input();
		this.element.onfocus = () => handlers.focus();
		this.element.onkeydown = (event) => handlers.keydown(event);
	}

	/** The options whose names begin with the typed text; all options if nothing is typed. */
	get matching() {
		const typed = this.element.value.trim().toLowerCase();
		return this.#options.filter((option) =>
			optionNames(option, state.locale).some((name) => name.toLowerCase().startsWith(typed)),
		);
	}

	/**
	 * The typed options with their texts; none as long as the text may become an option's name.
	 *
	 * @returns {readonly NamedText[]}
	 */
	take() {
		const { bare, named } = cutAtNames(this.#options, this.#typed(), state.locale);
		if (named.length === 0 && this.matching.length > 0) return [];
		const first = this.#options.find(({ type }) => type !== optionType.attachment);
		return [...(bare && first ? [{ option: first, text: bare }] : []), ...named];
	}

	/** The typed text, with a colon in place of the space after an option's name. */
	#typed() {
		const [, word = "", rest] = /^\s*(\S+)\s(.*)$/.exec(this.element.value) ?? [];
		const isName = this.#options.some((option) => optionNames(option, state.locale).includes(word));
		return isName ? `${word}:${rest}` : this.element.value;
	}
}
