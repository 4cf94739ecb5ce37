import type { Guild } from "discord.js";
import type { Logger } from "../shared/log.ts";
import type { LineSpeaker } from "../speech/spoken.ts";
import type { TextEnd, TextSource } from "./channel-text.ts";
import type { Clock } from "./clock.ts";
import type { JoinTurns } from "./join-turns.ts";
import type { LeaveTimers } from "./leave-timers.ts";
import type { ConnectionTiming } from "./reopenings.ts";
import type { OpenedBy, VoiceWatcher } from "./watcher.ts";

export interface SessionOptions {
	readonly guild: Guild;
	readonly channelId: string;
	readonly openedBy: Exclude<OpenedBy, "move">;
	readonly watcher: VoiceWatcher;
	readonly speech: LineSpeaker;
	/** By rank. */
	readonly sources: readonly TextSource[];
	readonly logger: Logger;
	readonly clock: Clock;
	/** Never rejects, as below. */
	readonly aloneMs: () => Promise<number>;
	readonly idleMs: () => Promise<number>;
	readonly timing?: Partial<ConnectionTiming> | undefined;
	/** When joins of the guild's gateway connection go out. */
	readonly turns: JoinTurns;
	/** Herald is in another channel than before, or on its way there. */
	readonly onPlace: (channelId: string) => void;
	/** Herald has left, and the guild can have another session. */
	readonly onGone: () => void;
}

export type SessionState =
	| { readonly kind: "joining" }
	| { readonly kind: "ready"; readonly timers: LeaveTimers }
	| { readonly kind: "speaking"; readonly timers: LeaveTimers }
	| { readonly kind: "leaving"; readonly gone: Promise<void>; readonly end: TextEnd };
