import type { CommandInteractionResolvedData } from "discord.js";
import { canView } from "../shared/can-view.ts";

/** By id. */
export type ResolvedNames = Readonly<Record<"users" | "channels" | "roles", ReadonlyMap<string, string>>>;

/** Reads the names that Discord sent with an interaction. Members have their names in the guild. */
export const resolvedNames = (resolved: Readonly<CommandInteractionResolvedData> | null): ResolvedNames => ({
	users: new Map(
		resolved?.users?.map((user) => {
			const member = resolved.members?.get(user.id);
			const nick = member && ("displayName" in member ? member.displayName : member.nick);
			return [user.id, nick ?? user.displayName];
		}),
	),
	channels: new Map(
		resolved?.channels
			// Interactions also name channels that Herald can't view.
			?.filter((channel) => channel && !("guild" in channel && !canView(channel)))
			.map((channel, id) => [id, channel && "name" in channel ? (channel.name ?? "") : ""]),
	),
	roles: new Map(resolved?.roles?.map((role, id) => [id, role?.name ?? ""])),
});
