import { ComponentType } from "discord-api-types/v10";
import { InputError } from "../checks/input-error.ts";
import { type Json, listed } from "../checks/json.ts";
import { interactiveComponents, mapComponents } from "../checks/walk-components.ts";
import type { Member } from "../world/guild.ts";
import type { ShownModal } from "../world/interaction.ts";
import { checkCount, checkFileTypes, checkValues } from "./check-values.ts";
import { pickedIds, resolveIds } from "./command-options.ts";

/**
 * A modal's fields as a member fills them in, by custom id: a text, whether a checkbox is ticked, or what was chosen.
 * Users, roles, channels and uploaded files are chosen by id. What isn't there stays as the modal shows it.
 */
export type ModalInput = Readonly<Record<string, string | boolean | readonly string[]>>;

/** The uploaded file with an id, as a member gives one. @throws InputError when there is none */
export type FindUpload = (id: string) => Json;

/** What a field shows as chosen before the member does anything. */
const chosenBefore = ({ options, default_values: defaults }: Json): string[] => [
	...listed(options).flatMap((option) => (option.default ? [String(option.value)] : [])),
	...listed(defaults).map(({ id }) => String(id)),
];

const checkText = ({ required, ...field }: Json, text: string, id: string): void => {
	if (required !== false && text.length === 0) throw new InputError("fieldRequired", { id });
	if (text.length > 0 && text.length < Number(field.min_length ?? 0))
		throw new InputError("fieldTooShort", { id });
	if (text.length > Number(field.max_length ?? 4_000)) throw new InputError("fieldTooLong", { id });
};

/** What a modal's fields are called, by custom id: sentences to members name them so. */
const labelsOf = ({ components }: ShownModal): ReadonlyMap<unknown, string> =>
	new Map(
		components.flatMap((row) =>
			interactiveComponents([row]).map(
				(field) => [field.custom_id, String(row.label ?? field.label)] as const,
			),
		),
	);

/**
 * The data of a modal's submission: its components with their values, and what these name.
 * @throws InputError when the client would not let the member submit
 */
export const fillModal = (member: Member, modal: ShownModal, input: ModalInput, find: FindUpload): Json => {
	const labels = labelsOf(modal);
	const labelOf = ({ custom_id: id }: Json) => labels.get(id) ?? "";
	for (const id of Object.keys(input)) if (!labels.has(id)) throw new InputError("noField", { id });
	const picked = { users: new Set<string>(), roles: new Set<string>(), channels: new Set<string>() };
	const attachments: Record<string, Json> = {};

	const choose = (field: Json): readonly string[] => {
		const given = input[String(field.custom_id)] ?? chosenBefore(field);
		const values = Array.isArray(given) ? (given as string[]) : [String(given)].filter(Boolean);
		if (values.length === 0) {
			if (field.required !== false) throw new InputError("fieldRequired", { id: labelOf(field) });
			return [];
		}
		if (field.type === ComponentType.FileUpload) {
			checkCount(field, values, labelOf(field));
			checkFileTypes(field, values.map(find), labelOf(field));
			for (const id of values) attachments[id] = find(id);
		} else checkValues(member, field, values, labelOf(field));
		const ids = pickedIds(field.type, values);
		for (const key of ["users", "roles", "channels"] as const) for (const id of ids[key]) picked[key].add(id);
		return values;
	};
	const fill = (field: Json): Json => {
		const given = input[String(field.custom_id)];
		switch (field.type) {
			case ComponentType.TextInput: {
				const value = String(given ?? field.value ?? "");
				checkText(field, value, labelOf(field));
				return { value };
			}
			case ComponentType.Checkbox:
				return { value: given ?? field.default ?? false };
			case ComponentType.RadioGroup:
				return { value: choose(field)[0] ?? null };
			default:
				return { values: choose(field) };
		}
	};
	const components = mapComponents(modal.components, (component) => ({
		type: component.type,
		id: component.id,
		...("custom_id" in component && { custom_id: component.custom_id, ...fill(component) }),
	}));
	const resolved = {
		...resolveIds(member, picked),
		...(Object.keys(attachments).length > 0 && { attachments }),
	};
	return { custom_id: modal.customId, components, ...(Object.keys(resolved).length > 0 && { resolved }) };
};
