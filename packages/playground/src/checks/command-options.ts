import {
	type APIApplicationCommand,
	type APIApplicationCommandBasicOption,
	type APIApplicationCommandOption,
	ApplicationCommandOptionType as Option,
} from "discord-api-types/v10";
import { resolveIds } from "../members/resolved.ts";
import { findMentions } from "../world/mentions.ts";
import type { World } from "../world/world.ts";
import type { Json } from "./form.ts";
import { limits } from "./limits.ts";
import type { Texts } from "./texts.ts";

/** What a member gave a command's options; users, roles, channels and uploaded files by id. */
export type OptionValues = Readonly<Record<string, string | number | boolean>>;

/** What a member typed that their client would not send, said so that they can mend it. */
export class InputError extends Error {
	override readonly name = "InputError";
	/** The sentence in the page's languages; as a message it is English. */
	readonly texts: Texts;

	constructor(en: string, de: string) {
		super(en);
		this.texts = { en, de };
	}
}

interface Found {
	readonly command: APIApplicationCommand;
	/** The options of the command, or of the subcommand that the path names. */
	readonly options: readonly APIApplicationCommandBasicOption[];
	readonly path: readonly string[];
	/** Wraps options into the subcommands that the path names. */
	wrap(options: readonly Json[]): readonly Json[];
}

const noCommand = (path: readonly string[]) =>
	new InputError(`There is no command /${path.join(" ")}.`, `Es gibt keinen Befehl /${path.join(" ")}.`);

/** Finds a command by what members call it: `say`, or `server voice-channel` for a subcommand. */
export const findCommand = (commands: readonly APIApplicationCommand[], words: string): Found => {
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
		throw new InputError(
			`/${path.join(" ")} needs one of: ${names}.`,
			`/${path.join(" ")} braucht eines von: ${names}.`,
		);
	}
	const wrap = (inner: readonly Json[]) =>
		nested.reduce((below, { name, type }): readonly Json[] => [{ name, type, options: below }], inner);
	return { command, options: options as readonly APIApplicationCommandBasicOption[], path, wrap };
};

const complaintAbout = (
	world: World,
	option: APIApplicationCommandBasicOption,
	value: string | number | boolean,
): Texts | undefined => {
	const choices = "choices" in option ? option.choices : undefined;
	if (choices?.length && !choices.some((choice) => choice.value === value))
		return {
			en: `must be one of ${choices.map(({ name }) => name).join(", ")}`,
			de: `muss eines hiervon sein: ${choices.map((choice) => choice.name_localizations?.de ?? choice.name).join(", ")}`,
		};
	const id = String(value);
	switch (option.type) {
		case Option.String: {
			if (typeof value !== "string") return { en: "must be text", de: "muss ein Text sein" };
			const most = option.max_length ?? limits.stringOption;
			if (value.length > most)
				return { en: `must be ${most} characters or fewer`, de: `darf höchstens ${most} Zeichen haben` };
			return value.length < Math.max(option.min_length ?? 0, 1)
				? { en: "is too short", de: "ist zu kurz" }
				: undefined;
		}
		case Option.Integer:
		case Option.Number:
			if (typeof value !== "number" || Number.isNaN(value))
				return { en: "must be a number", de: "muss eine Zahl sein" };
			if (option.type === Option.Integer && !Number.isInteger(value))
				return { en: "must be a whole number", de: "muss eine ganze Zahl sein" };
			if (option.min_value !== undefined && value < option.min_value)
				return { en: `must be at least ${option.min_value}`, de: `muss mindestens ${option.min_value} sein` };
			return option.max_value !== undefined && value > option.max_value
				? { en: `must be at most ${option.max_value}`, de: `darf höchstens ${option.max_value} sein` }
				: undefined;
		case Option.Boolean:
			return typeof value === "boolean"
				? undefined
				: { en: "must be true or false", de: "muss wahr oder falsch sein" };
		case Option.User:
			return world.members.has(id) ? undefined : { en: "is no member", de: "ist kein Mitglied" };
		case Option.Role:
			return world.roles.has(id) ? undefined : { en: "is no role", de: "ist keine Rolle" };
		case Option.Mentionable:
			return world.members.has(id) || world.roles.has(id)
				? undefined
				: { en: "is nobody here", de: "ist hier niemand" };
		case Option.Channel: {
			const channel = world.channels.get(id);
			const fits = channel && (option.channel_types?.some((type) => type === channel.type) ?? true);
			return fits ? undefined : { en: "is no channel of that kind", de: "ist kein Kanal dieser Art" };
		}
		case Option.Attachment:
			return typeof value === "string" ? undefined : { en: "must be a file", de: "muss eine Datei sein" };
		default:
			return { en: "cannot be given here", de: "ist hier nicht möglich" };
	}
};

/**
 * A command's options as an interaction carries them. With `focused` the option that is being typed; then nothing
 * is required yet. @throws InputError when the client would not send this
 */
export const fillOptions = (
	world: World,
	found: Found,
	values: OptionValues,
	focused?: string,
): readonly Json[] => {
	for (const name of Object.keys(values))
		if (!found.options.some((option) => option.name === name))
			throw new InputError(
				`/${found.path.join(" ")} has no option "${name}".`,
				`/${found.path.join(" ")} hat keine Option „${name}“.`,
			);
	const filled = found.options.flatMap((option): Json[] => {
		const value = values[option.name];
		const german = option.name_localizations?.de ?? option.name;
		if (value === undefined) {
			if (option.required && focused === undefined)
				throw new InputError(`${option.name} is required.`, `${german} ist erforderlich.`);
			return option.name === focused
				? [{ name: option.name, type: option.type, value: "", focused: true }]
				: [];
		}
		const complaint = focused === undefined && complaintAbout(world, option, value);
		if (complaint) throw new InputError(`${option.name} ${complaint.en}.`, `${german} ${complaint.de}.`);
		return [
			{ name: option.name, type: option.type, value, ...(option.name === focused && { focused: true }) },
		];
	});
	return found.wrap(filled);
};

/** The ids of the files that a member gave. */
export const attachmentIds = (found: Found, values: OptionValues): string[] =>
	found.options.flatMap(({ name, type }) =>
		type === Option.Attachment && values[name] ? [String(values[name])] : [],
	);

/** What an interaction's options name, by id: values of users, roles and channels, and mentions in texts. */
export const resolveOptions = (world: World, found: Found, values: OptionValues): Json => {
	const ids = { users: new Set<string>(), roles: new Set<string>(), channels: new Set<string>() };
	for (const { name, type } of found.options) {
		const value = values[name];
		if (value === undefined) continue;
		if (type === Option.String) {
			const mentioned = findMentions(String(value));
			for (const key of ["users", "roles", "channels"] as const)
				for (const id of mentioned[key]) ids[key].add(id);
		} else if (type === Option.User || type === Option.Mentionable) ids.users.add(String(value));
		if (type === Option.Role || type === Option.Mentionable) ids.roles.add(String(value));
		if (type === Option.Channel) ids.channels.add(String(value));
	}
	return resolveIds(world, ids);
};
