/** A piece of text in one voice, at most about 45 s of speech: the unit of requests, of the cache and of retries. */
export interface Line {
	readonly text: string;
	/** The voice's canonical name. */
	readonly voice: string;
	/** A BCP 47 tag for the service. Without it, the service detects the language. */
	readonly language?: string;
	/** A free direction, such as "whispering, amused". */
	readonly style?: string;
	/** Whether a cached Clip without the style will do. */
	readonly plainWillDo?: boolean;
	/** How many times as fast as the service speaks, 0.5 to 2, at the same pitch. Not sent to the service. */
	readonly tempo?: number;
	/** How much louder than usual, in dB. Not sent to the service. */
	readonly gainDb?: number;
	/** Silence before the Line, in ms. Not part of its Clip. */
	readonly pauseMs?: number;
	/** Whether its Clip must never be written to disk. Not part of the Clip's key: one that is cached already is used. */
	readonly memoryOnly?: true;
	/** Whether its Clip is cached neither in memory nor on disk. */
	readonly unkept?: true;
	/** `possible` if Herald's own voices may say it when the service fails; or why they are saying it. */
	readonly standIn?: "possible" | StandIn;
}

/** Why one of Herald's own voices stands in for the service's. */
export type StandIn = "own_voice" | "own_voice_no_credit";

export const isStandIn = (compromise: Compromise | Line["standIn"]): compromise is StandIn =>
	compromise === "own_voice" || compromise === "own_voice_no_credit";

/**
 * How a Line's sound differs from what was asked for: the service refused something, or stopped before the text's end.
 */
export type Compromise = "without_style" | "without_language" | "other_voice" | "cut_short" | StandIn;

/** @param sent - the Line as it was sent, or its pieces */
export const compromisesOf = (line: Line, ...sent: readonly Line[]): readonly Compromise[] => [
	...(sent.some(({ style }) => style !== line.style) ? (["without_style"] as const) : []),
	...(sent.some(({ language }) => language !== line.language) ? (["without_language"] as const) : []),
	...(sent.some(({ voice }) => voice !== line.voice) ? (["other_voice"] as const) : []),
];
