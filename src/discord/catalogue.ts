import { ApplicationCommandOptionType, ApplicationCommandType } from "discord-api-types/v10";
import type { Command } from "./command.ts";
import type { DescriptionKey } from "./texts/commands/en.ts";
import { type CommandDescription, describeCommand } from "./texts/commands/index.ts";
import type { WrittenOption } from "./write-declaration.ts";

interface Described {
	/** As members type it in their language. */
	readonly name: string;
	readonly description: string;
}

/** A command, a subcommand ("stimme meine"), or a command in a message's menu, in a member's language. */
export interface Entry extends Described {
	/** What it is called in English, down to the subcommand: "voice me". */
	readonly path: string;
	/** What shows it in a message, and lets it be clicked there; undefined in a menu, where nothing can be. */
	readonly mention: string | undefined;
	readonly forManagers: boolean;
	readonly options: readonly (Described & { readonly required: boolean })[];
}

/** A command as Discord has registered it. */
export interface RegisteredCommand {
	readonly id: string;
	readonly type: ApplicationCommandType;
	readonly name: string;
}

type Named = CommandDescription & { readonly name: string };

const readIn = (locale: string) => {
	const language = locale.split("-")[0] ?? "";
	return ({ name, description, name_localizations, description_localizations }: Named): Described => ({
		name: name_localizations[language] ?? name,
		description: description_localizations[language] ?? description,
	});
};

const isSubcommand = ({ type }: WrittenOption): boolean => type === ApplicationCommandOptionType.Subcommand;

/** All commands as members find them, with the ids that Discord has given them. */
export class CommandCatalogue {
	readonly #commands: readonly Pick<Command<never>, "data" | "forManagers">[];
	#ids: ReadonlyMap<string, string> = new Map();

	constructor(commands: readonly Pick<Command<never>, "data" | "forManagers">[]) {
		this.#commands = commands;
	}

	/** Takes in what is registered: until then mentions are names that can't be clicked. */
	learnIds(registered: readonly RegisteredCommand[]): void {
		this.#ids = new Map(
			registered
				.filter(({ type }) => type === ApplicationCommandType.ChatInput)
				.map(({ name, id }) => [name, id]),
		);
	}

	/** @returns what a member can use, in the language of their locale; `manages`: whether they have Manage Server */
	list(locale: string, manages: boolean): Entry[] {
		const read = readIn(locale);
		const readOptions = (options: readonly WrittenOption[] = []) =>
			options.map((option) => ({ ...read(option), required: option.required ?? false }));
		return this.#commands
			.filter(({ forManagers }) => manages || !forManagers)
			.flatMap(({ data, forManagers }): Entry[] => {
				const { name, type, options = [] } = data;
				const command = read({ ...describeCommand(name as DescriptionKey), name });
				if (type === ApplicationCommandType.Message)
					return [{ ...command, path: name, mention: undefined, forManagers, options: [] }];
				const subcommands = options.filter(isSubcommand);
				if (subcommands.length === 0)
					return [
						{
							...command,
							path: name,
							mention: this.#mention(name),
							forManagers,
							options: readOptions(options),
						},
					];
				return subcommands.map((subcommand) => ({
					name: `${command.name} ${read(subcommand).name}`,
					description: read(subcommand).description,
					path: `${name} ${subcommand.name}`,
					mention: this.#mention(name, subcommand.name),
					forManagers,
					options: readOptions(subcommand.options),
				}));
			});
	}

	#mention(name: string, subcommand?: string): string {
		const id = this.#ids.get(name);
		const path = subcommand === undefined ? name : `${name} ${subcommand}`;
		return id === undefined ? `\`/${path}\`` : `</${path}:${id}>`;
	}
}
