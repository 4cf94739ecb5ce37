import { isDeepStrictEqual } from "node:util";
import { type APIApplicationCommand, ApplicationCommandType } from "discord-api-types/v10";
import { checkCommand } from "../checks/command-json.ts";
import { Form, refuse } from "../checks/form.ts";
import { checked, isJson, type Json, listed } from "../checks/json.ts";
import { limits } from "../checks/limits.ts";
import type { World } from "./world.ts";

/** The application's commands as Discord keeps them, checked and with ids, versions and defaults. */
export class Commands {
	readonly #world: World;
	readonly #lists = new Map<string, readonly Json[]>();

	constructor(world: World) {
		this.#world = world;
	}

	/** The commands of a guild; without a guild, the global commands. */
	list(guildId?: string): readonly APIApplicationCommand[] {
		return checked(this.#lists.get(guildId ?? "") ?? []);
	}

	/** The global commands, and then the guild's commands. */
	inGuild(guildId: string): readonly APIApplicationCommand[] {
		return [...this.list(), ...this.list(guildId)];
	}

	/**
	 * Replaces a guild's commands; without a guild, the global commands.
	 *
	 * @throws ApiError 50035 with every refused field, 30032 for too many commands
	 */
	set(value: unknown, guildId?: string): readonly APIApplicationCommand[] {
		const form = new Form();
		const commands = listed(value);
		const seen = new Set<string>();
		for (const [index, command] of commands.entries()) {
			checkCommand(form.in(index), command);
			const key = keyOf(command);
			if (seen.has(key)) form.in(index, "name").refuse("APPLICATION_COMMANDS_DUPLICATE_NAME");
			seen.add(key);
		}
		form.finish();
		for (const [type, most] of [
			[1, limits.chatInputCommands],
			[2, limits.contextMenuCommands],
			[3, limits.contextMenuCommands],
		] as const)
			if (commands.filter((command) => typeOf(command) === type).length > most)
				throw refuse.tooManyCommands();

		const before = this.#lists.get(guildId ?? "") ?? [];
		const after = commands.map((command) => {
			const filled = this.#fill(command, guildId);
			const old = before.find((each) => keyOf(each) === keyOf(command));
			const unchanged = old && isDeepStrictEqual({ ...filled, id: old.id, version: old.version }, old);
			return unchanged
				? old
				: { ...filled, id: old?.id ?? this.#world.newId(), version: this.#world.newId() };
		});
		this.#lists.set(guildId ?? "", after);
		return this.list(guildId);
	}

	#fill(command: Json, guildId: string | undefined): Json {
		const type = typeOf(command);
		const options = listed(command.options).map(fillOption);
		const permissions = command.default_member_permissions;
		return {
			application_id: this.#world.applicationId,
			...(guildId && { guild_id: guildId }),
			type,
			name: command.name,
			name_localizations: command.name_localizations ?? null,
			description: command.description ?? "",
			description_localizations: command.description_localizations ?? null,
			default_member_permissions:
				permissions === undefined || permissions === null ? null : String(BigInt(String(permissions))),
			dm_permission: Array.isArray(command.contexts)
				? command.contexts.includes(1)
				: (command.dm_permission ?? true),
			contexts: command.contexts ?? null,
			integration_types: guildId ? [0] : (command.integration_types ?? [0, 1]),
			nsfw: command.nsfw ?? false,
			...(options.length > 0 && { options }),
		};
	}
}

const typeOf = (command: Json): unknown => command.type ?? ApplicationCommandType.ChatInput;
const keyOf = (command: Json): string => `${typeOf(command)} ${command.name}`;

// Discord leaves out an option's fields that are false, null or an empty list.
const fillOption = (option: Json): Json => {
	const filled: Record<string, unknown> = {};
	for (const [key, value] of Object.entries(option)) {
		if (value === undefined || value === null || value === false) continue;
		if (Array.isArray(value) && value.length === 0) continue;
		filled[key] = key === "options" && Array.isArray(value) ? value.filter(isJson).map(fillOption) : value;
	}
	return filled;
};

/** A command as `GET` writes it without `with_localizations`. */
export const withoutLocalizations = (value: unknown): unknown => {
	if (Array.isArray(value)) return value.map(withoutLocalizations);
	if (!isJson(value)) return value;
	const kept = Object.entries(value).filter(([key]) => !key.endsWith("_localizations"));
	return Object.fromEntries(kept.map(([key, inner]) => [key, withoutLocalizations(inner)]));
};
