import { act } from "./api.js";
import { makeSelect } from "./components.js";
import { find, make } from "./dom.js";

const makeField = (field, input) => {
	if (field.type === 3) {
		input[field.custom_id] = (field.options ?? [])
			.filter((option) => option.default)
			.map(({ value }) => value);
		return makeSelect(field, (values) => {
			input[field.custom_id] = values;
		});
	}
	const box = make(field.style === 2 ? "textarea" : "input", {
		required: field.required ?? true,
		minLength: field.min_length ?? 0,
		maxLength: field.max_length ?? 4000,
		placeholder: field.placeholder ?? "",
		value: field.value ?? "",
	});
	input[field.custom_id] = box.value;
	box.oninput = () => {
		input[field.custom_id] = box.value;
	};
	return box;
};

/** Opens the modal that the application showed. */
export const showModal = (modal) => {
	const dialog = find("modal");
	const input = {};
	const trouble = make("p", { className: "failed", role: "alert" });
	const rows = modal.components.flatMap((row) => {
		if (row.type === 10) return [make("p", {}, row.content)];
		const fields = row.component ? [row.component] : (row.components ?? []);
		return fields.map((field) =>
			make("label", {}, row.label ?? field.label ?? "", row.description ?? "", makeField(field, input)),
		);
	});
	const form = make(
		"form",
		{ method: "dialog" },
		make("h2", { id: "modal-title" }, modal.title),
		...rows,
		trouble,
		make(
			"div",
			{ className: "row" },
			make("button", { type: "submit" }, "Submit"),
			make("button", { type: "button", onclick: () => dialog.close() }, "Cancel"),
		),
	);
	form.onsubmit = async (event) => {
		event.preventDefault();
		try {
			await act("modal", { modal, input });
			dialog.close();
		} catch (error) {
			trouble.textContent = error.message;
		}
	};
	dialog.replaceChildren(form);
	dialog.showModal();
};
