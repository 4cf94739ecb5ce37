import { ComponentType } from "discord-api-types/v10";
import { InputError } from "./command-options.ts";
import { checkCustomId, checkSelect, interactiveComponents } from "./components.ts";
import { Form, type Json } from "./form.ts";
import { limits } from "./limits.ts";

/** A modal as a member has it before them. */
export interface ShownModal {
	readonly customId: string;
	readonly title: string;
	readonly components: readonly Json[];
	/** The interaction that it answers. */
	readonly interactionId: string;
}

/** Refuses a modal that Discord would. @throws ApiError */
export const checkModal = (data: Json): void => {
	const root = new Form();
	const form = root.in("data");
	const seen = new Set<string>();
	form.in("title").text(data.title, 1, 45);
	form.in("custom_id").text(data.custom_id, 1, 100);
	const rows = form.in("components").list(data.components, limits.modalComponents, 1);
	for (const [index, item] of rows.entries()) {
		const place = form.in("components", index);
		const row = place.object(item);
		if (!row) continue;
		const known = [ComponentType.ActionRow, ComponentType.TextDisplay, ComponentType.Label];
		if (!place.in("type").oneOf(row.type, known)) continue;
		if (row.type === ComponentType.Label) place.in("label").text(row.label, 1, 45);
		for (const field of interactiveComponents([row]))
			(field.type === ComponentType.TextInput ? checkTextInput : checkSelect)(place, field, seen);
	}
	root.finish();
};

const checkTextInput = (form: Form, field: Json, seen: Set<string>): void => {
	checkCustomId(form, field.custom_id, seen);
	form.in("style").oneOf(field.style, [1, 2]);
	form.in("min_length").integer(field.min_length, 0, 4_000);
	form.in("max_length").integer(field.max_length, 1, 4_000);
	form.in("placeholder").text(field.placeholder, 0, 100);
	form.in("value").text(field.value, 0, 4_000);
};

/** What a member fills into a modal: by custom id, a text or the chosen values. */
export type ModalInput = Readonly<Record<string, string | readonly string[]>>;

const isRequired = ({ custom_id: id }: Json) =>
	new InputError(`"${id}" is required.`, `„${id}“ ist erforderlich.`);

/** The components of a modal's submission. @throws InputError when the client would not let the member submit */
export const fillModal = (modal: ShownModal, input: ModalInput): Json[] => {
	const fields = interactiveComponents(modal.components);
	for (const id of Object.keys(input))
		if (!fields.some((field) => field.custom_id === id))
			throw new InputError(`The modal has no field "${id}".`, `Das Formular hat kein Feld „${id}“.`);
	const fill = (field: Json): Json => {
		const given = input[String(field.custom_id)] ?? field.value ?? "";
		const required = field.required !== false;
		const common = { type: field.type, id: field.id ?? 0, custom_id: field.custom_id };
		if (field.type === ComponentType.TextInput) {
			const { length } = String(given);
			if (required && length === 0) throw isRequired(field);
			if (length > 0 && length < Number(field.min_length ?? 0))
				throw new InputError(`"${field.custom_id}" is too short.`, `„${field.custom_id}“ ist zu kurz.`);
			if (length > Number(field.max_length ?? 4_000))
				throw new InputError(`"${field.custom_id}" is too long.`, `„${field.custom_id}“ ist zu lang.`);
			return { ...common, value: String(given) };
		}
		const values = typeof given === "string" ? [given].filter(Boolean) : given;
		if (required && (values as unknown[]).length === 0) throw isRequired(field);
		return { ...common, values };
	};
	return modal.components.map((row, index) => {
		const base = { type: row.type, id: row.id ?? index + 1 };
		if (row.type === ComponentType.Label) return { ...base, component: fill(row.component as Json) };
		if (row.type === ComponentType.ActionRow)
			return { ...base, components: (row.components as Json[]).map(fill) };
		return base;
	});
};
