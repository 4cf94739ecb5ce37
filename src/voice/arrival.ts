import type { VoiceTrouble } from "../shared/problem.ts";
import type { QueuedText } from "./channel-text.ts";

/** Herald is in the channel. */
export interface Arrival {
	readonly channelId: string;
	/** Why Herald can't be heard there at the moment. */
	readonly trouble: VoiceTrouble | undefined;
}

/** A text was queued. */
export interface Accepted extends Arrival {
	readonly text: QueuedText;
	/** Texts before it. */
	readonly before: number;
	/** How long those take, by estimate, in ms. */
	readonly waitMs: number;
}

/** What a guild hears now, and what comes next. */
export interface QueueView {
	readonly channelId: string;
	/** The first one is playing or about to. */
	readonly texts: readonly QueuedText[];
	readonly totalMs: number;
	readonly trouble: VoiceTrouble | undefined;
}
