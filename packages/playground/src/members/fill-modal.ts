import { ComponentType } from "discord-api-types/v10";
import { interactiveComponents } from "../checks/components.ts";
import { InputError } from "../checks/input-error.ts";
import type { Json } from "../checks/json.ts";
import type { ShownModal } from "../world/interaction.ts";

/** A modal's fields as a member fills them in: by custom id, a text or the chosen values. */
export type ModalInput = Readonly<Record<string, string | readonly string[]>>;

const isRequired = ({ custom_id: id }: Json) => new InputError("fieldRequired", { id: String(id) });

/** The components of a modal's submission. @throws InputError when the client would not let the member submit */
export const fillModal = (modal: ShownModal, input: ModalInput): Json[] => {
	const fields = interactiveComponents(modal.components);
	for (const id of Object.keys(input))
		if (!fields.some((field) => field.custom_id === id)) throw new InputError("noField", { id });
	const fill = (field: Json): Json => {
		const given = input[String(field.custom_id)] ?? field.value ?? "";
		const required = field.required !== false;
		const common = { type: field.type, id: field.id ?? 0, custom_id: field.custom_id };
		if (field.type === ComponentType.TextInput) {
			const { length } = String(given);
			if (required && length === 0) throw isRequired(field);
			if (length > 0 && length < Number(field.min_length ?? 0))
				throw new InputError("fieldTooShort", { id: String(field.custom_id) });
			if (length > Number(field.max_length ?? 4_000))
				throw new InputError("fieldTooLong", { id: String(field.custom_id) });
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
