import { isEmoji } from "./emoji.ts";
import type { Form } from "./form.ts";
import { isJson, type Json } from "./json.ts";

/** What is counted over all components of a message or modal. */
export interface Tally {
	readonly inModal: boolean;
	/** The addresses by which a message's own files may be named. */
	readonly files: ReadonlySet<string>;
	components: number;
	text: number;
	readonly ids: Set<unknown>;
	readonly customIds: Set<string>;
}

/** One kind of component: the fields that it has besides `type` and `id`, and what Discord refuses in them. */
export interface ComponentKind {
	readonly fields: readonly string[];
	check(form: Form, component: Json, tally: Tally): void;
}

/** Refuses a custom id that is missing, too long or already used in the same message or modal. */
export const checkCustomId = (form: Form, { custom_id: id }: Json, { customIds }: Tally): void => {
	const place = form.in("custom_id");
	if (!place.text(id, 1, 100)) return;
	if (customIds.has(id))
		place.refuse("COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated");
	customIds.add(id);
};

/** Refuses an emoji that isn't there. */
export const checkEmoji = (form: Form, value: unknown): void => {
	if (value === undefined || value === null) return;
	const emoji = form.object(value);
	if (!emoji) return;
	form.fields(emoji, ["id", "name", "animated"]);
	const custom = emoji.id !== undefined && emoji.id !== null;
	if (custom || typeof emoji.name !== "string" || !isEmoji(emoji.name))
		form.in("name").refuse("BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji");
};

const mediaFields = [
	...["url", "proxy_url", "height", "width", "content_type", "attachment_id"],
	...["placeholder", "placeholder_version", "loading_state", "flags"],
];

/** Refuses media that is neither one of the message's files nor, unless `ownOnly`, on the web. */
export const checkMedia = (form: Form, value: unknown, { files }: Tally, ownOnly = false): void => {
	const media = form.object(value);
	if (!media) return;
	form.fields(media, mediaFields);
	const place = form.in("url");
	if (typeof media.url === "string" && files.has(media.url)) return;
	if (!place.url(media.url, 2_048, ownOnly ? ["attachment"] : ["http", "https", "attachment"])) return;
	if (media.url.startsWith("attachment:"))
		place.refuse(
			"UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
			"The referenced attachment could not be found",
		);
};

/** The most values that may be chosen: `max_values`, or what the component takes without it. */
const mostValues = ({ max_values: max }: Json, standard: number): number =>
	typeof max === "number" ? max : standard;

/**
 * Refuses counts of values that no member could choose; in a modal, also an optional field that is required.
 *
 * @param standard - what it takes at most without `max_values`
 */
export const checkCounts = (form: Form, field: Json, { inModal }: Tally, max: number, standard = 1): void => {
	form.in("min_values").integer(field.min_values, 0, max);
	form.in("max_values").integer(field.max_values, 1, max);
	form.in("required").boolean(field.required);
	if (inModal && field.min_values === 0 && field.required !== false)
		form
			.in("min_values")
			.refuse("COMPONENT_REQUIRED_MIN_VALUES", "min_values must be at least 1 when required is true");
	if (Number(field.min_values ?? 1) > mostValues(field, standard))
		form.in("max_values").refuse("NUMBER_TYPE_MIN", "max_values must be at least min_values.");
};

const optionFields = ["label", "value", "description", "default"];

/**
 * Refuses options that Discord would refuse, in themselves or with one another.
 *
 * @param most - how many may be chosen by default
 */
export const checkOptions = (
	form: Form,
	{ options, ...field }: Json,
	{ min, max, most, emoji = false }: { min: number; max: number; most: number; emoji?: boolean },
): void => {
	const values = new Set<unknown>();
	const list = form.list(options, max, Math.max(min, Math.min(max, mostValues(field, min))));
	for (const [index, item] of list.entries()) {
		const place = form.in(index);
		const option = place.object(item);
		if (!option) continue;
		place.fields(option, emoji ? [...optionFields, "emoji"] : optionFields);
		place.in("label").text(option.label, 1, 100);
		place.in("value").text(option.value, 1, 100);
		place.in("description").text(option.description, 0, 100);
		place.in("default").boolean(option.default);
		if (emoji) checkEmoji(place.in("emoji"), option.emoji);
		if (values.has(option.value))
			place
				.in("value")
				.refuse("SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "The specified option value is already used");
		values.add(option.value);
	}
	const chosen = list.filter((item) => isJson(item) && item.default === true);
	if (chosen.length > mostValues(field, most))
		form.refuse("SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", "Too many options are selected by default");
};
