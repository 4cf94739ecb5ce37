import { PermissionFlagsBits } from "discord-api-types/v10";

/** What a member may want of a session that others listen to. */
export type SessionAct = "skip" | "stop" | "leave" | "move";

/** All that decides who may do what: ids of people, and the bits of the member's permissions in Herald's channel. */
export interface Standing {
	readonly memberId: string;
	readonly permissions: bigint;
	/** The people in Herald's channel, without bots. */
	readonly listeners: readonly string[];
	/** Whether all that the act would cut off is the member's own. */
	readonly own: boolean;
	/** Who pressed Skip for the same text so far. */
	readonly votes: readonly string[];
}

export type Decision =
	| { readonly allowed: true }
	/** `votes` counts this member's; only skipping can be voted on. */
	| { readonly allowed: false; readonly votes: number; readonly needed: number };

const deciding = PermissionFlagsBits.MoveMembers | PermissionFlagsBits.ManageGuild;

/** Whether these permissions decide about sessions: Move Members or Manage Server. */
const decides = (permissions: bigint): boolean =>
	(permissions & (deciding | PermissionFlagsBits.Administrator)) !== 0n;

/**
 * Decides whether a member may do something to a session: to what is their own always; else with Move Members or Manage
 * Server, when nobody else listens, or, to skip, when more than half of the listeners want it.
 */
export const decideAct = (act: SessionAct, standing: Standing): Decision => {
	const { memberId, permissions, listeners, own, votes } = standing;
	if (own && act !== "leave" && act !== "move") return { allowed: true };
	if (decides(permissions)) return { allowed: true };
	const listening = new Set(listeners);
	listening.delete(memberId);
	// Whoever isn't there decides nothing for those who are; where nobody is, nothing is taken from anybody.
	if (listening.size === 0) return { allowed: true };
	const present = new Set(listeners);
	const wanting = new Set([...votes, memberId].filter((id) => present.has(id)));
	const needed = Math.floor(present.size / 2) + 1;
	if (act === "skip" && wanting.size >= needed) return { allowed: true };
	return { allowed: false, votes: wanting.size, needed };
};
