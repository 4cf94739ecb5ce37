import type {
	AutocompleteInteraction,
	CacheType,
	ChatInputCommandInteraction,
	MessageContextMenuCommandInteraction,
} from "discord.js";
import type { DescriptionKey, SentenceKey } from "../texts/en.ts";
import {
	type ArgumentsOf,
	type ChoiceNameKeys,
	type CommandArguments,
	type Declaration,
	type DescriptionKeys,
	type OptionDeclarations,
	type SlashDeclaration,
	type WrittenCommand,
	writeMenu,
	writeSlash,
} from "./declaration.ts";
import { type HandledRoute, handleRoutes, type RouteHandlers, type Routes } from "./declare-routes.ts";

export interface AutocompleteChoice {
	readonly name: string;
	readonly value: string;
}

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

type MissingTexts<D extends { readonly name: string }> =
	| Exclude<DescriptionKeys<D>, DescriptionKey>
	| Exclude<ChoiceNameKeys<D>, SentenceKey>;

/** Turns a declaration that lacks a text into a type error that names the text. */
type WithTexts<D extends { readonly name: string }> = [MissingTexts<D>] extends [never]
	? unknown
	: { readonly textsMissing: MissingTexts<D> };

interface CommandFacts {
	readonly data: WrittenCommand;
	readonly forManagers: boolean;
	readonly everywhere: boolean;
}

export type Command<S> = Parts<S> &
	CommandFacts &
	(
		| {
				readonly kind: "slash";
				/**
				 * @returns whether the call fits the command: it names one of the command's subcommands, or none if the
				 * command has none. Discord may still show an earlier version of the command, whose calls might not fit
				 */
				takes(given: CommandArguments): boolean;
				execute(
					interaction: ChatInputCommandInteraction,
					given: CommandArguments,
					services: S,
				): Promise<unknown>;
		  }
		| {
				readonly kind: "message";
				execute(interaction: MessageContextMenuCommandInteraction, services: S): Promise<unknown>;
		  }
	);

export const commandsWith = <S>() => ({
	slashCommand: <const D extends SlashDeclaration>({
		declaration,
		execute,
		...parts
	}: Parts<S> & {
		readonly declaration: D & WithTexts<D>;
		readonly execute: ExecuteOf<S, D>;
	}): Command<S> => ({
		...parts,
		kind: "slash",
		data: writeSlash(declaration),
		forManagers: declaration.forManagers ?? false,
		everywhere: declaration.everywhere ?? false,
		takes: ({ subcommand }) =>
			subcommand === undefined ? typeof execute === "function" : Object.hasOwn(execute, subcommand),
		// The argument types are erased here. The declaration guarantees them.
		execute: (interaction, { subcommand, args }, services) => {
			const run = (
				subcommand === undefined ? execute : (execute as Record<string, unknown>)[subcommand]
			) as Execute<S, unknown>;
			return run(interaction, args, services);
		},
	}),

	subcommand: <const Os extends OptionDeclarations>(parts: {
		readonly options: Os;
		readonly execute: Execute<S, ArgumentsOf<NoInfer<Os>>>;
	}) => parts,

	messageCommand: <const D extends Declaration & { readonly name: DescriptionKey }>({
		declaration,
		...command
	}: Parts<S> & {
		readonly declaration: D;
		readonly execute: (
			interaction: MessageContextMenuCommandInteraction<CacheOf<D>>,
			services: S,
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
