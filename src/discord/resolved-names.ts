import type { CommandInteractionResolvedData } from "discord.js";

/** The names of whom and what a text mentions, by id. */
export interface ResolvedNames {
	readonly users: ReadonlyMap<string, string>;
	readonly channels: ReadonlyMap<string, string>;
	readonly roles: ReadonlyMap<string, string>;
}

/** Reads the names that Discord sent along with an interaction; members by the name that this guild knows them by. */
export const resolvedNames = (
	resolved: Readonly<CommandInteractionResolvedData<"cached">> | null,
): ResolvedNames => ({
	users: new Map(
		resolved?.users?.map((user) => [
			user.id,
			resolved.members?.get(user.id)?.displayName ?? user.displayName,
		]),
	),
	channels: new Map(
		resolved?.channels?.map((channel) => [channel.id, "name" in channel ? (channel.name ?? "") : ""]),
	),
	roles: new Map(resolved?.roles?.map((role) => [role.id, role.name])),
});
