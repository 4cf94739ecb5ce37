import { ButtonStyle, ComponentType } from "discord-api-types/v10";
import {
	type ComponentKind,
	checkCounts,
	checkCustomId,
	checkEmoji,
	checkOptions,
	type Tally,
} from "./component-kinds.ts";
import type { Form } from "./form.ts";
import type { Json } from "./json.ts";
import { limits } from "./limits.ts";

const button: ComponentKind = {
	fields: ["style", "label", "emoji", "custom_id", "sku_id", "url", "disabled"],
	check(form, component, tally) {
		const { style, label, emoji, custom_id: customId, url, sku_id: sku } = component;
		if (!form.in("style").oneOf(style, [1, 2, 3, 4, 5, 6])) return;
		form.in("label").text(label, 0, 80);
		form.in("disabled").boolean(component.disabled);
		checkEmoji(form.in("emoji"), emoji);
		const link = style === ButtonStyle.Link;
		if (style === ButtonStyle.Premium) {
			form.in("sku_id").text(sku, 1, 20);
			for (const [key, value] of Object.entries({ custom_id: customId, label, url, emoji }))
				if (value !== undefined && value !== null)
					form.in(key).refuse("BUTTON_COMPONENT_PREMIUM_FIELD", "Premium buttons cannot have this field");
			return;
		}
		if (!label && !emoji)
			form.refuse("BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", "A button must have a label or an emoji");
		if (link) form.in("url").url(url, 512, ["http", "https", "discord"]);
		else checkCustomId(form, component, tally);
		if (link ? customId !== undefined : url !== undefined)
			form.refuse(
				"BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
				"A custom id and url cannot both be specified",
			);
		if (sku !== undefined)
			form.in("sku_id").refuse("BUTTON_COMPONENT_SKU_ID", "Only premium buttons can have a sku_id");
	},
};

const checkSelect = (form: Form, select: Json, tally: Tally): void => {
	checkCustomId(form, select, tally);
	form.in("placeholder").text(select.placeholder, 0, 150);
	form.in("disabled").boolean(select.disabled);
	if (tally.inModal && select.disabled)
		form.in("disabled").refuse("COMPONENT_DISABLED_IN_MODAL", "Components in modals cannot be disabled");
	checkCounts(form, select, tally, limits.choices);
};

const checkDefaults = (form: Form, select: Json, types: readonly string[]): void => {
	const list = form.list(select.default_values, limits.choices);
	const seen = new Set<unknown>();
	for (const [index, item] of list.entries()) {
		const place = form.in(index);
		const value = place.object(item);
		if (!value) continue;
		place.fields(value, ["id", "type"]);
		place.in("type").oneOf(value.type, types);
		if (place.in("id").text(value.id, 1, 20) && !/^\d+$/.test(value.id))
			place.in("id").refuse("NUMBER_TYPE_COERCE", `Value "${value.id}" is not snowflake.`);
		if (seen.has(value.id))
			place.in("id").refuse("SELECT_COMPONENT_DEFAULT_VALUE_DUPLICATED", "Default values must be unique");
		seen.add(value.id);
	}
	const [min, max] = [Number(select.min_values ?? 1), Number(select.max_values ?? 1)];
	if (list.length > 0 && (list.length < min || list.length > max))
		form.refuse("BASE_TYPE_BAD_LENGTH", `Must be between ${min} and ${max} in length.`);
};

const selectFields = ["custom_id", "placeholder", "min_values", "max_values", "disabled", "required"];

const stringSelect: ComponentKind = {
	fields: [...selectFields, "options"],
	check(form, select, tally) {
		checkSelect(form, select, tally);
		checkOptions(form.in("options"), select, { min: 1, max: limits.choices, most: 1, emoji: true });
	},
};

const populatedSelect = (...types: readonly string[]): ComponentKind => ({
	fields: [...selectFields, "default_values"],
	check(form, select, tally) {
		checkSelect(form, select, tally);
		checkDefaults(form.in("default_values"), select, types);
	},
});

const channelDefaults = populatedSelect("channel");
const channelSelect: ComponentKind = {
	fields: [...channelDefaults.fields, "channel_types"],
	check(form, select, tally) {
		channelDefaults.check(form, select, tally);
		for (const [index, type] of form.in("channel_types").list(select.channel_types, 25).entries())
			form.in("channel_types", index).oneOf(type, [0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15, 16]);
	},
};

const textInput: ComponentKind = {
	fields: ["custom_id", "style", "label", "min_length", "max_length", "required", "value", "placeholder"],
	check(form, field, tally) {
		checkCustomId(form, field, tally);
		form.in("style").oneOf(field.style, [1, 2]);
		form.in("min_length").integer(field.min_length, 0, 4_000);
		form.in("max_length").integer(field.max_length, 1, 4_000);
		form.in("required").boolean(field.required);
		form.in("placeholder").text(field.placeholder, 0, 100);
		form.in("value").text(field.value, 0, 4_000);
	},
};

const fileUpload: ComponentKind = {
	fields: ["custom_id", "min_values", "max_values", "required", "file_types"],
	check(form, field, tally) {
		checkCustomId(form, field, tally);
		checkCounts(form, field, tally, limits.files);
		for (const [index, type] of form.in("file_types").list(field.file_types, 10).entries())
			if (form.in("file_types", index).text(type, 1, 100) && !/^(audio|image|video|\.\S+)$/.test(type))
				form.in("file_types", index).refuse("BASE_TYPE_CHOICES", "Must be a media type or an extension.");
	},
};

const radioGroup: ComponentKind = {
	fields: ["custom_id", "options", "required"],
	check(form, field, tally) {
		checkCustomId(form, field, tally);
		form.in("required").boolean(field.required);
		checkOptions(form.in("options"), field, { min: 2, max: limits.groupOptions, most: 1 });
	},
};

const checkboxGroup: ComponentKind = {
	fields: ["custom_id", "options", "min_values", "max_values", "required"],
	check(form, field, tally) {
		checkCustomId(form, field, tally);
		const max = limits.groupOptions;
		checkCounts(form, field, tally, max, max);
		checkOptions(form.in("options"), field, { min: 1, max, most: max });
	},
};

const checkbox: ComponentKind = {
	fields: ["custom_id", "default"],
	check(form, field, tally) {
		checkCustomId(form, field, tally);
		form.in("default").boolean(field.default);
	},
};

/** Select menus of every kind. */
export const selectTypes: readonly ComponentType[] = [
	ComponentType.StringSelect,
	ComponentType.UserSelect,
	ComponentType.RoleSelect,
	ComponentType.MentionableSelect,
	ComponentType.ChannelSelect,
];

/** The components that a member uses, by type. */
export const interactiveKinds: Readonly<Partial<Record<ComponentType, ComponentKind>>> = {
	[ComponentType.Button]: button,
	[ComponentType.StringSelect]: stringSelect,
	[ComponentType.UserSelect]: populatedSelect("user"),
	[ComponentType.RoleSelect]: populatedSelect("role"),
	[ComponentType.MentionableSelect]: populatedSelect("user", "role"),
	[ComponentType.ChannelSelect]: channelSelect,
	[ComponentType.TextInput]: textInput,
	[ComponentType.FileUpload]: fileUpload,
	[ComponentType.RadioGroup]: radioGroup,
	[ComponentType.CheckboxGroup]: checkboxGroup,
	[ComponentType.Checkbox]: checkbox,
};
