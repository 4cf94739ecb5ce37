import type {
	AnySelectMenuInteraction,
	ButtonInteraction,
	CacheType,
	ModalSubmitInteraction,
} from "discord.js";
import type { Translate } from "../texts/index.ts";

export interface Interactions<C extends CacheType = CacheType> {
	readonly button: ButtonInteraction<C>;
	readonly select: AnySelectMenuInteraction<C>;
	readonly modal: ModalSubmitInteraction<C>;
}

type InteractionKind = keyof Interactions;
type RouteValues<P extends string> = Readonly<Record<P, string>>;

/** A kind of component or modal, and the names of the values in its `custom_id`. */
interface RouteShape<K extends InteractionKind = InteractionKind, P extends string = string> {
	readonly kind: K;
	readonly parameters: readonly P[];
}

const shape =
	<K extends InteractionKind>(kind: K) =>
	<const P extends readonly string[]>(...parameters: P): RouteShape<K, P[number]> => ({ kind, parameters });

export const button = shape("button");
export const select = shape("select");
export const modal = shape("modal");

type RouteShapes = Readonly<Record<string, RouteShape>>;

interface Route<K extends InteractionKind = InteractionKind, P extends string = string>
	extends RouteShape<K, P> {
	/** The beginning of the `custom_id`s: command and route, such as `say:file`. */
	readonly path: string;
	/**
	 * @returns the `custom_id` with these values. Only the last value may contain a colon. Discord refuses more than
	 * 100 characters, which isn't checked here
	 */
	readonly to: (...values: [P] extends [never] ? [] : [RouteValues<P>]) => string;
}

export type Routes = Readonly<Record<string, RouteShape & Pick<Route, "path">>>;

type RoutesOf<R extends RouteShapes> = {
	readonly [N in keyof R]: Route<R[N]["kind"], R[N]["parameters"][number]>;
};

/** A handler for each route: a missing, renamed or wrong one is a type error. */
export type RouteHandlers<R extends RouteShapes, S, C extends CacheType = "cached"> = {
	readonly [N in keyof R]: (
		interaction: Interactions<C>[R[N]["kind"]],
		values: RouteValues<R[N]["parameters"][number]>,
		services: S,
		t: Translate,
	) => Promise<unknown>;
};

export interface HandledRoute<S> {
	readonly kind: InteractionKind;
	readonly path: string;
	readonly parameters: readonly string[];
	readonly everywhere: boolean;
	handle(
		interaction: Interactions[InteractionKind],
		values: RouteValues<string>,
		services: S,
		t: Translate,
	): Promise<unknown>;
}

/**
 * Declares the routes of a command's buttons, selects and modals: `declareRoutes("say", { skip: button("text") })`.
 * `.skip.to({ text: id })` returns a button's `custom_id`. The command has a handler for each route.
 */
export function declareRoutes<const R extends RouteShapes>(command: string, routes: R): RoutesOf<R>;
export function declareRoutes(command: string, routes: RouteShapes): object {
	return Object.fromEntries(
		Object.entries(routes).map(([name, { kind, parameters }]) => {
			const path = `${command}:${name}`;
			const to = (values: RouteValues<string> = {}) =>
				[path, ...parameters.map((parameter) => values[parameter] ?? "")].join(":");
			return [name, { kind, parameters, path, to }];
		}),
	);
}

export const handleRoutes = <S, R extends Routes, C extends CacheType = "cached">(
	routes: R,
	handlers: RouteHandlers<NoInfer<R>, S, C>,
	everywhere = false,
): HandledRoute<S>[] =>
	Object.entries(routes).map(([name, route]) => ({
		...route,
		everywhere,
		handle: handlers[name] as HandledRoute<S>["handle"],
	}));

/** @returns a `custom_id`'s path, such as `say:file`, and its values */
export const splitCustomId = (customId: string): { path: string; rest: readonly string[] } => {
	const [command = "", name = "", ...rest] = customId.split(":");
	return { path: `${command}:${name}`, rest };
};

/** @returns the values of a route's parameters by name; the last value may contain colons */
export const readValues = (parameters: readonly string[], rest: readonly string[]): RouteValues<string> =>
	Object.fromEntries(
		parameters.map((parameter, index) => [
			parameter,
			index === parameters.length - 1 ? rest.slice(index).join(":") : (rest[index] ?? ""),
		]),
	);
