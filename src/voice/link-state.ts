import type { VoiceConnection } from "@discordjs/voice";
import type { Guild } from "discord.js";
import type { Logger } from "../shared/log.ts";
import type { VoiceTrouble } from "../shared/problem.ts";
import type { Clock } from "./clock.ts";
import type { ConnectionTiming } from "./reopenings.ts";

/** What goes out while a link is up. */
export interface Player {
	connect(connection: VoiceConnection): void;
	disconnect(): void;
}

export interface LinkOptions {
	readonly guild: Guild;
	readonly player: Player;
	readonly logger: Logger;
	readonly clock: Clock;
	/** Asks for a turn to join: `go` is called when it has come. @returns how to give it up */
	readonly takeTurn: (go: () => void) => () => void;
	/** A join or a leave has gone out to the gateway. */
	readonly onAsked: () => void;
	readonly timing?: Partial<ConnectionTiming> | undefined;
	/** Herald can be heard, for the first time or again. */
	readonly onUp: () => void;
	/** Somebody moved Herald to another channel. */
	readonly onMoved: (channelId: string) => void;
	/** The connection is lost for good. Not called for what `open` or `move` throws. */
	readonly onEnd: (trouble: VoiceTrouble) => void;
}

/** Each state holds only what it owns. What happens if nothing else does is cancelled with `deadline`. */
export type LinkState =
	| { readonly kind: "closed" }
	/** For its turn to ask for the channel. */
	| { readonly kind: "queued"; readonly giveUpTurn: () => void }
	| {
			readonly kind: "waiting";
			readonly connection: VoiceConnection;
			readonly deadline: () => void;
			/** For a voice server to go to, where the one it has is not good any more, or for being able to speak. */
			readonly until: "server" | "speaking";
	  }
	| { readonly kind: "backing-off"; readonly deadline: () => void }
	| { readonly kind: "up"; readonly connection: VoiceConnection };

export interface Opening extends PromiseWithResolvers<void> {
	/** The first timeout is followed by one fresh retry. */
	readonly retried: boolean;
}
