import type { Attachment, CommandInteractionOption, Role, User } from "discord.js";
import type { ApplicationCommandOptionType } from "discord-api-types/v10";

type Option = {
	readonly name: string;
	readonly type: ApplicationCommandOptionType;
	readonly required?: boolean;
	readonly choices?: readonly { readonly value: string | number }[];
	readonly options?: readonly Option[];
};

type Simplify<T> = { [K in keyof T]: T[K] } & {};

type PlainValue<T> = T extends ApplicationCommandOptionType.String
	? string
	: T extends ApplicationCommandOptionType.Integer | ApplicationCommandOptionType.Number
		? number
		: T extends ApplicationCommandOptionType.Boolean
			? boolean
			: T extends ApplicationCommandOptionType.User
				? User
				: T extends ApplicationCommandOptionType.Role
					? Role
					: T extends ApplicationCommandOptionType.Channel
						? NonNullable<CommandInteractionOption["channel"]>
						: T extends ApplicationCommandOptionType.Attachment
							? Attachment
							: never;

type ValueOf<O> = O extends { readonly choices: readonly { readonly value: infer V }[] }
	? V
	: O extends { readonly type: infer T }
		? PlainValue<T>
		: never;

type PlainOptions<Os extends readonly Option[]> = Simplify<
	{ readonly [O in Extract<Os[number], { readonly required: true }> as O["name"]]: ValueOf<O> } & {
		readonly [O in Exclude<Os[number], { readonly required: true }> as O["name"]]?: ValueOf<O> | undefined;
	}
>;

type OptionsOf<D> = D extends { readonly options: infer Os extends readonly Option[] } ? Os : readonly [];

type Subcommand<O> = O extends {
	readonly type: ApplicationCommandOptionType.Subcommand;
	readonly name: infer N;
}
	? Simplify<{ readonly subcommand: N } & PlainOptions<OptionsOf<O>>>
	: never;

/**
 * What a command's `execute` is given, derived from its declaration: the values of its options by name, or a union over
 * its subcommands, told apart by `subcommand`.
 */
export type ArgumentsOf<D> = [
	Extract<OptionsOf<D>[number], { readonly type: ApplicationCommandOptionType.Subcommand }>,
] extends [never]
	? PlainOptions<OptionsOf<D>>
	: Subcommand<OptionsOf<D>[number]>;

const readValue = (option: CommandInteractionOption): unknown =>
	option.user ?? option.role ?? option.channel ?? option.attachment ?? option.value;

/** Reads the options of an interaction into what {@link ArgumentsOf} promises: Discord has checked them against the declaration. */
export const readArguments = (options: readonly CommandInteractionOption[]): Record<string, unknown> => {
	const [first] = options;
	// A subcommand is the only option whose own options are listed.
	if (first?.options !== undefined) return { subcommand: first.name, ...readArguments(first.options) };
	return Object.fromEntries(options.map((option) => [option.name, readValue(option)]));
};
