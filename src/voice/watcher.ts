import type { VoiceTrouble } from "../shared/problem.ts";

/** Why a session began or went on elsewhere: `restart` goes back to where Herald was before it was started anew. */
export type OpenedBy = "join" | "restart" | "move";

/** Why a session is over: a member asked for it, nobody listened, nothing was said, Herald stops, or a trouble. */
export type GoneBy = "asked" | "alone" | "idle" | "stopping" | VoiceTrouble["reason"];

/** Who follows where Herald is, and who is there with it. What is thrown here is logged. */
export interface VoiceWatcher {
	/**
	 * Herald is in a channel and can be heard there, first or after a move.
	 *
	 * @param userId - the member that it joined for, where that is known: not after a restart or a moderator's move
	 */
	onOpened(guildId: string, channelId: string, by: OpenedBy, userId?: string): void;
	/**
	 * Somebody came, went, or may do more or less than before, in a guild where Herald is in voice; called too often.
	 *
	 * @param userId - where it concerns one member alone
	 */
	onPeople(guildId: string, userId?: string): void;
	/** The session is over, and all its texts have ended; Herald may still be on its way out. */
	onGone(guildId: string, channelId: string, by: GoneBy): void;
}

/** One for all who watch: whoever fails keeps nobody else from being told. */
export class VoiceWatchers implements VoiceWatcher {
	readonly #watchers: VoiceWatcher[] = [];
	readonly #onFault: (error: unknown) => void;

	constructor(onFault: (error: unknown) => void) {
		this.#onFault = onFault;
	}

	add(watcher: VoiceWatcher): void {
		this.#watchers.push(watcher);
	}

	onOpened(...args: Parameters<VoiceWatcher["onOpened"]>): void {
		this.#tell((watcher) => watcher.onOpened(...args));
	}

	onPeople(...args: Parameters<VoiceWatcher["onPeople"]>): void {
		this.#tell((watcher) => watcher.onPeople(...args));
	}

	onGone(...args: Parameters<VoiceWatcher["onGone"]>): void {
		this.#tell((watcher) => watcher.onGone(...args));
	}

	#tell(tell: (watcher: VoiceWatcher) => void): void {
		for (const watcher of this.#watchers) {
			try {
				tell(watcher);
			} catch (error) {
				this.#onFault(error);
			}
		}
	}
}
