import { ComponentType } from "discord-api-types/v10";
import { checkCustomId, checkSelect, interactiveComponents } from "./components.ts";
import { Form, type Json } from "./form.ts";
import { limits } from "./limits.ts";

/** A modal as a member sees it. */
export interface ShownModal {
	readonly customId: string;
	readonly title: string;
	readonly components: readonly Json[];
	/** The interaction that it answers. */
	readonly interactionId: string;
}

/** Refuses modals that Discord would refuse. @throws ApiError */
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
