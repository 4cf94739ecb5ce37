import { ButtonStyle, ComponentType } from "discord-api-types/v10";
import { Form } from "./form.ts";
import { isJson, type Json, listed } from "./json.ts";
import { limits } from "./limits.ts";

/**
 * What Discord refuses in components beyond their schemas, according to its documentation
 * (https://docs.discord.com/developers/components/reference): rules that depend on other fields, components or files.
 */

/**
 * What the checks of a message's or modal's components share: some rules count all components together.
 *
 * @param files - the addresses by which components may name the message's own files
 */
const newTally = (inModal: boolean, files: Iterable<string> = []) => ({
	inModal,
	files: new Set(files),
	components: 0,
	text: 0,
	ids: new Set<unknown>(),
	customIds: new Set<unknown>(),
});
type Tally = ReturnType<typeof newTally>;

export const selectTypes: readonly ComponentType[] = [
	ComponentType.StringSelect,
	ComponentType.UserSelect,
	ComponentType.RoleSelect,
	ComponentType.MentionableSelect,
	ComponentType.ChannelSelect,
];

const checkRow = (form: Form, { components }: Json, { inModal }: Tally): void => {
	const items = listed(components);
	if (inModal) {
		// A text input in a row has a label of its own (reference#text-input).
		form.in("components").list(components, 1, 1);
		for (const [index, { label }] of items.entries())
			form.in("components", index, "label").text(label, 1, 45);
	} else if (items.length > 1 && items.some(({ type }) => selectTypes.includes(Number(type))))
		form.in("components").refuse("COMPONENT_LAYOUT_WIDTH_EXCEEDED");
};

// Refuses an address that has none of the `schemes` and isn't one of the message's own files
// (reference#unfurled-media-item).
const checkMedia = (form: Form, media: unknown, { files }: Tally, schemes: readonly string[]): void => {
	const url = isJson(media) ? media.url : undefined;
	if (typeof url !== "string" || files.has(url)) return;
	const place = form.in("url");
	place.scheme(url, [...schemes, "attachment"]);
	if (url.startsWith("attachment:")) place.refuse("UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND");
};

const web = ["http", "https"];

/** Refuses anything but a Unicode emoji: the playground's guilds have no custom emojis. */
const checkEmoji = (form: Form, emoji: unknown): void => {
	if (!isJson(emoji)) return;
	const custom = emoji.id !== undefined && emoji.id !== null;
	if (custom || typeof emoji.name !== "string" || !isEmoji(emoji.name))
		form.in("name").refuse("BUTTON_COMPONENT_INVALID_EMOJI");
};

const isThere = (value: unknown): boolean => value !== undefined && value !== null;

// A button's style decides which fields it needs and which it can't have (reference#button-button-styles).
const checkButton = (form: Form, button: Json): void => {
	const { style, label, emoji, custom_id: customId, url, sku_id: sku } = button;
	checkEmoji(form.in("emoji"), emoji);
	if (style === ButtonStyle.Premium) {
		if (!isThere(sku)) form.in("sku_id").refuse("BASE_TYPE_REQUIRED");
		for (const key of ["custom_id", "label", "url", "emoji"])
			if (isThere(button[key])) form.in(key).refuse("BUTTON_COMPONENT_PREMIUM_FIELD");
		return;
	}
	if (!label && !emoji) form.refuse("BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED");
	const [needed, other] = style === ButtonStyle.Link ? ["url", customId] : ["custom_id", url];
	if (!isThere(button[needed as string])) form.in(needed as string).refuse("BASE_TYPE_REQUIRED");
	form.in("url").scheme(url, [...web, "discord"]);
	if (isThere(other)) form.refuse("BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE");
	if (isThere(sku)) form.in("sku_id").refuse("BUTTON_COMPONENT_SKU_ID");
};

/** @returns the most values that may be chosen: `max_values`, by default `standard` */
const mostValues = ({ max_values: max }: Json, standard: number): number =>
	typeof max === "number" ? max : standard;

