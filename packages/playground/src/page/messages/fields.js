/**
 * @import {
 *   APICheckboxComponent, APICheckboxGroupComponent, APIComponentInLabel, APIComponentInModalActionRow,
 *   APIFileUploadComponent, APIRadioGroupComponent, APITextInputComponent
 * } from "discord-api-types/v10"
 */
import { upload } from "../api.js";
import { make } from "../dom.js";
import { choiceText, makePicker } from "./picker.js";

/** @typedef {APIComponentInLabel | APIComponentInModalActionRow} ModalField */
/** @typedef {string | boolean | readonly string[]} Given */
/**
 * @typedef Field
 * @property {HTMLElement} element
 * @property {() => Given | Promise<Given>} value
 */

const paragraph = 2;
const radioGroup = 21;
const checkboxGroup = 22;

/**
 * @param {APITextInputComponent} field
 * @param {string} id
 * @returns {Field}
 */
const makeText = (field, id) => {
	const element = make(field.style === paragraph ? "textarea" : "input", {
		id,
		required: field.required ?? true,
		minLength: field.min_length ?? 0,
		maxLength: field.max_length ?? 4_000,
		placeholder: field.placeholder ?? "",
		value: field.value ?? "",
		autocomplete: "off",
	});
	return { element, value: () => element.value };
};

/**
 * @param {APIFileUploadComponent} field
 * @param {string} id
 * @returns {Field}
 */
const makeUpload = ({ required = true, max_values: most = 1, file_types: types = [] }, id) => {
	const accept = types.map((type) => (type.startsWith(".") ? type : `${type}/*`)).join();
	const input = make("input", { id, type: "file", required, multiple: most > 1, accept });
	const names = make("p.faint", { role: "status" });
	const files = () => [...(input.files ?? [])];
	input.onchange = () => {
		const chosen = files().map(({ name }) => name);
		names.textContent = most > 1 ? chosen.join(", ") : "";
	};
	return { element: make("div", input, names), value: () => Promise.all(files().map(upload)) };
};

/**
 * Radio buttons or checkboxes, one per line.
 *
 * @param {APIRadioGroupComponent | APICheckboxGroupComponent} field
 * @param {string} id
 * @returns {Field}
 */
const makeGroup = (field, id) => {
	const isRadio = field.type === radioGroup;
	const most = (!isRadio && field.max_values) || field.options.length;
	const lines = field.options.map((option, index) => {
		const input = make("input", {
			type: isRadio ? "radio" : "checkbox",
			name: id,
			id: `${id}-${index}`,
			value: option.value,
			checked: option.default ?? false,
			required: isRadio && (field.required ?? true),
		});
		return { input, element: make("label.tick", input, choiceText(option.label, option.description)) };
	});
	const chosen = () => lines.flatMap(({ input }) => (input.checked ? [input.value] : []));
	const limit = () => {
		const isFull = !isRadio && chosen().length >= most;
		for (const { input } of lines) input.disabled = isFull && !input.checked;
	};
	limit();
	const element = make(
		"div",
		{ onchange: limit },
		lines.map((line) => line.element),
	);
	return { element, value: chosen };
};

/**
 * @param {APICheckboxComponent} field
 * @param {string} id
 * @returns {Field}
 */
const makeCheckbox = ({ default: checked = false }, id) => {
	const element = make("input", { id, type: "checkbox", checked });
	return { element, value: () => element.checked };
};

/** Whether a field is a group of inputs with a label each. @param {ModalField} field */
export const isGroup = ({ type }) => type === radioGroup || type === checkboxGroup;

/**
 * Makes the element of a modal's field, and the function that reads its value.
 *
 * @param {ModalField} field
 * @param {string} label
 * @param {string} id - for the element that the label belongs to
 * @returns {Field}
 */
export const makeField = (field, label, id) => {
	switch (field.type) {
		case 4:
			return makeText(field, id);
		case 19:
			return makeUpload(field, id);
		case 21:
		case 22:
			return makeGroup(field, id);
		case 23:
			return makeCheckbox(field, id);
		default: {
			const { element, values } = makePicker(field, () => {}, label);
			element.id = id;
			return { element, value: values };
		}
	}
};
