import { type VoiceConnection, VoiceConnectionStatus } from "@discordjs/voice";
import type { LinkState, Player } from "./link-state.ts";

/** The state that a link is in. What a state owns and the next one doesn't ends with it. */
export class HeldState {
	readonly #player: Player;
	#current: LinkState = { kind: "closed" };
	#audible = true;
	/** Where the player is connected to. */
	#connected: VoiceConnection | undefined;

	/** @param player - what goes out while the link is up */
	constructor(player: Player) {
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
		this.#audible = audible;
		this.#connect();
	}

	/** The only way to change state. */
	enter(next: LinkState): void {
		const before = this.#current;
		if ("deadline" in before) before.deadline();
		if (before.kind === "queued") before.giveUpTurn();
		this.#current = next;
		this.#connect();
		if ("connection" in before && !this.holds(before.connection)) {
			// Without the library's own leave request: next comes another join request, or our own leave request.
			if (before.connection.state.status !== VoiceConnectionStatus.Destroyed)
				before.connection.destroy(false);
		}
	}

	#connect(): void {
		const state = this.#current;
		const wanted = state.kind === "up" && this.#audible ? state.connection : undefined;
		if (wanted === this.#connected) return;
		if (this.#connected) this.#player.disconnect();
		if (wanted) this.#player.connect(wanted);
		this.#connected = wanted;
	}
}
