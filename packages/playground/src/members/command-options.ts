import {
	type APIApplicationCommand,
	type APIApplicationCommandBasicOption,
	type APIApplicationCommandOption,
	ComponentType,
	ApplicationCommandOptionType as Option,
} from "discord-api-types/v10";
import { InputError } from "../checks/input-error.ts";
import type { Json } from "../checks/json.ts";
import { namesOf } from "../options/names.js";
import { checkValue, missing, type Nameable } from "../options/value.js";
import type { Texts } from "../texts/write.js";
import { memberFields, resolvedFields } from "../world/fields.ts";
import type { Guild, Member } from "../world/guild.ts";
import { findMentions } from "../world/mentions.ts";
import { computePermissions } from "../world/permissions.ts";
import { checkFileTypes } from "./check-values.ts";

/** A member's values for a command's options; users, roles, channels and uploaded files by id. */
export type OptionValues = Readonly<Record<string, string | number | boolean>>;

interface FoundCommand {
	readonly command: APIApplicationCommand;
	/** The options of the command, or of the subcommand that the path names. */
	readonly options: readonly APIApplicationCommandBasicOption[];
	readonly path: readonly string[];
	/** Wraps options into the subcommands of the path. */
	wrap(options: readonly Json[]): readonly Json[];
}

const noCommand = (path: readonly string[]) => new InputError("noCommand", { name: path.join(" ") });

/** Finds a command by its name: `say`, or `server voice-channel` for a subcommand. */
export const findCommand = (commands: readonly APIApplicationCommand[], words: string): FoundCommand => {
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

const nameableIn = (guild: Guild): Nameable => ({
	members: [...guild.members.values()].map(({ user }) => user),
	roles: [...guild.roles.values()],
	channels: [...guild.channels.values()],
});

/**
 * A command's options as sent in an interaction. `focused` is the option being typed, while nothing is required yet.
 * @throws InputError when the client would not send this
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
	const nameable = nameableIn(guild);
	const filled = found.options.flatMap((option): Json[] => {
		const value = values[option.name];
		const complain = (trouble: Texts) => new InputError("optionTrouble", { name: namesOf(option), trouble });
		if (value === undefined) {
			if (option.required && focused === undefined) throw complain(missing);
			return option.name === focused
				? [{ name: option.name, type: option.type, value: "", focused: true }]
				: [];
		}
		const complaint = focused === undefined && checkValue(option, value, nameable);
		if (complaint) throw complain(complaint);
		return [
			{ name: option.name, type: option.type, value, ...(option.name === focused && { focused: true }) },
		];
	});
	return found.wrap(filled);
};

/** The files that a member gave, by id. @throws InputError for one that its option doesn't take */
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
 * What an interaction's options name, by id: values of users, roles and channels, and with `inTexts` also mentions in
 * texts, which Discord usually resolves but doesn't promise to.
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

export interface ResolvableIds {
	readonly users: Iterable<string>;
	readonly roles: Iterable<string>;
	readonly channels: Iterable<string>;
}

const resolvedMember = (member: Member) => {
	const { deaf: _deaf, mute: _mute, ...fields } = memberFields(member);
	return fields;
};

/** The `resolved` of a member's interaction for the ids in it. Unknown ids and empty kinds are left out. */
export const resolveIds = (asking: Member, ids: ResolvableIds): Json => {
	const { guild } = asking;
	const members = [...ids.users].flatMap((id) => guild.members.get(id) ?? []);
	const channels = [...ids.channels].flatMap((id) => guild.channels.get(id) ?? []);
	const roles = [...ids.roles].flatMap((id) => guild.roles.get(id) ?? []);
	return {
		...(members.length > 0 && {
			users: Object.fromEntries(members.map((member) => [member.user.id, member.user])),
		}),
		...(members.length > 0 &&
			!guild.isPrivate && {
				members: Object.fromEntries(
					members.map((member) => [
						member.user.id,
						{ ...resolvedMember(member), permissions: String(computePermissions(member)) },
					]),
				),
			}),
		...(roles.length > 0 && { roles: Object.fromEntries(roles.map((role) => [role.id, role])) }),
		...(channels.length > 0 && {
			channels: Object.fromEntries(channels.map((channel) => [channel.id, resolvedFields(channel, asking)])),
		}),
	};
};

/** The ids that a select menu's values are; none for a menu of texts. */
export const pickedIds = (type: unknown, values: readonly string[]): ResolvableIds => ({
	users: type === ComponentType.UserSelect || type === ComponentType.MentionableSelect ? values : [],
	roles: type === ComponentType.RoleSelect || type === ComponentType.MentionableSelect ? values : [],
	channels: type === ComponentType.ChannelSelect ? values : [],
});
