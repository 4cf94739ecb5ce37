/** @import { ModalRow, ModalView } from "../../page-server/messages.ts" */
/** @import { Field, Given, ModalField } from "./fields.js" */
import { act, troubleOf } from "../api.js";
import { find, focusControl, focusOn, iconButton, make } from "../dom.js";
import { settled } from "../interactions.js";
import { renderMarkdown } from "../markdown/render.js";
import { t } from "../texts.js";
import { isGroup, makeField } from "./fields.js";

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
