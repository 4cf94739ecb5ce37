import { type AudioPlayer, type VoiceConnection, VoiceConnectionStatus } from "@discordjs/voice";
import type { LinkState } from "./link-state.ts";

/** The state that a link is in. What a state owns and the next one doesn't ends with it. */
export class HeldState {
	readonly #player: AudioPlayer;
	#current: LinkState = { kind: "closed" };
	#audible = true;

	/** @param player - what goes out while the link is up */
	constructor(player: AudioPlayer) {
		this.#player = player;
	}

	get current(): LinkState {
		return this.#current;
	}

	/** @returns whether a connection is the one in use: what others report is of no interest */
	holds(connection: VoiceConnection): boolean {
		return "connection" in this.#current && this.#current.connection === connection;
	}

	/** Connects the player, or pauses it. */
	setAudible(audible: boolean): void {
		if (audible === this.#audible) return;
		this.#audible = audible;
		const state = this.#current;
		if (state.kind === "up") this.enter({ ...state, subscription: undefined });
	}

	/** The only way to change state. */
	enter(next: LinkState): void {
		const before = this.#current;
		if ("deadline" in before) clearTimeout(before.deadline);
		if (before.kind === "queued") before.giveUpTurn();
		const maySpeak = next.kind === "up" && this.#audible;
		const entered =
			maySpeak && next.subscription === undefined
				? { ...next, subscription: next.connection.subscribe(this.#player) }
				: next;
		this.#current = entered;
		if (before.kind === "up" && !("subscription" in entered && entered.subscription === before.subscription))
			before.subscription?.unsubscribe();
		if ("connection" in before && !this.holds(before.connection)) {
			// Without the library's own leave request: next comes another join request, or our own leave request.
			if (before.connection.state.status !== VoiceConnectionStatus.Destroyed)
				before.connection.destroy(false);
		}
	}
}
