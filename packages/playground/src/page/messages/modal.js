/**
 * @import {
 *   APICheckboxGroupComponent, APIComponentInLabel, APIComponentInModalActionRow, APIFileUploadComponent,
 *   APIRadioGroupComponent, APITextInputComponent
 * } from "discord-api-types/v10"
 */
/** @import { ModalRow, ModalView } from "../../page-server/messages.ts" */
import { act, settled, troubleOf, upload } from "../api.js";
import { find, focusControl, focusOn, iconButton, make } from "../dom.js";
import { renderMarkdown } from "../markdown/render.js";
import { t } from "../state.js";
import { choiceText, makePicker } from "./picker.js";

const textInput = 4;
const textDisplay = 10;
const checkbox = 23;

/** @typedef {Record<string, Field["value"]>} Inputs - functions that read the fields, by custom id */

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
		const isRequired = field.type !== checkbox && (field.required ?? true);
		const text = [label, isRequired && make("span.star", { "aria-hidden": "true" }, " *")];
		const description = isLabel && row.description;
		const note = description && make("p.faint", { id: `${id}-note` }, description);
		const box = isGroup(field)
			? make("fieldset.field", make("legend", text), note, element)
			: make("div.field", make("label", { htmlFor: id }, text), note, element);
		const described = isGroup(field) ? box : box.querySelector(`#${id}`);
		if (note) described?.setAttribute("aria-describedby", note.id);
		return box;
	});
};

/**
 * A labelled field of a form, in the form of Discord's API.
 *
 * @param {string} label
 * @param {object} component - a text input (type 4; style 1 has one line, 2 several), a menu (3) or a checkbox (23)
 */
export const field = (label, component) => ({ type: 18, label, component });

/**
 * A dialog's title, and the button that closes the dialog.
 *
 * @param {HTMLDialogElement} dialog
 * @param {string} title
 */
export const dialogHeader = (dialog, title) =>
	make(
		"header.spread",
		make("h2", { id: `${dialog.id}-title` }, title),
		iconButton("close", t("close"), () => dialog.close()),
	);

/**
 * Opens a form. Closes it once `send` has resolved; if `send` or an upload fails, shows the error in the form.
 *
 * @param {{ readonly title: string, readonly components: readonly object[] }} shown - Discord's modal components
 * @param {(input: Record<string, Given>) => Promise<unknown>} send - given the values by custom id; may throw an Error
 *   with a sentence
 */
export const openForm = ({ title, components }, send) => {
	const rows = /** @type {readonly ModalRow[]} */ (components);
	const dialog = find("modal");
	/** @type {Inputs} */
	const inputs = {};
	const trouble = make("p.failed", { role: "alert" });
	const submit = make("button.button.primary", { type: "submit" }, t("submit"));
	const form = make(
		"form",
		{ method: "dialog" },
		dialogHeader(dialog, title),
		rows.flatMap((row, index) => makeRow(row, inputs, index)),
		trouble,
		make("footer", make("button.button.secondary", { onclick: () => dialog.close() }, t("cancel")), submit),
	);
	form.onsubmit = async (event) => {
		event.preventDefault();
		trouble.textContent = "";
		submit.disabled = true;
		try {
			const given = Object.entries(inputs).map(async ([id, value]) => [id, await value()]);
			const input = Object.fromEntries(await Promise.all(given));
			await send(input);
			dialog.close();
		} catch (error) {
			trouble.textContent = troubleOf(error);
		}
		submit.disabled = false;
	};
	dialog.replaceChildren(form);
	const from = /** @type {HTMLElement} */ (document.activeElement);
	const messageId = from.closest(".message")?.id;
	// What opened the form may be gone: a command leaves the composer, and an edited message may lose its button.
	dialog.onclose = () => {
		if (from.isConnected && !find("composer").contains(from)) return;
		const message = messageId && document.getElementById(messageId);
		if (message) focusControl(message, from.dataset.customId);
		else find("line").focus();
	};
	dialog.showModal();
	focusOn(form, ".field input, .field textarea, .field button");
};

/**
 * Opens the application's modal. Closes it once the application has answered the submission.
 *
 * @param {ModalView} modal
 */
export const showModal = (modal) =>
	openForm(modal, async (input) => {
		const { interactionId } = await act("modal", { modal, input });
		if ((await settled(interactionId)) === "failed") throw new Error(t("modalFailed"));
	});

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
	const labels = lines.map(({ element }) => element);
	return { element: make("div", { onchange: limit }, labels), value: chosen };
};

/** Whether a field is a group of inputs with a label each. @param {ModalField} field */
const isGroup = ({ type }) => type === radioGroup || type === checkboxGroup;

/**
 * Makes the element of a modal's field, and the function that reads its value.
 *
 * @param {ModalField} field
 * @param {string} label
 * @param {string} id - for the element that the label belongs to
 * @returns {Field}
 */
const makeField = (field, label, id) => {
	switch (field.type) {
		case 4:
			return makeText(field, id);
		case 19:
			return makeUpload(field, id);
		case 21:
		case 22:
			return makeGroup(field, id);
		case 23: {
			const element = make("input", { id, type: "checkbox", checked: field.default ?? false });
			return { element, value: () => element.checked };
		}
		default: {
			const { element, values } = makePicker(field, () => {}, label);
			element.id = id;
			return { element, value: values };
		}
	}
};
