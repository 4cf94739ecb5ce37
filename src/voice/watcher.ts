import type { VoiceTrouble } from "../shared/problem.ts";
import type { LeaveReason } from "./leave-timers.ts";

/** Why a session began or went on elsewhere: `restart` goes back to where Herald was before it was started anew. */
export type OpenedBy = "join" | "restart" | "move";

/** Why a session is over: a member asked for it, no listeners, silence, Herald stops, or a trouble. */
export type GoneBy = "asked" | LeaveReason | "stopping" | VoiceTrouble["reason"];

/** Follows where Herald is, and who is there with it. What is thrown here is logged. */
export interface VoiceWatcher {
	/**
	 * Herald is in a channel and can be heard there, first or after a move.
	 *
	 * @param userId - the member that it joined for, where that is known: not after a restart or a moderator's move
	 */
	onOpened(guildId: string, channelId: string, by: OpenedBy, userId?: string): void;
	/**
	 * A member came, went, or may do more or less than before, in a guild where Herald is in voice; called too often.
	 *
	 * @param userId - where it concerns one member alone
	 */
	onPeople(guildId: string, userId?: string): void;
	/** The session is over, and all its items have ended; Herald may still be on its way out. */
	onGone(guildId: string, channelId: string, by: GoneBy): void;
}

/** Calls back with true when Herald is in a first channel, and with false when it has left the last one. */
export const watchWhetherHeard = (
	voice: { watch(watcher: Partial<VoiceWatcher>): void },
	onChange: (isHeard: boolean) => void,
): void => {
	const guilds = new Set<string>();
	voice.watch({
		onOpened: (guildId) => {
			if (guilds.size === 0) onChange(true);
			guilds.add(guildId);
		},
		onGone: (guildId) => {
			if (guilds.delete(guildId) && guilds.size === 0) onChange(false);
		},
	});
};
