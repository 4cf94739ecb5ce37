import {
	type APIApplicationCommand,
	type APIApplicationCommandBasicOption,
	type APIApplicationCommandOption,
	ComponentType,
	ApplicationCommandOptionType as Option,
} from "discord-api-types/v10";
import { interactiveComponents, mapComponents } from "../checks/components.ts";
import { InputError } from "../checks/form.ts";
import { type Json, listed } from "../checks/json.ts";
import { namesOf } from "../options/names.js";
import { checkValue, missing } from "../options/value.js";
import type { Texts } from "../texts/write.js";
import { memberFields, resolvedFields } from "../world/fields.ts";
import type { Guild, Member } from "../world/guild.ts";
import type { ShownModal } from "../world/interaction.ts";
import { findMentions } from "../world/message-fields.ts";
import { computePermissions, mayDo } from "../world/permissions.ts";

/** Values for a command's options; users, roles, channels and uploaded files are given by id. */
export type OptionValues = Readonly<Record<string, string | number | boolean>>;

const noCommand = (path: readonly string[]) => new InputError("noCommand", { name: path.join(" ") });

/**
 * Finds a command by its name: `say`, or `server voice-channel` for a subcommand.
 *
 * @returns the command, the path of its name, the options of the command or of its subcommand, and a function that nests
 *   options in the path's subcommands
 * @throws InputError if there is no such command, or if a subcommand must be named
 */
