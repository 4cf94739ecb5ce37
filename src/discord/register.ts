import { isDeepStrictEqual } from "node:util";
import { type REST, Routes } from "discord.js";
import type { RegisteredCommand } from "./catalogue.ts";
import type { WrittenCommand } from "./write-declaration.ts";

type Plain = { readonly [key: string]: unknown };

/** Discord's defaults for fields that a declaration leaves out: absent, null and the default are equal. */
const defaults: Plain = {
	default_member_permissions: null,
	name_localizations: null,
	description_localizations: null,
	description: "",
	nsfw: false,
	required: false,
	autocomplete: false,
	options: [],
	choices: [],
	channel_types: [],
	file_types: [],
	type: 1,
};

/** Compares only what a declaration can contain, without the ids, versions and other fields that Discord adds. */
const declared = new Set([
	...Object.keys(defaults),
	"name",
	"contexts",
	"integration_types",
	"value",
	"min_value",
	"max_value",
	"min_length",
	"max_length",
]);

const normalize = (value: unknown): unknown => {
	if (Array.isArray(value)) return value.map(normalize);
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(
		Object.entries(value)
			.filter(
				([key, inner]) => inner !== undefined && inner !== null && !isDeepStrictEqual(inner, defaults[key]),
			)
			.map(([key, inner]) => [key, key.endsWith("_localizations") ? inner : normalize(inner)] as const)
			.filter(([key]) => declared.has(key)),
	);
};

const byName = (commands: readonly unknown[]): ReadonlyMap<string, unknown> =>
	new Map(
		commands.map((command) => {
			const { type = 1, name } = command as { type?: number; name: string };
			return [`${type}:${name}`, normalize({ ...(command as Plain), type })];
		}),
	);

/**
 * Replaces Discord's global commands with the declared ones, in one PUT, if they differ.
 *
 * @returns the commands with their ids, and whether there was anything to change
 */
export const registerCommands = async (
	rest: REST,
	applicationId: string,
	commands: readonly WrittenCommand[],
): Promise<{ readonly changed: boolean; readonly registered: readonly RegisteredCommand[] }> => {
	const route = Routes.applicationCommands(applicationId);
	const query = new URLSearchParams({ with_localizations: "true" });
	const current = (await rest.get(route, { query })) as readonly RegisteredCommand[];
	if (isDeepStrictEqual(byName(current), byName(commands))) return { changed: false, registered: current };
	const registered = (await rest.put(route, { body: commands })) as readonly RegisteredCommand[];
	return { changed: true, registered };
};
