/** @import { Option } from "../../options/line.js" */
/** @import { ChipHandlers } from "./chip.js" */
/** @import { Reading } from "./read-option.js" */
import { missing } from "../../options/value.js";
import { troubleOf, upload } from "../api.js";
import { make } from "../dom.js";
import { localDescription, localName } from "../state.js";
import { pick, t } from "../texts.js";
import { frameChip } from "./frame-chip.js";

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

	/**
	 * @param {Option} option
	 * @param {ChipHandlers<FileChip>} handlers
	 */
	constructor(option, handlers) {
		this.option = option;
		const name = localName(option);
		this.field = make("input", {
			type: "file",
			id: `chip-${option.name}`,
			"aria-label": `${t("option", { name })}: ${localDescription(option)}`,
			"data-option": option.name,
		});
		this.element = frameChip(option, this.field, () => handlers.remove(this));
		this.field.onchange = async () => {
			await this.renew();
			handlers.input(this);
		};
		this.field.onfocus = () => handlers.focus(this);
		this.field.onkeydown = (event) => {
			// Enter opens the choice of files as long as none is chosen.
			if (event.key !== "Enter" || this.text) handlers.keydown(this, event);
		};
	}

	/** Uploads the chosen file, even again: a restarted server doesn't have it. */
	async renew() {
		this.#value = undefined;
		this.#trouble = undefined;
		const file = this.field.files?.[0];
		try {
			if (file) this.#value = await upload(file);
		} catch (error) {
			this.#trouble = troubleOf(error);
		}
		this.check();
	}

	get text() {
		return this.field.files?.[0]?.name ?? "";
	}

	get isChosen() {
		return this.#value !== undefined;
	}

	get isWrong() {
		return this.element.classList.contains("wrong");
	}

	/** @returns {Reading} */
	read() {
		if (this.#value) return { value: this.#value };
		return this.option.required || this.text ? { trouble: missing } : {};
	}

	/** Files can't be given as text: a pasted line's value for them is ignored. */
	fill() {}

	check(strictly = false) {
		const { trouble } = this.read();
		const isWrong = this.#trouble !== undefined || (strictly && trouble !== undefined);
		this.element.classList.toggle("wrong", isWrong);
		this.field.setAttribute("aria-invalid", String(isWrong));
		return this.#trouble ?? (trouble && pick(trouble));
	}
}