export const findCommand = (commands: readonly APIApplicationCommand[], words: string) => {
	const path = words.replace(/^\//, "").trim().split(/\s+/);
	const command = commands.find(({ name, type }) => type === 1 && name === path[0]);
	if (!command) throw noCommand(path.slice(0, 1));
	let options: readonly APIApplicationCommandOption[] = command.options ?? [];
	const nested: APIApplicationCommandOption[] = [];
	for (const word of path.slice(1)) {
		const next = options.find(({ name }) => name === word);
		if (next?.type !== Option.Subcommand && next?.type !== Option.SubcommandGroup) throw noCommand(path);
		nested.unshift(next);
		options = next.options ?? [];
	}
	if (options.some(({ type }) => type === Option.Subcommand || type === Option.SubcommandGroup)) {
		const names = options.map(({ name }) => name).join(", ");
		throw new InputError("needsOneOf", { path: path.join(" "), names });
	}
	const wrap = (inner: readonly Json[]) =>
		nested.reduce((below, { name, type }): readonly Json[] => [{ name, type, options: below }], inner);
	return { command, options: options as readonly APIApplicationCommandBasicOption[], path, wrap };
};
type FoundCommand = ReturnType<typeof findCommand>;

/**
 * @returns a command's options as an interaction has them. While an option is `focused`, no option is required and no
 *   value is checked
 * @throws InputError if Discord's client would not send these values
 */
export const fillOptions = (
	guild: Guild,
	found: FoundCommand,
	values: OptionValues,
	focused?: string,
): readonly Json[] => {
	for (const name of Object.keys(values))
		if (!found.options.some((option) => option.name === name))
			throw new InputError("noOption", { path: found.path.join(" "), name });
	const nameable = {
		members: [...guild.members.values()].map(({ user }) => user),
		roles: [...guild.roles.values()],
		channels: [...guild.channels.values()],
	};
	const filled = found.options.flatMap((option): Json[] => {
		const { name, type } = option;
		const value = values[name];
		const complain = (trouble: Texts) => new InputError("optionTrouble", { name: namesOf(option), trouble });
		if (value === undefined) {
			if (option.required && focused === undefined) throw complain(missing);
			return name === focused ? [{ name, type, value: "", focused: true }] : [];
		}
		const complaint = focused === undefined && checkValue(option, value, nameable);
		if (complaint) throw complain(complaint);
		return [{ name, type, value, ...(name === focused && { focused: true }) }];
	});
	return found.wrap(filled);
};

/** @returns the files given to a command, by id @throws InputError for a file whose type its option doesn't accept */
export const givenFiles = (
	found: FoundCommand,
	values: OptionValues,
	find: (id: string) => Json,
): Readonly<Record<string, Json>> =>
	Object.fromEntries(
		found.options.flatMap((option) => {
			const id = values[option.name];
			if (option.type !== Option.Attachment || !id) return [];
			const file = find(String(id));
			checkFileTypes({ ...option }, [file], option.name);
			return [[String(id), file] as const];
		}),
	);

/**
 * @returns the users, roles and channels of an interaction's options, by id; with `inTexts` also those mentioned in texts,
 *   which Discord usually resolves but doesn't promise to
 */
export const resolveOptions = (
	member: Member,
	found: FoundCommand,
	values: OptionValues,
	inTexts: boolean,
): Json => {
	const ids = { users: new Set<string>(), roles: new Set<string>(), channels: new Set<string>() };
	for (const { name, type } of found.options) {
		const value = values[name];
		if (value === undefined) continue;
		if (type === Option.String && inTexts) {
			const mentioned = findMentions(String(value));
			for (const key of ["users", "roles", "channels"] as const)
				for (const id of mentioned[key]) ids[key].add(id);
		} else if (type === Option.User || type === Option.Mentionable) ids.users.add(String(value));
		if (type === Option.Role || type === Option.Mentionable) ids.roles.add(String(value));
		if (type === Option.Channel) ids.channels.add(String(value));
	}
	return resolveIds(member, ids);
};

type ResolvableIds = Readonly<Record<"users" | "roles" | "channels", Iterable<string>>>;

const resolvedMember = (member: Member) => {
	const { deaf: _deaf, mute: _mute, ...fields } = memberFields(member);
	return { ...fields, permissions: String(computePermissions(member)) };
};

/** @returns the `resolved` of an interaction; unknown ids and empty kinds are left out */
export const resolveIds = (asking: Member, ids: ResolvableIds): Json => {
	const { guild } = asking;
	const members = [...ids.users].flatMap((id) => guild.members.get(id) ?? []);
	const channels = [...ids.channels].flatMap((id) => guild.channels.get(id) ?? []);
	const roles = [...ids.roles].flatMap((id) => guild.roles.get(id) ?? []);
	const kinds = {
		users: members.map(({ user }) => [user.id, user]),
		members: guild.isPrivate ? [] : members.map((member) => [member.user.id, resolvedMember(member)]),
		roles: roles.map((role) => [role.id, role]),
		channels: channels.map((channel) => [channel.id, resolvedFields(channel, asking)]),
	};
	return Object.fromEntries(
		Object.entries(kinds).flatMap(([kind, found]) =>
			found.length > 0 ? [[kind, Object.fromEntries(found)]] : [],
		),
	);
};

/** @returns a field's values as ids, if it is a menu of users, roles, mentionables or channels; otherwise none */
export const pickedIds = (type: unknown, values: readonly string[]): ResolvableIds => ({
	users: type === ComponentType.UserSelect || type === ComponentType.MentionableSelect ? values : [],
	roles: type === ComponentType.RoleSelect || type === ComponentType.MentionableSelect ? values : [],
	channels: type === ComponentType.ChannelSelect ? values : [],
});

/**
 * What a member fills into a modal's fields, by custom id: a text, whether a checkbox is ticked, or the chosen values.
 * Users, roles, channels and uploaded files are given by id. Fields left out keep what the modal shows.
 */
export type ModalInput = Readonly<Record<string, string | boolean | readonly string[]>>;

/** Finds an uploaded file by id. @throws InputError if there is none */
type FindUpload = (id: string) => Json;

/** @returns the values that a field shows as chosen at first */
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

/**
 * @returns the data of a modal's submission: its components with their values, and the resolved values
 * @throws InputError when the client would not let the member submit
 */
export const fillModal = (member: Member, modal: ShownModal, input: ModalInput, find: FindUpload): Json => {
	/** The labels of the modal's fields by custom id, for sentences to members. */
	const labels = new Map<unknown, string>();
	for (const row of modal.components)
		for (const field of interactiveComponents([row]))
			labels.set(field.custom_id, String(row.label ?? field.label));
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

const offersChannel = (member: Member, { channel_types: types }: Json, id: string): boolean => {
	const channel = member.guild.channels.get(id);
	const listed = !Array.isArray(types) || types.length === 0 || types.includes(channel?.type);
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
			return listed(field.options).some((option) => option.value === value);
	}
};

/** @returns the most values of a field: `max_values`, by default all options of a checkbox group, or 1 in other fields */
const mostValues = ({ type, max_values: max, options }: Json): number =>
	Number(max ?? (type === ComponentType.CheckboxGroup && Array.isArray(options) ? options.length : 1));

/** @param id - the field's name in sentences @throws InputError for too few, too many or equal values */
const checkCount = (field: Json, values: readonly string[], id: string): void => {
	const count = values.length;
	const fits = count >= Number(field.min_values ?? 1) && count <= mostValues(field);
	if (!fits || new Set(values).size < count) throw new InputError("wrongCount", { id, count });
};

/** @throws InputError for values that a field doesn't offer to a member, or a wrong number of them */
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

/** @throws InputError for a file whose type a field or option doesn't accept */
const checkFileTypes = ({ file_types: types }: Json, files: readonly Json[], id: string): void => {
	if (!Array.isArray(types) || types.length === 0) return;
	const other = files.find((file) => !types.some((type) => isOfType(type, file)));
	if (other) throw new InputError("notOffered", { id, value: String(other.filename) });
};
