import { ButtonStyle, ComponentType } from "discord-api-types/v10";
import { Form } from "./form.ts";
import { isJson, type Json } from "./json.ts";
import { limits } from "./limits.ts";

const selectTypes: readonly unknown[] = [
	ComponentType.StringSelect,
	ComponentType.UserSelect,
	ComponentType.RoleSelect,
	ComponentType.MentionableSelect,
	ComponentType.ChannelSelect,
];
const layoutTypes = [
	ComponentType.ActionRow,
	ComponentType.Section,
	ComponentType.TextDisplay,
	ComponentType.MediaGallery,
	ComponentType.File,
	ComponentType.Separator,
	ComponentType.Container,
];

interface Tally {
	components: number;
	text: number;
	readonly customIds: Set<string>;
}

/** Refuses a custom id that is missing, too long or already used in the same message or modal. */
const checkCustomId = (form: Form, value: unknown, seen: Set<string>): void => {
	const place = form.in("custom_id");
	if (!place.text(value, 1, 100)) return;
	if (seen.has(value))
		place.refuse("COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated");
	seen.add(value);
};

const checkButton = (form: Form, button: Json, tally: Tally): void => {
	if (!form.in("style").oneOf(button.style, [1, 2, 3, 4, 5, 6])) return;
	const link = button.style === ButtonStyle.Link;
	form.in("label").text(button.label, 0, 80);
	if (!button.label && !button.emoji && button.style !== ButtonStyle.Premium)
		form.refuse("BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", "A button must have a label or an emoji");
	if (link) form.in("url").text(button.url, 1, 512);
	else if (button.style !== ButtonStyle.Premium) checkCustomId(form, button.custom_id, tally.customIds);
	if (link && button.custom_id !== undefined)
		form.refuse(
			"BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
			"A custom id and url cannot both be specified",
		);
};

/** Refuses select menus that Discord would refuse, for their choices, counts or id. */
const checkSelect = (form: Form, select: Json, seen: Set<string>): void => {
	checkCustomId(form, select.custom_id, seen);
	form.in("placeholder").text(select.placeholder, 0, 150);
	form.in("min_values").integer(select.min_values, 0, 25);
	form.in("max_values").integer(select.max_values, 1, 25);
	if (select.type !== ComponentType.StringSelect) return;
	const values = new Set<unknown>();
	for (const [index, item] of form.in("options").list(select.options, limits.choices, 1).entries()) {
		const place = form.in("options", index);
		const option = place.object(item);
		if (!option) continue;
		place.in("label").text(option.label, 1, 100);
		place.in("value").text(option.value, 1, 100);
		place.in("description").text(option.description, 0, 100);
		if (values.has(option.value))
			place
				.in("value")
				.refuse("SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "The specified option value is already used");
		values.add(option.value);
	}
};

const checkRow = (form: Form, row: Json, tally: Tally): void => {
	const items = form.in("components").list(row.components, limits.rowComponents, 1);
	for (const [index, item] of items.entries()) {
		const place = form.in("components", index);
		const component = place.object(item);
		if (!component) continue;
		tally.components += 1;
		if (component.type === ComponentType.Button) checkButton(place, component, tally);
		else if (selectTypes.includes(component.type)) checkSelect(place, component, tally.customIds);
		else place.in("type").oneOf(component.type, [ComponentType.Button, ...selectTypes]);
	}
	const selects = items.filter((item) => isJson(item) && selectTypes.includes(item.type));
	if (selects.length > 0 && items.length > 1)
		form
			.in("components")
			.refuse("COMPONENT_LAYOUT_WIDTH_EXCEEDED", "The specified component exceeds the maximum width");
};

const checkLayout = (form: Form, component: Json, tally: Tally): void => {
	tally.components += 1;
	if (component.type === ComponentType.ActionRow) checkRow(form, component, tally);
	else if (component.type === ComponentType.TextDisplay) {
		if (form.in("content").text(component.content, 1, limits.displayText))
			tally.text += component.content.length;
	} else if (component.type === ComponentType.Container || component.type === ComponentType.Section) {
		for (const [index, item] of form.in("components").list(component.components, 40, 1).entries()) {
			const inside = form.in("components", index).object(item);
			if (inside) checkLayout(form.in("components", index), inside, tally);
		}
		if (isJson(component.accessory) && component.accessory.type === ComponentType.Button)
			checkButton(form.in("accessory"), component.accessory, tally);
	}
};

/** Refuses components that Discord would refuse, for layout, counts, lengths or duplicate ids. */
export const checkComponents = (form: Form, value: unknown, asLayout: boolean): void => {
	const tally: Tally = { components: 0, text: 0, customIds: new Set() };
	const items = form.list(value, asLayout ? limits.componentsInAll : limits.actionRows);
	for (const [index, item] of items.entries()) {
		const place = form.in(index);
		const component = place.object(item);
		if (!component) continue;
		const allowed = asLayout ? layoutTypes : [ComponentType.ActionRow];
		if (place.in("type").oneOf(component.type, allowed)) checkLayout(place, component, tally);
	}
	if (tally.components > limits.componentsInAll)
		form.refuse("COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", "The maximum number of components was exceeded");
	if (tally.text > limits.displayText)
		form.refuse("COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", "The displayable text is too long");
};

/** Every interactive component of a message, at any depth. */
export const interactiveComponents = (components: unknown): Json[] => {
	if (!Array.isArray(components)) return [];
	return components
		.filter(isJson)
		.flatMap((component) => [
			...("custom_id" in component ? [component] : []),
			...interactiveComponents(component.components),
			...interactiveComponents(component.component ? [component.component] : []),
			...interactiveComponents(component.accessory ? [component.accessory] : []),
		]);
};

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