/** Refuses a `min_values` above the most values; in a modal, also a required field whose `min_values` is 0. */
const checkCounts = (form: Form, field: Json, { inModal }: Tally, standard = 1): void => {
	if (inModal && field.min_values === 0 && field.required !== false)
		form.in("min_values").refuse("COMPONENT_REQUIRED_MIN_VALUES");
	if (Number(field.min_values ?? 1) > mostValues(field, standard))
		form.in("max_values").refuse("NUMBER_TYPE_MIN", "max_values must be at least min_values.");
};

/**
 * Refuses too many or too few options, unknown emojis, equal values, and too many options chosen by default. At most
 * `max_values` options may be chosen by default; if there is no `max_values`, at most `most`.
 */
const checkOptions = (form: Form, { options, ...field }: Json, most: number): void => {
	const place = form.in("options");
	const list = listed(options);
	place.list(list, limits.choices, Math.min(limits.choices, mostValues(field, 1)));
	const values = new Set<unknown>();
	for (const [index, { value, emoji }] of list.entries()) {
		checkEmoji(place.in(index, "emoji"), emoji);
		if (values.has(value)) place.in(index, "value").refuse("SELECT_COMPONENT_OPTION_VALUE_DUPLICATED");
		values.add(value);
	}
	if (list.filter((option) => option.default === true).length > mostValues(field, most))
		place.refuse("SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES");
};

const checkDefaults = (form: Form, select: Json): void => {
	const list = listed(select.default_values);
	const seen = new Set<unknown>();
	for (const [index, { id }] of list.entries()) {
		if (seen.has(id)) form.in(index, "id").refuse("SELECT_COMPONENT_DEFAULT_VALUE_DUPLICATED");
		seen.add(id);
	}
	const least = Number(select.min_values ?? 1);
	if (list.length > 0) form.list(list, mostValues(select, 1), least);
};

const checkSelect = (form: Form, select: Json, tally: Tally): void => {
	if (tally.inModal && select.disabled) form.in("disabled").refuse("COMPONENT_DISABLED_IN_MODAL");
	checkCounts(form, select, tally);
	if (select.type === ComponentType.StringSelect) checkOptions(form, select, 1);
	else checkDefaults(form.in("default_values"), select);
};

/** Refuses file types that are neither a kind of media nor a file extension. */
export const checkFileTypes = (form: Form, types: unknown): void => {
	for (const [index, type] of (Array.isArray(types) ? types : []).entries())
		if (!/^(audio|image|video|\.\S+)$/.test(String(type)))
			form.in(index).refuse("BASE_TYPE_CHOICES", "Must be a media type or an extension.");
};

const rules: Readonly<Partial<Record<ComponentType, (form: Form, component: Json, tally: Tally) => void>>> = {
	[ComponentType.ActionRow]: checkRow,
	[ComponentType.Button]: checkButton,
	...Object.fromEntries(selectTypes.map((type) => [type, checkSelect])),
	[ComponentType.Thumbnail]: (form, { media }, tally) => checkMedia(form.in("media"), media, tally, web),
	[ComponentType.MediaGallery]: (form, { items }, tally) => {
		for (const [index, { media }] of listed(items).entries())
			checkMedia(form.in("items", index, "media"), media, tally, web);
	},
	[ComponentType.File]: (form, { file }, tally) => checkMedia(form.in("file"), file, tally, []),
	[ComponentType.TextDisplay]: (_form, { content }, tally) => {
		tally.text += [...String(content)].length;
	},
	[ComponentType.Label]: (form, { component }) => {
		if (isJson(component) && isThere(component.label))
			form.in("component", "label").refuse("COMPONENT_LABEL_IN_LABEL");
	},
	// The rules for file uploads are in reference#file-upload.
	[ComponentType.FileUpload]: (form, field, tally) => {
		checkCounts(form, field, tally);
		checkFileTypes(form.in("file_types"), field.file_types);
	},
	[ComponentType.RadioGroup]: (form, field) => checkOptions(form, field, 1),
	[ComponentType.CheckboxGroup]: (form, field, tally) => {
		checkCounts(form, field, tally, limits.groupOptions);
		checkOptions(form, field, limits.groupOptions);
	},
};

