import { ComponentType } from "discord-api-types/v10";
import { InputError } from "../checks/input-error.ts";
import { isJson, type Json } from "../checks/json.ts";
import type { Guild, Member } from "../world/guild.ts";
import { mayDo } from "../world/permissions.ts";

const has = (list: unknown, value: unknown): boolean => Array.isArray(list) && list.includes(value);

/** Whether a menu of channels offers one. */
const offersChannel = (member: Member, { channel_types: types }: Json, id: string): boolean => {
	const channel = member.guild.channels.get(id);
	const listed = !Array.isArray(types) || types.length === 0 || has(types, channel?.type);
	return channel !== undefined && listed && mayDo(member, "ViewChannel", channel);
};

const offers = (member: Member, field: Json, value: string): boolean => {
	const { members, roles }: Guild = member.guild;
	switch (field.type) {
		case ComponentType.UserSelect:
			return members.has(value);
		case ComponentType.RoleSelect:
			return roles.has(value);
		case ComponentType.MentionableSelect:
			return members.has(value) || roles.has(value);
		case ComponentType.ChannelSelect:
			return offersChannel(member, field, value);
		default:
			return has(
				Array.isArray(field.options) ? field.options.map((each) => isJson(each) && each.value) : [],
				value,
			);
	}
};

/** How many values a field takes: a group of checkboxes as many as it has, others one, unless they say otherwise. */
const mostValues = ({ type, max_values: max, options }: Json): number =>
	Number(max ?? (type === ComponentType.CheckboxGroup && Array.isArray(options) ? options.length : 1));

/** Refuses too few or too many values for a field called `id`, or one twice. @throws InputError */
export const checkCount = (field: Json, values: readonly string[], id: string): void => {
	const count = values.length;
	const fits = count >= Number(field.min_values ?? 1) && count <= mostValues(field);
	if (!fits || new Set(values).size < count) throw new InputError("wrongCount", { id, count });
};

/** Refuses values that a select menu or group doesn't offer to a member, or not so many. @throws InputError */
export const checkValues = (
	member: Member,
	field: Json,
	values: readonly string[],
	id = String(field.custom_id),
): void => {
	checkCount(field, values, id);
	const unknown = values.find((value) => !offers(member, field, value));
	if (unknown !== undefined) throw new InputError("notOffered", { id, value: unknown });
};

const isOfType = (type: unknown, { filename, content_type: contentType }: Json): boolean =>
	String(type).startsWith(".")
		? String(filename).toLowerCase().endsWith(String(type).toLowerCase())
		: String(contentType).startsWith(`${String(type)}/`);

/** Refuses files of types that a field or an option called `id` doesn't take. @throws InputError */
export const checkFileTypes = ({ file_types: types }: Json, files: readonly Json[], id: string): void => {
	if (!Array.isArray(types) || types.length === 0) return;
	const other = files.find((file) => !types.some((type) => isOfType(type, file)));
	if (other) throw new InputError("notOffered", { id, value: String(other.filename) });
};
