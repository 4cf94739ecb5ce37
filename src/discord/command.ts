import type {
	AutocompleteInteraction,
	ButtonInteraction,
	ChatInputCommandInteraction,
	MessageContextMenuCommandInteraction,
	ModalSubmitInteraction,
	StringSelectMenuInteraction,
} from "discord.js";
import type {
	RESTPostAPIChatInputApplicationCommandsJSONBody,
	RESTPostAPIContextMenuApplicationCommandsJSONBody,
} from "discord-api-types/v10";
import type { ArgumentsOf } from "./arguments.ts";

type DeepReadonly<T> = T extends readonly (infer E)[]
	? readonly DeepReadonly<E>[]
	: T extends object
		? { readonly [K in keyof T]: DeepReadonly<T[K]> }
		: T;

/** Declarations are data, written `as const satisfies SlashData`, so that argument types can be derived from them. */
export type SlashData = DeepReadonly<RESTPostAPIChatInputApplicationCommandsJSONBody>;
export type MessageMenuData = DeepReadonly<RESTPostAPIContextMenuApplicationCommandsJSONBody>;

/** A handler of a component or modal: `argument` is what follows the route in its `custom_id`. */
type RouteHandler<I, S> = (interaction: I, argument: string, services: S) => Promise<void>;
type Routes<I, S> = Readonly<Record<string, RouteHandler<I, S>>>;

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
	readonly buttons?: Routes<ButtonInteraction<"cached">, S>;
	readonly selects?: Routes<StringSelectMenuInteraction<"cached">, S>;
	readonly modals?: Routes<ModalSubmitInteraction<"cached">, S>;
}

/** A slash command: its declaration as data, and what it does. */
export interface SlashCommand<S, D extends SlashData = SlashData> extends Parts<S> {
	readonly data: D;
	execute(
		interaction: ChatInputCommandInteraction<"cached">,
		args: ArgumentsOf<D>,
		services: S,
	): Promise<void>;
}

/** A command in a message's menu. */
export interface MessageCommand<S, D extends MessageMenuData = MessageMenuData> extends Parts<S> {
	readonly data: D;
	execute(interaction: MessageContextMenuCommandInteraction<"cached">, services: S): Promise<void>;
}

/** A command of any declaration, as dispatch and registration see it. */
export type Command<S> =
	| (Parts<S> & {
			readonly kind: "slash";
			readonly data: SlashData;
			execute(
				interaction: ChatInputCommandInteraction<"cached">,
				args: Record<string, unknown>,
				services: S,
			): Promise<void>;
	  })
	| (Parts<S> & {
			readonly kind: "message";
			readonly data: MessageMenuData;
			execute(interaction: MessageContextMenuCommandInteraction<"cached">, services: S): Promise<void>;
	  });

/** Forgets the exact argument type, which the declaration itself vouches for. */
export const slashCommand = <S, const D extends SlashData>(command: SlashCommand<S, D>): Command<S> => ({
	...command,
	kind: "slash",
	execute: (interaction, args, services) => command.execute(interaction, args as ArgumentsOf<D>, services),
});

export const messageCommand = <S, const D extends MessageMenuData>(
	command: MessageCommand<S, D>,
): Command<S> => ({
	...command,
	kind: "message",
});

/** @returns the `custom_id` that leads to the handler `route` of `command`; at most 100 characters in all */
export const routeId = (command: string, route: string, argument = ""): string =>
	`${command}:${route}:${argument}`;