const checkAll = (form: Form, components: unknown, tally: Tally): void => {
	for (const [index, component] of listed(components).entries()) checkOne(form.in(index), component, tally);
};

const checkOne = (form: Form, component: Json, tally: Tally): void => {
	const { type, id, custom_id: customId, components, component: labelled, accessory } = component;
	tally.components += 1;
	if (id && tally.ids.has(id)) form.in("id").refuse("COMPONENT_ID_DUPLICATED");
	tally.ids.add(id);
	if (isThere(customId) && tally.customIds.has(customId))
		form.in("custom_id").refuse("COMPONENT_CUSTOM_ID_DUPLICATED");
	tally.customIds.add(customId);
	rules[type as ComponentType]?.(form, component, tally);
	checkAll(form.in("components"), components, tally);
	if (isJson(labelled)) checkOne(form.in("component"), labelled, tally);
	if (isJson(accessory)) checkOne(form.in("accessory"), accessory, tally);
};

/**
 * Refuses a message's components for their layout, their counts or combinations that Discord doesn't allow.
 *
 * @param asLayout - whether the message has the flag IS_COMPONENTS_V2
 * @param files - the addresses of the message's own files
 */
export const checkComponents = (form: Form, value: unknown, asLayout: boolean, files: Iterable<string>) => {
	const tally = newTally(false, files);
	if (!asLayout) {
		form.list(value, limits.actionRows);
		for (const [index, { type }] of listed(value).entries())
			form.in(index, "type").oneOf(type, [ComponentType.ActionRow]);
	}
	checkAll(form, value, tally);
	if (tally.components > limits.componentsInAll) form.refuse("COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED");
	if (tally.text > limits.displayText) form.refuse("COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED");
};

/** @throws ApiError for a modal that Discord refuses */
export const checkModal = ({ components }: Json): void => {
	const root = new Form();
	const form = root.in("data", "components");
	// Discord's documentation allows 5 (docs/interactions/receiving-and-responding#interaction-response-object-modal);
	// its schema, 40.
	form.list(components, limits.modalComponents);
	checkAll(form, components, newTally(true));
	root.finish();
};

/** @returns the components of a message or modal at any depth, each before those inside it */
const allComponents = (components: unknown): Json[] =>
	listed(components).flatMap((component) => [
		component,
		...allComponents(component.components),
		...allComponents([component.component, component.accessory]),
	]);

/** @returns the components with a custom id, at any depth */
export const interactiveComponents = (components: unknown): Json[] =>
	allComponents(components).filter((component) => "custom_id" in component);

/** @returns the texts of text displays at any depth, in order */
export const displayedTexts = (components: unknown): string[] =>
	allComponents(components).flatMap(({ type, content }) =>
		type === ComponentType.TextDisplay ? [String(content)] : [],
	);

/** @returns a copy of the components in which `change` has changed each of them, outer ones first */
export const mapComponents = (components: unknown, change: (component: Json) => Json): Json[] => {
	const map = (component: Json): Json => {
		const changed = change(component);
		const { components: inside, component: labelled, accessory } = component;
		return {
			...changed,
			...(Array.isArray(inside) && { components: mapComponents(inside, change) }),
			...(isJson(labelled) && { component: map(labelled) }),
			...(isJson(accessory) && { accessory: map(accessory) }),
		};
	};
	return listed(components).map(map);
};

/** @returns a copy in which each component has an id: its own, or the next free number */
export const numberComponents = (components: unknown): Json[] => {
	const taken = new Set(allComponents(components).map(({ id }) => id));
	let last = 0;
	return mapComponents(components, (component) => {
		if (component.id) return component;
		do last += 1;
		while (taken.has(last));
		return { ...component, id: last };
	});
};

/** True for a single Unicode emoji: the playground's guilds have no custom emojis. */
export const isEmoji = (text: string): boolean =>
	/^(?:\p{RGI_Emoji}|\p{Extended_Pictographic}|[0-9#*]\u{FE0F}?\u{20E3})$/v.test(text);
