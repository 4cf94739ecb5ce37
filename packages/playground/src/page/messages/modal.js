/**
 * @import {
 *   APIComponentInLabel, APIComponentInModalActionRow, APISelectMenuComponent
 * } from "discord-api-types/v10"
 */
/** @import { ModalRow, ModalView } from "../../page-server/messages.ts" */
import { act, troubleOf } from "../api.js";
import { find, focusOn, iconButton, make, makeButton } from "../dom.js";
import { settled } from "../interactions.js";
import { renderMarkdown } from "../markdown/render.js";
import { t } from "../texts.js";
import { makePicker } from "./picker.js";

const textInput = 4;
const textDisplay = 10;
const paragraph = 2;

/** @typedef {APIComponentInLabel | APIComponentInModalActionRow} ModalField */
/**
 * @param {ModalField} field
 * @returns {field is APISelectMenuComponent}
 */
const isSelect = (field) => [3, 5, 6, 7, 8].includes(field.type);

/** @typedef {Record<string, () => string | readonly string[]>} Inputs - functions that read the fields, by custom id */

/**
 * @param {ModalField} field
 * @param {string} label
 * @param {string} id
 */
const makeField = (field, label, id) => {
	if (field.type !== textInput) {
		if (!isSelect(field))
			return { element: make("span", { className: "faint" }, t("notShown")), value: () => [] };
		const picker = makePicker(field, () => {}, label);
		return { element: picker.element, value: picker.values };
	}
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
 * @param {ModalRow} row
 * @param {Inputs} inputs
 * @param {number} index
 */
const makeRow = (row, inputs, index) => {
	if (row.type === textDisplay) return [renderMarkdown(row.content)];
	const isLabel = "component" in row;
	/** @type {readonly ModalField[]} */
	const fields = isLabel ? [row.component] : row.components;
	return fields.map((field) => {
		const ofField = field.type === textInput ? field.label : undefined;
		const label = (isLabel ? row.label : ofField) ?? "";
		const id = `field-${index}`;
		const { element, value } = makeField(field, label, id);
		inputs[field.custom_id] = value;
		const isRequired = ("required" in field ? field.required : undefined) ?? true;
		const text = make(
			"label",
			{ htmlFor: id },
			label,
			isRequired && make("span", { className: "star", "aria-hidden": "true" }, " *"),
		);
		const note = isLabel && row.description && make("p", { className: "faint" }, row.description);
		return make("div", { className: "field" }, text, note, element);
	});
};

/**
 * Opens the application's modal. It stays open until its submission has been answered.
 *
 * @param {ModalView} modal
 */
export const showModal = (modal) => {
	const dialog = find("modal");
	/** @type {Inputs} */
	const inputs = {};
	const trouble = make("p", { className: "failed", role: "alert" });
	const submit = make("button", { type: "submit", className: "button primary" }, t("submit"));
	const form = make(
		"form",
		{ method: "dialog" },
		make(
			"header",
			{},
			make("h2", { id: "modal-title" }, modal.title),
			iconButton("close", t("close"), () => dialog.close()),
		),
		modal.components.flatMap((row, index) => makeRow(row, inputs, index)),
		trouble,
		make(
			"footer",
			{},
			makeButton({ className: "button secondary", onclick: () => dialog.close() }, t("cancel")),
			submit,
		),
	);
	form.onsubmit = async (event) => {
		event.preventDefault();
		trouble.textContent = "";
		submit.disabled = true;
		try {
			const input = Object.fromEntries(Object.entries(inputs).map(([id, value]) => [id, value()]));
			const { interactionId } = await act("modal", { modal, input });
			if ((await settled(interactionId)) === "answered") dialog.close();
			else trouble.textContent = t("modalFailed");
		} catch (error) {
			trouble.textContent = troubleOf(error);
		}
		submit.disabled = false;
	};
	dialog.replaceChildren(form);
	dialog.showModal();
	focusOn(form, ".field input, .field textarea, .field button");
};
