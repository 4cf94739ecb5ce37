import type {
	Attachment,
	AutocompleteInteraction,
	CacheType,
	ChatInputCommandInteraction,
	CommandInteractionOption,
	MessageContextMenuCommandInteraction,
} from "discord.js";
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
import type { Translate } from "../texts/index.ts";
import { type HandledRoute, handleRoutes, type RouteHandlers, type Routes } from "./declare-routes.ts";

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
			...describeCommand(key),
			...(choices && {
				choices: choices.map((value) => ({
					...nameChoice(`${choiceTexts ?? key}.${value}`),
					value,
				})),
			}),
		};
	});

const writeSlash = (declaration: SlashDeclaration): WrittenCommand => {
	const { name, options = {}, subcommands = {} } = declaration;
	return {
		...inServers,
		...(declaration.forManagers && forManagers),
		type: ApplicationCommandType.ChatInput,
		name,
		...describeCommand(name),
		options: [
			...Object.entries(subcommands).map(([subcommand, inner]) => ({
				type: ApplicationCommandOptionType.Subcommand,
				name: subcommand,
				...describeCommand(`${name}.${subcommand}`),
				options: writeOptions(`${name}.${subcommand}`, inner),
			})),
			...writeOptions(name, options),
		],
	};
};

/** @returns a message command in Discord's format, without a description, because menus don't show one */
const writeMenu = (declaration: Declaration): WrittenCommand => ({
	...inServers,
	...(declaration.forManagers && forManagers),
	type: ApplicationCommandType.Message,
	name: declaration.name,
	name_localizations: describeCommand(declaration.name).name_localizations,
});

export type AutocompleteChoice = Readonly<Record<"name" | "value", string>>;

interface Parts<S> {
	readonly autocomplete?: (
		focused: { readonly name: string; readonly value: string },
		services: S,
		interaction: AutocompleteInteraction,
	) => readonly AutocompleteChoice[] | Promise<readonly AutocompleteChoice[]>;
	readonly routes?: readonly HandledRoute<S>[];
}

type Execute<S, A, C extends CacheType = CacheType> = (
	interaction: ChatInputCommandInteraction<C>,
	args: A,
	services: S,
	t: Translate,
) => Promise<unknown>;

/** The interaction's cache type. A command without `everywhere` always runs in a cached guild. */
type CacheOf<D> = D extends { readonly everywhere: true } ? CacheType : "cached";

type ExecuteOf<S, D extends SlashDeclaration> = D extends {
	readonly subcommands: infer Subcommands extends Readonly<Record<string, OptionDeclarations>>;
}
	? { readonly [N in keyof Subcommands]: Execute<S, ArgumentsOf<Subcommands[N]>, CacheOf<D>> }
	: D extends { readonly options: infer Options extends OptionDeclarations }
		? Execute<S, ArgumentsOf<Options>, CacheOf<D>>
		: Execute<S, unknown, CacheOf<D>>;

export type Command<S> = Parts<S> & {
	readonly data: WrittenCommand;
	readonly forManagers: boolean;
	readonly everywhere: boolean;
} & (
		| {
				readonly kind: "slash";
				/**
				 * @param subcommand - the one that the call names
				 * @returns the function that answers the call; undefined if the call doesn't fit the command. Discord may still
				 * show an earlier version of the command
				 */
				find(subcommand: string | undefined): Execute<S, unknown> | undefined;
		  }
		| {
				readonly kind: "message";
				execute(
					interaction: MessageContextMenuCommandInteraction,
					services: S,
					t: Translate,
				): Promise<unknown>;
		  }
	);

export const commandsWith = <S>() => ({
	slashCommand: <const D extends SlashDeclaration>({
		declaration,
		execute,
		...parts
	}: Parts<S> & {
		readonly declaration: D;
		readonly execute: ExecuteOf<S, D>;
	}): Command<S> => ({
		...parts,
		kind: "slash",
		data: writeSlash(declaration),
		forManagers: declaration.forManagers ?? false,
		everywhere: declaration.everywhere ?? false,
		// The argument types are erased here. The declaration guarantees them.
		find: (subcommand) => {
			const all: Readonly<Record<string, unknown>> =
				typeof execute === "function" ? { "": execute } : execute;
			const name = subcommand ?? "";
			return Object.hasOwn(all, name) ? (all[name] as Execute<S, unknown>) : undefined;
		},
	}),

	subcommand: <const Os extends OptionDeclarations>(parts: {
		readonly options: Os;
		readonly execute: Execute<S, ArgumentsOf<NoInfer<Os>>>;
	}) => parts,

	messageCommand: <const D extends Declaration>({
		declaration,
		...command
	}: Parts<S> & {
		readonly declaration: D;
		readonly execute: (
			interaction: MessageContextMenuCommandInteraction<CacheOf<D>>,
			services: S,
			t: Translate,
		) => Promise<unknown>;
	}): Command<S> => ({
		...command,
		kind: "message",
		data: writeMenu(declaration),
		forManagers: declaration.forManagers ?? false,
		everywhere: declaration.everywhere ?? false,
	}),

	handleRoutes: <R extends Routes>(routes: R, handlers: RouteHandlers<NoInfer<R>, S>) =>
		handleRoutes<S, R>(routes, handlers),

	handleEverywhere: <R extends Routes>(routes: R, handlers: RouteHandlers<NoInfer<R>, S, CacheType>) =>
		handleRoutes<S, R, CacheType>(routes, handlers, true),
});
