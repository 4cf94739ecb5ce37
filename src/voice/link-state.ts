import { type VoiceConnection, VoiceConnectionStatus } from "@discordjs/voice";
import type { Logger } from "@herald/common/log.ts";
import type { Guild } from "discord.js";
import type { Clock } from "../shared/clock.ts";
import type { VoiceTrouble } from "../shared/problem.ts";
import type { Playback } from "./playback.ts";
import type { ConnectionTiming } from "./reopenings.ts";

export interface LinkOptions {
	readonly guild: Guild;
	readonly player: Playback;
	readonly logger: Logger;
	readonly clock: Clock;
	/** Calls `go` when a join may go out. @returns a function that cancels it */
	readonly requestJoin: (go: () => void) => () => void;
	/** A join or a leave has gone out to the gateway. */
	readonly onAsked: () => void;
	readonly timing?: Partial<ConnectionTiming> | undefined;
	/** Herald can be heard, for the first time or again. */
	readonly onUp: () => void;
	readonly onMoved: (channelId: string) => void;
	/** The connection is lost for good. Not called for what `open` or `move` throws. */
	readonly onEnd: (trouble: VoiceTrouble) => void;
}

/** Each state holds only what it owns. `cancel` cancels what comes next. */
export type LinkState =
	| { readonly kind: "closed" }
	/** Until its join may go out, or after a pause. */
	| { readonly kind: "later"; readonly cancel: () => void }
	| {
			readonly kind: "waiting";
			readonly connection: VoiceConnection;
			readonly cancel: () => void;
			/** For another voice server, or for being able to speak. */
			readonly until: "server" | "speaking";
	  }
	| { readonly kind: "up"; readonly connection: VoiceConnection };

export interface Opening extends PromiseWithResolvers<void> {
	/** The first timeout is followed by one fresh retry. */
	readonly retried: boolean;
}

/** Holds a link's state. What a state owns and the next one doesn't ends with it. */
export class HeldState {
	readonly #player: Playback;
	#current: LinkState = { kind: "closed" };
	#audible = true;
	#connected: VoiceConnection | undefined;

	constructor(player: Playback) {
		this.#player = player;
	}

	get current(): LinkState {
		return this.#current;
	}

	/** @returns whether a connection is the one in use: events of others are ignored */
	holds(connection: VoiceConnection): boolean {
		return "connection" in this.#current && this.#current.connection === connection;
	}

	setAudible(audible: boolean): void {
		this.#audible = audible;
		this.#connect();
	}

	/** The only way to change state. */
	enter(next: LinkState): void {
		const before = this.#current;
		if ("cancel" in before) before.cancel();
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
