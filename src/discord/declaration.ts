import type { Attachment, CommandInteractionOption } from "discord.js";
import type { ChannelType, ApplicationCommandOptionType as Type } from "discord-api-types/v10";
import { cutMarks } from "../shared/cut-marks.ts";

/** An option of a command. Its name is its key; what it is called elsewhere and what it does is in `texts`. */
interface OptionDeclaration {
	readonly type: Type.String | Type.Number | Type.Boolean | Type.Channel | Type.Attachment;
	readonly required?: true;
	readonly autocomplete?: true;
	/** The values to choose from; their names are texts, too. */
	readonly choices?: readonly string[];
	readonly channel_types?: readonly ChannelType[];
	/** What members are offered of their files: endings, with their dots. Another file may come anyway. */
	readonly file_types?: readonly string[];
	readonly min_value?: number;
	readonly max_value?: number;
	readonly max_length?: number;
	/** The key of its texts, for an option of several commands; else it is the command's key, a dot and the name. */
	readonly texts?: string;
	/** The same for the names of its choices: else the key of its texts, a dot and the value. */
	readonly choiceTexts?: string;
}

/** Options by name, those that are required first. */
export type OptionDeclarations = Readonly<Record<string, OptionDeclaration>>;

export interface Declaration {
	readonly name: string;
	/** For members with Manage Server alone: Discord hides it from others, and Herald refuses them. */
	readonly forManagers?: true;
	/** Whether members who have installed Herald use it everywhere, where the operator lets them. */
	readonly everywhere?: true;
}

/**
 * A slash command's name and options, written `as const satisfies SlashDeclaration`, so that the types of its
 * arguments and the keys of its texts can be derived.
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

/** The keys in `texts` of what a declaration's command, subcommands and options do. */
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

/** The values of options by name, derived from their declaration. */
export type ArgumentsOf<Os extends OptionDeclarations> = {
	readonly [N in RequiredName<Os>]: ValueOf<Os[N]>;
} & {
	readonly [N in Exclude<keyof Os, RequiredName<Os>>]?: ValueOf<Os[N]> | undefined;
};

const readValue = ({ channel, attachment, value }: CommandInteractionOption): unknown =>
	channel ?? attachment ?? (typeof value === "string" ? cutMarks(value) : value);

/** The arguments of an interaction: the subcommand, where there is one, and the values of its options by name. */
export interface CommandArguments {
	readonly subcommand?: string;
	readonly args: Readonly<Record<string, unknown>>;
}

/** Reads an interaction's options as {@link ArgumentsOf} promises: Discord has checked them against the declaration. */
export const readArguments = (options: readonly CommandInteractionOption[]): CommandArguments => {
	const [first] = options;
	// A subcommand is the only option whose own options are listed.
	if (first?.options !== undefined)
		return { subcommand: first.name, args: readArguments(first.options).args };
	return { args: Object.fromEntries(options.map((option) => [option.name, readValue(option)])) };
};
