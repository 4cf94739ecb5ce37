import type { Attachment, CommandInteractionOption, Role, User } from "discord.js";
import type { ApplicationCommandOptionType as Type } from "discord-api-types/v10";
import { cutMarks } from "../shared/cut-marks.ts";
import type { OptionDeclaration, OptionDeclarations } from "./declaration.ts";

interface Values {
	readonly [Type.String]: string;
	readonly [Type.Integer]: number;
	readonly [Type.Number]: number;
	readonly [Type.Boolean]: boolean;
	readonly [Type.User]: User;
	readonly [Type.Role]: Role;
	readonly [Type.Mentionable]: User | Role;
	readonly [Type.Channel]: NonNullable<CommandInteractionOption["channel"]>;
	readonly [Type.Attachment]: Attachment;
}

type ValueOf<O extends OptionDeclaration> = O extends { readonly choices: readonly (infer V)[] }
	? V
	: Values[O["type"]];

type Required<Os> = {
	[N in keyof Os]: Os[N] extends { readonly required: true } ? N : never;
}[keyof Os];

/** The values of options by name, derived from their declaration. */
export type ArgumentsOf<Os extends OptionDeclarations> = {
	readonly [N in Required<Os>]: ValueOf<Os[N]>;
} & {
	readonly [N in Exclude<keyof Os, Required<Os>>]?: ValueOf<Os[N]> | undefined;
};

const readValue = ({ user, role, channel, attachment, value }: CommandInteractionOption): unknown =>
	user ?? role ?? channel ?? attachment ?? (typeof value === "string" ? cutMarks(value) : value);

/** What an interaction was given: the subcommand, where there is one, and the values of its options by name. */
export interface Given {
	readonly subcommand?: string;
	readonly args: Readonly<Record<string, unknown>>;
}

/** Reads an interaction's options as {@link ArgumentsOf} promises: Discord has checked them against the declaration. */
export const readArguments = (options: readonly CommandInteractionOption[]): Given => {
	const [first] = options;
	// A subcommand is the only option whose own options are listed.
	if (first?.options !== undefined)
		return { subcommand: first.name, args: readArguments(first.options).args };
	return { args: Object.fromEntries(options.map((option) => [option.name, readValue(option)])) };
};
