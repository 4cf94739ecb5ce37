import { ComponentType } from "discord-api-types/v10";
import { type ComponentKind, checkMedia, type Tally } from "./component-kinds.ts";
import { Form } from "./form.ts";
import { interactiveKinds, selectTypes } from "./interactive-components.ts";
import { isJson, type Json } from "./json.ts";
import { limits } from "./limits.ts";

const containerTypes: readonly ComponentType[] = [
	ComponentType.ActionRow,
	ComponentType.Section,
	ComponentType.TextDisplay,
	ComponentType.MediaGallery,
	ComponentType.File,
	ComponentType.Separator,
];
const layoutTypes: readonly ComponentType[] = [...containerTypes, ComponentType.Container];
const modalTypes = [ComponentType.ActionRow, ComponentType.TextDisplay, ComponentType.Label];
const labelTypes: readonly ComponentType[] = [
	ComponentType.TextInput,
	...selectTypes,
	ComponentType.FileUpload,
	ComponentType.RadioGroup,
	ComponentType.CheckboxGroup,
	ComponentType.Checkbox,
];

const row: ComponentKind = {
	fields: ["components"],
	check(form, { components }, tally) {
		const allowed = tally.inModal ? [ComponentType.TextInput] : [ComponentType.Button, ...selectTypes];
		const place = form.in("components");
		const items = checkAll(place, components, [1, tally.inModal ? 1 : limits.rowComponents], allowed, tally);
		const wide = items.some((item) => isJson(item) && selectTypes.includes(Number(item.type)));
		if (wide && items.length > 1)
			place.refuse("COMPONENT_LAYOUT_WIDTH_EXCEEDED", "The specified component exceeds the maximum width");
		for (const [index, item] of items.entries())
			if (tally.inModal && isJson(item)) place.in(index, "label").text(item.label, 1, 45);
	},
};

const textDisplay: ComponentKind = {
	fields: ["content"],
	check(form, { content }, tally) {
		if (form.in("content").text(content, 1, limits.displayText)) tally.text += [...content].length;
	},
};

const section: ComponentKind = {
	fields: ["components", "accessory"],
	check(form, { components, accessory }, tally) {
		checkAll(form.in("components"), components, [1, 3], [ComponentType.TextDisplay], tally);
		checkOne(form.in("accessory"), accessory, [ComponentType.Button, ComponentType.Thumbnail], tally);
	},
};

const checkPicture = (form: Form, item: Json, tally: Tally): void => {
	checkMedia(form.in("media"), item.media, tally);
	form.in("description").text(item.description, 0, 1_024);
	form.in("spoiler").boolean(item.spoiler);
};
const pictureFields = ["media", "description", "spoiler"];

const mediaGallery: ComponentKind = {
	fields: ["items"],
	check(form, { items }, tally) {
		for (const [index, value] of form.in("items").list(items, 10, 1).entries()) {
			const place = form.in("items", index);
			const item = place.object(value);
			if (!item) continue;
			place.fields(item, pictureFields);
			checkPicture(place, item, tally);
		}
	},
};

const file: ComponentKind = {
	fields: ["file", "spoiler", "name", "size"],
	check(form, component, tally) {
		checkMedia(form.in("file"), component.file, tally, true);
		form.in("spoiler").boolean(component.spoiler);
	},
};

const separator: ComponentKind = {
	fields: ["divider", "spacing"],
	check(form, { divider, spacing }) {
		form.in("divider").boolean(divider);
		if (spacing !== undefined) form.in("spacing").oneOf(spacing, [1, 2]);
	},
};

const container: ComponentKind = {
	fields: ["components", "accent_color", "spoiler"],
	check(form, component, tally) {
		form.in("accent_color").integer(component.accent_color, 0, 0xff_ff_ff);
		form.in("spoiler").boolean(component.spoiler);
		const bounds = [1, limits.componentsInAll] as const;
		checkAll(form.in("components"), component.components, bounds, containerTypes, tally);
	},
};

const label: ComponentKind = {
	fields: ["label", "description", "component"],
	check(form, component, tally) {
		form.in("label").text(component.label, 1, 45);
		form.in("description").text(component.description, 0, 100);
		const place = form.in("component");
		checkOne(place, component.component, labelTypes, tally);
		const inside = isJson(component.component) ? component.component : {};
		if (inside.label !== undefined)
			place.in("label").refuse("COMPONENT_LABEL_IN_LABEL", "The label belongs to the Label component");
	},
};

const kinds: Readonly<Partial<Record<ComponentType, ComponentKind>>> = {
	...interactiveKinds,
	[ComponentType.ActionRow]: row,
	[ComponentType.TextDisplay]: textDisplay,
	[ComponentType.Section]: section,
	[ComponentType.Thumbnail]: { fields: pictureFields, check: checkPicture },
	[ComponentType.MediaGallery]: mediaGallery,
	[ComponentType.File]: file,
	[ComponentType.Separator]: separator,
	[ComponentType.Container]: container,
	[ComponentType.Label]: label,
};

/** Refuses one component that isn't of an allowed type, or that Discord would refuse. */
const checkOne = (form: Form, value: unknown, allowed: readonly ComponentType[], tally: Tally): void => {
	if (value === undefined || value === null) {
		form.refuse("BASE_TYPE_REQUIRED", "This field is required");
		return;
	}
	const component = form.object(value);
	if (!component || !form.in("type").oneOf(component.type, allowed)) return;
	tally.components += 1;
	const { id } = component;
	form.in("id").integer(id, 0, 2 ** 31 - 1);
	if (id && tally.ids.has(id))
		form.in("id").refuse("COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated");
	tally.ids.add(id);
	const kind = kinds[component.type as ComponentType];
	form.fields(component, ["type", "id", ...(kind?.fields ?? [])]);
	kind?.check(form, component, tally);
};

const checkAll = (
	form: Form,
	value: unknown,
	[min, max]: readonly [number, number],
	allowed: readonly ComponentType[],
	tally: Tally,
): readonly unknown[] => {
	const items = form.list(value, max, min);
	for (const [index, item] of items.entries()) checkOne(form.in(index), item, allowed, tally);
	return items;
};

const newTally = (inModal: boolean, files: Iterable<string> = []): Tally => ({
	inModal,
	files: new Set(files),
	components: 0,
	text: 0,
	ids: new Set(),
	customIds: new Set(),
});

/**
 * Refuses a message's components that Discord would refuse, for layout, counts, lengths, fields or duplicate ids.
 *
 * @param asLayout - whether the message has the flag IS_COMPONENTS_V2
 * @param files - the addresses of the message's own files
 */
export const checkComponents = (
	form: Form,
	value: unknown,
	asLayout: boolean,
	files: Iterable<string>,
): void => {
	const tally = newTally(false, files);
	const max = asLayout ? limits.componentsInAll : limits.actionRows;
	checkAll(form, value, [0, max], asLayout ? layoutTypes : [ComponentType.ActionRow], tally);
	if (tally.components > limits.componentsInAll)
		form.refuse("COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", "The maximum number of components was exceeded");
	if (tally.text > limits.displayText)
		form.refuse("COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", "The displayable text is too long");
};

/** Refuses modals that Discord would refuse. @throws ApiError */
export const checkModal = (data: Json): void => {
	const root = new Form();
	const form = root.in("data");
	form.fields(data, ["title", "custom_id", "components"]);
	form.in("title").text(data.title, 1, 45);
	form.in("custom_id").text(data.custom_id, 1, 100);
	const bounds = [1, limits.modalComponents] as const;
	checkAll(form.in("components"), data.components, bounds, modalTypes, newTally(true));
	root.finish();
};
