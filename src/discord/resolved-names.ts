import type { CommandInteractionResolvedData } from "discord.js";

export interface ResolvedNames {
	readonly users: ReadonlyMap<string, string>;
	readonly channels: ReadonlyMap<string, string>;
	readonly roles: ReadonlyMap<string, string>;
}

/** Reads the names that Discord sent with an interaction; members by their name in this guild. */
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
