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

/** Notifies all watchers: what one throws is logged, and the others are notified all the same. */
export class VoiceWatchers implements VoiceWatcher {
	readonly #watchers: Partial<VoiceWatcher>[] = [];
	readonly #onFault: (error: unknown) => void;

	constructor(onFault: (error: unknown) => void) {
		this.#onFault = onFault;
	}

	add(watcher: Partial<VoiceWatcher>): void {
		this.#watchers.push(watcher);
	}

	onOpened(...args: Parameters<VoiceWatcher["onOpened"]>): void {
		this.#notify((watcher) => watcher.onOpened?.(...args));
	}

	onPeople(...args: Parameters<VoiceWatcher["onPeople"]>): void {
		this.#notify((watcher) => watcher.onPeople?.(...args));
	}

	onGone(...args: Parameters<VoiceWatcher["onGone"]>): void {
		this.#notify((watcher) => watcher.onGone?.(...args));
	}

	#notify(notify: (watcher: Partial<VoiceWatcher>) => void): void {
		for (const watcher of this.#watchers) {
			try {
				notify(watcher);
			} catch (error) {
				this.#onFault(error);
			}
		}
	}
}

/** Keeps a connection to the speech service open while Herald is in any channel. */
export const warmWhileHeard = (
	voice: { watch(watcher: Partial<VoiceWatcher>): void },
	speech: { keepWarm(wanted: boolean): void },
): void => {
	const guilds = new Set<string>();
	voice.watch({
		onOpened: (guildId) => {
			guilds.add(guildId);
			speech.keepWarm(true);
		},
		onGone: (guildId) => {
			guilds.delete(guildId);
			if (guilds.size === 0) speech.keepWarm(false);
		},
	});
};
