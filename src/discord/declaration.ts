import type { Attachment, CommandInteractionOption } from "discord.js";
import {
	ApplicationCommandOptionType,
	ApplicationCommandType,
	ApplicationIntegrationType,
	type ChannelType,
	InteractionContextType,
	PermissionFlagsBits,
	type ApplicationCommandOptionType as Type,
} from "discord-api-types/v10";
import { cutMarks } from "../shared/cut-marks.ts";
import { type CommandDescription, describeCommand, nameChoice } from "../texts/describe-command.ts";
import type { DescriptionKey, SentenceKey } from "../texts/en.ts";

/**
 * An option of a command. Its key in {@link OptionDeclarations} is its English name. Its description and its names in
 * other languages are in `src/texts`.
 */
interface OptionDeclaration {
	readonly type: Type.String | Type.Number | Type.Boolean | Type.Channel | Type.Attachment;
	readonly required?: true;
	readonly autocomplete?: true;
	/** The values to choose from. Their names are in `src/texts`, too. */
	readonly choices?: readonly string[];
	readonly channel_types?: readonly ChannelType[];
	/** The file extensions that Discord offers, with dots. Members can still give other files. */
	readonly file_types?: readonly string[];
	readonly min_value?: number;
	readonly max_value?: number;
	readonly max_length?: number;
	/**
	 * The key of the option's texts. Several commands that have the option can share a key. By default, the key is the
	 * command's key, a dot and the option's name.
	 */
	readonly texts?: string;
	/**
	 * The beginning of the keys of the choices' names, before a dot and the value. By default, this is the key of the
	 * option's texts.
	 */
	readonly choiceTexts?: string;
}

/** Options by name, required ones first. */
export type OptionDeclarations = Readonly<Record<string, OptionDeclaration>>;

export interface Declaration {
	readonly name: string;
	/**
	 * Whether the command is only for members with Manage Server. Discord hides it from other members, and Herald
	 * refuses them.
	 */
	readonly forManagers?: true;
	/** Whether the command also works outside of Herald's guilds, for members who have installed Herald. */
	readonly everywhere?: true;
}

/**
 * A slash command's name and options. Written `as const satisfies SlashDeclaration`, so that the types of its arguments
 * and the keys of its texts can be derived.
 */
export type SlashDeclaration = Declaration &
	(
		| { readonly options?: OptionDeclarations; readonly subcommands?: never }
		| { readonly subcommands: Readonly<Record<string, OptionDeclarations>>; readonly options?: never }
	);

type OptionKey<P extends string, N, O> = O extends { readonly texts: infer K }
	? K
	: N extends string
		? `${P}.${N}`
		: never;
type OptionKeys<P extends string, Os> = { [N in keyof Os]: OptionKey<P, N, Os[N]> }[keyof Os];
type ChoiceKeys<P extends string, Os> = {
	[N in keyof Os]: Os[N] extends { readonly choices: readonly (infer V extends string)[] }
		? `${Os[N] extends { readonly choiceTexts: infer K extends string } ? K : OptionKey<P, N, Os[N]> & string}.${V}`
		: never;
}[keyof Os];

type Subcommands<D> = D extends { readonly subcommands: infer S } ? S : Record<never, never>;
type OptionsOf<D> = D extends { readonly options: infer Os } ? Os : Record<never, never>;

/** The keys of the descriptions that a declaration needs: of the command, its subcommands and options. */
export type DescriptionKeys<D extends { readonly name: string }> =
	| D["name"]
	| OptionKeys<D["name"], OptionsOf<D>>
	| OptionKeys<D["name"], Subcommands<D>>
	| {
			[N in keyof Subcommands<D> & string]: OptionKeys<`${D["name"]}.${N}`, Subcommands<D>[N]>;
	  }[keyof Subcommands<D> & string];

export type ChoiceNameKeys<D extends { readonly name: string }> =
	| ChoiceKeys<D["name"], OptionsOf<D>>
	| {
			[N in keyof Subcommands<D> & string]: ChoiceKeys<`${D["name"]}.${N}`, Subcommands<D>[N]>;
	  }[keyof Subcommands<D> & string];

interface OptionTypes {
	readonly [Type.String]: string;
	readonly [Type.Number]: number;
	readonly [Type.Boolean]: boolean;
	readonly [Type.Channel]: NonNullable<CommandInteractionOption["channel"]>;
	readonly [Type.Attachment]: Attachment;
}

type ValueOf<O extends OptionDeclaration> = O extends { readonly choices: readonly (infer V)[] }
	? V
	: OptionTypes[O["type"]];

type RequiredName<Os> = {
	[N in keyof Os]: Os[N] extends { readonly required: true } ? N : never;
}[keyof Os];

export type ArgumentsOf<Os extends OptionDeclarations> = {
	readonly [N in RequiredName<Os>]: ValueOf<Os[N]>;
} & {
	readonly [N in Exclude<keyof Os, RequiredName<Os>>]?: ValueOf<Os[N]> | undefined;
};

const readValue = ({ channel, attachment, value }: CommandInteractionOption): unknown =>
	channel ?? attachment ?? (typeof value === "string" ? cutMarks(value) : value);

export interface CommandArguments {
	readonly subcommand?: string;
	readonly args: Readonly<Record<string, unknown>>;
}

/** Reads an interaction's options. Discord has checked that the options are what {@link ArgumentsOf} promises. */
export const readArguments = (options: readonly CommandInteractionOption[]): CommandArguments => {
	const [first] = options;
	// Only a subcommand has options of its own.
	if (first?.options !== undefined)
		return { subcommand: first.name, args: readArguments(first.options).args };
	return { args: Object.fromEntries(options.map((option) => [option.name, readValue(option)])) };
};

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

/** Where commands work if members can install them for themselves. */
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

/** @returns a message command in Discord's format, without a description, because menus don't show one */
export const writeMenu = (declaration: Declaration): WrittenCommand => ({
	...inServers,
	...(declaration.forManagers && forManagers),
	type: ApplicationCommandType.Message,
	name: declaration.name,
	name_localizations: describeCommand(declaration.name as DescriptionKey).name_localizations,
});
