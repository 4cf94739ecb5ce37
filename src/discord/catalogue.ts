import { type REST, Routes } from "discord.js";
import { ApplicationCommandOptionType, ApplicationCommandType } from "discord-api-types/v10";
import { type CommandDescription, describeCommand } from "../texts/describe-command.ts";
import { textLanguages } from "../texts/index.ts";
import type { Command, WrittenCommand, WrittenOption } from "./command.ts";

interface Description {
	/** The name in the member's language, as the member types it. */
	readonly name: string;
	readonly description: string;
}

/** A slash command, a subcommand ("stimme meine"), or a message command, in a member's language. */
export interface CatalogueEntry extends Description {
	/** The English name, down to the subcommand: "voice me". */
	readonly path: string;
	/**
	 * The clickable mention, or `/name` in backticks while the command's id is unknown; undefined for message commands.
	 */
	readonly mention: string | undefined;
	readonly forManagers: boolean;
	readonly options: readonly (Description & { readonly required: boolean })[];
}

export interface RegisteredCommand {
	readonly id: string;
	readonly type: ApplicationCommandType;
	readonly name: string;
}

type NamedDescription = CommandDescription & { readonly name: string };

const readIn =
	(locale: string) =>
	({ name, description, name_localizations, description_localizations }: NamedDescription): Description => ({
		name: name_localizations[locale] ?? name,
		description: description_localizations[locale] ?? description,
	});

const isSubcommand = ({ type }: WrittenOption): boolean => type === ApplicationCommandOptionType.Subcommand;

export class CommandCatalogue {
	readonly #commands: readonly Pick<Command<never>, "data" | "forManagers" | "everywhere">[];
	#ids: ReadonlyMap<string, string> = new Map();

	constructor(commands: readonly Pick<Command<never>, "data" | "forManagers" | "everywhere">[]) {
		this.#commands = commands;
	}

	/** Stores the ids of registered commands. Before that, mentions of commands can't be clicked. */
	learnIds(registered: readonly RegisteredCommand[]): void {
		this.#ids = new Map(
			registered
				.filter(({ type }) => type === ApplicationCommandType.ChatInput)
				.map(({ name, id }) => [name, id]),
		);
	}

	/** @returns the mentions of slash commands and subcommands, by their name in each language */
	mentions(): ReadonlyMap<string, string> {
		const entries = textLanguages.flatMap((locale) => this.list(locale, true));
		return new Map(entries.flatMap(({ name, mention }) => (mention ? [[name, mention]] : [])));
	}

	/**
	 * @param manages - whether the member has Manage Server
	 * @param isElsewhere - whether the member is outside of Herald's guilds
	 * @returns the commands that the member can use, in the locale's language
	 */
	list(locale: string, manages: boolean, isElsewhere = false): CatalogueEntry[] {
		const read = readIn(locale);
		const readOptions = (options: readonly WrittenOption[] = []) =>
			options.map((option) => ({ ...read(option), required: option.required ?? false }));
		return this.#commands
			.filter(({ forManagers, everywhere }) => (manages || !forManagers) && (everywhere || !isElsewhere))
			.flatMap(({ data, forManagers }): CatalogueEntry[] => {
				const { name, type, options = [] } = data;
				const command = read({ ...describeCommand(name), name });
				if (type === ApplicationCommandType.Message)
					return [{ ...command, path: name, mention: undefined, forManagers, options: [] }];
				const id = this.#ids.get(name);
				const entry = (path: string, texts: Description, taken?: readonly WrittenOption[]) => ({
					...texts,
					path,
					mention: id === undefined ? `\`/${path}\`` : `</${path}:${id}>`,
					forManagers,
					options: readOptions(taken),
				});
				const subcommands = options.filter(isSubcommand);
				if (subcommands.length === 0) return [entry(name, command, options)];
				return subcommands.map((subcommand) => {
					const { name: inside, description } = read(subcommand);
					const texts = { name: `${command.name} ${inside}`, description };
					return entry(`${name} ${subcommand.name}`, texts, subcommand.options);
				});
			});
	}
}

/**
 * Replaces Discord's global commands with the declared ones. Commands that exist already keep their ids and versions,
 * and don't count towards the daily limit of new commands.
 *
 * @returns the commands with their ids
 */
export const registerCommands = async (
	rest: REST,
	applicationId: string,
	commands: readonly WrittenCommand[],
): Promise<readonly RegisteredCommand[]> =>
	(await rest.put(Routes.applicationCommands(applicationId), {
		body: commands,
	})) as readonly RegisteredCommand[];
