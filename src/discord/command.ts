import type {
	AutocompleteInteraction,
	ChatInputCommandInteraction,
	MessageContextMenuCommandInteraction,
} from "discord.js";
import type {
	RESTPostAPIChatInputApplicationCommandsJSONBody,
	RESTPostAPIContextMenuApplicationCommandsJSONBody,
} from "discord-api-types/v10";
import type { ArgumentsOf } from "./arguments.ts";
import { type HandledRoute, handleRoutes, type RouteHandlers, type Routes } from "./declare-routes.ts";

type DeepReadonly<T> = T extends readonly (infer E)[]
	? readonly DeepReadonly<E>[]
	: T extends object
		? { readonly [K in keyof T]: DeepReadonly<T[K]> }
		: T;

/** Declarations are data, written `as const satisfies SlashData`, so that argument types can be derived from them. */
export type SlashData = DeepReadonly<RESTPostAPIChatInputApplicationCommandsJSONBody>;
export type MessageMenuData = DeepReadonly<RESTPostAPIContextMenuApplicationCommandsJSONBody>;

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
	/** Where its buttons, selects and modals lead, and what happens there. */
	readonly routes?: readonly HandledRoute<S>[];
}

/** A slash command: its declaration as data, and what it does. */
interface SlashCommand<S, D, A> extends Parts<S> {
	readonly data: D;
	execute(interaction: ChatInputCommandInteraction<"cached">, args: A, services: S): Promise<void>;
}

/** A command in a message's menu. */
interface MessageCommand<S> extends Parts<S> {
	readonly data: MessageMenuData;
	execute(interaction: MessageContextMenuCommandInteraction<"cached">, services: S): Promise<void>;
}

/** A command of any declaration, as dispatch and registration see it. */
export type Command<S> =
	| (SlashCommand<S, SlashData, Record<string, unknown>> & { readonly kind: "slash" })
	| (MessageCommand<S> & { readonly kind: "message" });

/** What commands that work with `S` are made with. */
export const commandsWith = <S>() => ({
	/** Forgets the exact argument type, which the declaration itself vouches for. */
	slashCommand: <const D extends SlashData>(command: SlashCommand<S, D, ArgumentsOf<D>>): Command<S> => ({
		...command,
		kind: "slash",
		execute: (interaction, args, services) => command.execute(interaction, args as ArgumentsOf<D>, services),
	}),
	messageCommand: (command: MessageCommand<S>): Command<S> => ({ ...command, kind: "message" }),
	handleRoutes: <R extends Routes>(routes: R, handlers: RouteHandlers<NoInfer<R>, S>) =>
		handleRoutes<S, R>(routes, handlers),
});
