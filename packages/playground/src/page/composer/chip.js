/** @import { Option } from "../../options/line.js" */
/** @import { Texts } from "../../texts/write.js" */
import { checkValue, missing, optionType } from "../../options/value.js";
import { troubleOf, upload } from "../api.js";
import { channels, people, roles } from "../choices.js";
import { iconButton, make, targetOf } from "../dom.js";
import { localDescription, localName, pick, state, t } from "../state.js";

/**
 * The part of a command's form that its chips use.
 *
 * @typedef ChipForm
 * @property {(chip: Chip | FileChip) => void} show
 * @property {(chip: Chip) => void} oninput
 * @property {(event: KeyboardEvent, chip: Chip | FileChip) => void} onkey
 * @property {(chip: Chip | FileChip) => void} remove
 */

/** @param {Option} option */
const fieldNames = (option) => ({
	id: `chip-${option.name}`,
	"aria-label": `${t("option", { name: localName(option) })}: ${localDescription(option)}`,
	"data-option": option.name,
});

/**
 * Puts an option's name before its field. Unless the option is required, adds a button that removes the option.
 *
 * @param {Option} option
 * @param {HTMLElement} field
 * @param {() => void} remove
 */
const frameChip = (option, field, remove) => {
	const name = localName(option);
	return make(
		"div.chip",
		make("span.chip-name", { "aria-hidden": "true" }, name),
		field,
		!option.required &&
			iconButton("close", t("removeOption", { name }), remove, { className: "icon-button chip-remove" }),
	);
};

/**
 * Shows whether a chip's value would be refused.
 *
 * @param {Chip | FileChip} chip
 * @param {boolean} isWrong
 */
const mark = ({ element, field }, isWrong) => {
	element.classList.toggle("wrong", isWrong);
	field.setAttribute("aria-invalid", String(isWrong));
};

/** One option of a command being filled in: its name and a field for its value. */
export class Chip {
	option;
	element;
	field;
	/**
	 * The choice that was last taken from the list. It counts as long as the field's text is the choice's name.
	 *
	 * @type {Choice | undefined}
	 */
	#chosen;
	#touched = false;

	/**
	 * @param {Option} option
	 * @param {ChipForm} form
	 */
	constructor(option, form) {
		this.option = option;
		this.field = make("textarea", {
			...fieldNames(option),
			rows: 1,
			spellcheck: false,
			autocomplete: "off",
			"aria-autocomplete": "list",
			"aria-haspopup": "listbox",
			"aria-controls": "panel",
			"aria-required": String(option.required ?? false),
		});
		this.element = frameChip(option, this.field, () => form.remove(this));
		this.element.onclick = (event) => {
			if (!targetOf(event).closest("button")) this.field.focus();
		};
		this.field.oninput = () => {
			if (!this.#takesLines && /[\r\n]/.test(this.field.value)) this.fill(this.field.value);
			// Spaces alone are no value: the space after a typed `voice:` doesn't count.
			if (!this.field.value.trim()) this.field.value = "";
			this.#touched = true;
			this.check();
			form.oninput(this);
		};
		this.field.onfocus = () => form.show(this);
		this.field.onblur = () => {
			if (this.field.value) this.#touched = true;
			this.check();
		};
		this.field.onkeydown = (event) => form.onkey(event, this);
	}

	/** Whether the chip can hold several lines, as Discord's text options do. */
	get #takesLines() {
		return this.option.type === optionType.string && choicesOf(this.option) === undefined;
	}

	get text() {
		return this.field.value;
	}

	/** True while the chip holds a choice taken from the list. */
	get isChosen() {
		return this.#chosen !== undefined && this.#chosen.name === this.field.value;
	}

	/**
	 * The `value` to send, or the `trouble` that prevents it; neither for an optional option without text.
	 *
	 * @returns {Reading}
	 */
	read() {
		const { option } = this;
		const typed = this.text.trim();
		if (!typed) return option.required ? { trouble: missing } : {};
		if (this.#chosen && this.isChosen) return { value: this.#chosen.value };
		const named = choicesOf(option)?.find((choice) => isNameOf(choice, typed));
		const isNumber = option.type === optionType.integer || option.type === optionType.number;
		const value = named?.value ?? (isNumber ? Number(typed.replace(",", ".")) : typed);
		const trouble = checkValue(option, value, state.guild);
		return trouble ? { trouble } : { value };
	}

	/** @param {string} text */
	fill(text) {
		this.field.value = this.#takesLines ? text : text.replace(/\s*[\r\n]+\s*/g, " ");
		this.check();
	}

	/** @param {Choice} choice */
	choose(choice) {
		this.#chosen = choice;
		this.#touched = true;
		this.fill(choice.name);
	}

	/**
	 * Returns why the chip's value would be refused; undefined if the value is valid. An invalid value is marked only if
	 * something was ever typed or chosen in the chip, or with `strictly`.
	 */
	check(strictly = false) {
		this.#touched ||= strictly;
		const { trouble } = this.read();
		mark(this, this.#touched && trouble !== undefined);
		return trouble && pick(trouble);
	}
}

/**
 * An option that takes a file: like a Chip, with a file instead of text. The file is uploaded as soon as it is chosen.
 */
export class FileChip {
	option;
	element;
	field;
	/** @type {string | undefined} */
	#value;
	/** @type {string | undefined} */
	#trouble;
	/** Resolves once the upload of the chosen file has succeeded or failed. */
	uploaded = Promise.resolve();

	/**
	 * @param {Option} option
	 * @param {ChipForm} form
	 */
	constructor(option, form) {
		this.option = option;
		this.field = make("input", { ...fieldNames(option), type: "file" });
		this.element = frameChip(option, this.field, () => form.remove(this));
		this.field.onchange = async () => {
			await this.renew();
			form.show(this);
		};
		this.field.onfocus = () => form.show(this);
		this.field.onkeydown = (event) => {
			// Without a file, Enter opens the file dialog.
			if (event.key !== "Enter" || this.text) form.onkey(event, this);
		};
	}

	/** @param {FileList} files - dropped or pasted */
	take(files) {
		this.field.files = files;
		this.field.dispatchEvent(new Event("change"));
	}

	/** Uploads the chosen file, even if it was uploaded before: a server that has restarted no longer has it. */
	renew() {
		this.uploaded = this.#upload();
		return this.uploaded;
	}

	/** @returns {Promise<void>} */
	async #upload() {
		this.#value = undefined;
		this.#trouble = undefined;
		const file = this.field.files?.[0];
		/** @type {{ readonly value?: string, readonly trouble?: string }} */
		const { value, trouble } = file
			? await upload(file).then(
					(id) => ({ value: id }),
					(error) => ({ trouble: troubleOf(error) }),
				)
			: {};
		// Another file was chosen during the upload.
		if (file !== this.field.files?.[0]) return this.uploaded;
		this.#value = value;
		this.#trouble = trouble;
		this.check();
	}

	get text() {
		return this.field.files?.[0]?.name ?? "";
	}

	get isChosen() {
		return this.#value !== undefined;
	}

	/** @returns {Reading} */
	read() {
		if (this.#value) return { value: this.#value };
		return this.option.required || this.text ? { trouble: missing } : {};
	}

	/** Does nothing: a typed or pasted line can't name a file. */
	fill() {}

	check(strictly = false) {
		const { trouble } = this.read();
		mark(this, this.#trouble !== undefined || (strictly && trouble !== undefined));
		return this.#trouble ?? (trouble && pick(trouble));
	}
}

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
