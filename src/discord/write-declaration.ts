import {
	ApplicationCommandOptionType,
	ApplicationCommandType,
	ApplicationIntegrationType,
	InteractionContextType,
	PermissionFlagsBits,
} from "discord-api-types/v10";
import { type CommandDescription, describeCommand, nameChoice } from "../texts/describe-command.ts";
import type { DescriptionKey, SentenceKey } from "../texts/en.ts";
import type { Declaration, OptionDeclarations, SlashDeclaration } from "./declaration.ts";

export interface WrittenOption extends CommandDescription {
	readonly name: string;
	readonly type: ApplicationCommandOptionType;
	readonly required?: boolean;
	readonly options?: readonly WrittenOption[];
}

/** A command in Discord's format. */
export interface WrittenCommand extends Partial<CommandDescription> {
	readonly name: string;
	readonly type: ApplicationCommandType;
	readonly default_member_permissions?: string;
	readonly contexts: readonly InteractionContextType[];
	readonly integration_types: readonly ApplicationIntegrationType[];
	readonly options?: readonly WrittenOption[];
}

/** Where commands work by default: in servers to which Herald was added. */
const inServers = {
	contexts: [InteractionContextType.Guild],
	integration_types: [ApplicationIntegrationType.GuildInstall],
};

/** Where commands work that members can install for themselves. */
export const everywhere = {
	contexts: [
		InteractionContextType.Guild,
		InteractionContextType.BotDM,
		InteractionContextType.PrivateChannel,
	],
	integration_types: [ApplicationIntegrationType.GuildInstall, ApplicationIntegrationType.UserInstall],
};

const forManagers = { default_member_permissions: String(PermissionFlagsBits.ManageGuild) };

const writeOptions = (path: string, options: OptionDeclarations): WrittenOption[] =>
	Object.entries(options).map(([name, { texts, choiceTexts, choices, ...option }]) => {
		const key = texts ?? `${path}.${name}`;
		return {
			...option,
			name,
			// The functions that create commands only accept declarations with all texts.
			...describeCommand(key as DescriptionKey),
			...(choices && {
				choices: choices.map((value) => ({
					...nameChoice(`${choiceTexts ?? key}.${value}` as SentenceKey),
					value,
				})),
			}),
		};
	});

/** @returns a slash command in Discord's format, with its texts in every language */
export const writeSlash = (declaration: SlashDeclaration): WrittenCommand => {
	const { name, options = {}, subcommands = {} } = declaration;
	return {
		...inServers,
		...(declaration.forManagers && forManagers),
		type: ApplicationCommandType.ChatInput,
		name,
		...describeCommand(name as DescriptionKey),
		options: [
			...Object.entries(subcommands).map(([subcommand, inner]) => ({
				type: ApplicationCommandOptionType.Subcommand,
				name: subcommand,
				...describeCommand(`${name}.${subcommand}` as DescriptionKey),
				options: writeOptions(`${name}.${subcommand}`, inner),
			})),
			...writeOptions(name, options),
		],
	};
};

/** @returns a message command in Discord's format. It has no description, since menus don't show one */
export const writeMenu = (declaration: Declaration): WrittenCommand => ({
	...inServers,
	...(declaration.forManagers && forManagers),
	type: ApplicationCommandType.Message,
	name: declaration.name,
	name_localizations: describeCommand(declaration.name as DescriptionKey).name_localizations,
});
