/** A piece of text in a voice, at most about 45 s of speech: the unit of a request, of the cache and of retry. */
export interface Line {
	readonly text: string;
	/** The voice's canonical name. */
	readonly voice: string;
	/** A BCP 47 tag, told to the service; without one it finds out by itself. */
	readonly language?: string;
	/** Free direction, such as "whispering, amused". */
	readonly style?: string;
	/** Whether cached audio without the style is good enough. */
	readonly plainWillDo?: boolean;
	/** How many times as fast as the service speaks it, 0.5 to 2, in the same pitch; the service isn't told. */
	readonly tempo?: number;
	/** How much louder than usual, in dB; the service isn't told. */
	readonly gainDb?: number;
	/** Silence before it, in ms; no part of its Clip. */
	readonly pauseMs?: number;
	/** Whether its Clip must never be written to disk. Not part of its key: a Clip that is there anyway will do. */
	readonly memoryOnly?: true;
	/** Whether its Clip isn't kept at all. */
	readonly unkept?: true;
	/** Whether Herald's own voices may say it in the service's place: it fails soon then. Or that they do, and why. */
	readonly standIn?: "possible" | StandIn;
}

/** Why one of Herald's own voices stands in for the service's. */
export type StandIn = "own_voice" | "own_voice_no_credit";

export const isStandIn = (compromise: Compromise | Line["standIn"]): compromise is StandIn =>
	compromise === "own_voice" || compromise === "own_voice_no_credit";

/** In what a Line's sound isn't as asked for: the service refused that, or stopped before the text's end. */
export type Compromise = "without_style" | "without_language" | "other_voice" | "cut_short" | StandIn;

/** @param sent - the Line as it was sent, or its pieces */
export const compromisesOf = (line: Line, ...sent: readonly Line[]): readonly Compromise[] => [
	...(sent.some(({ style }) => style !== line.style) ? (["without_style"] as const) : []),
	...(sent.some(({ language }) => language !== line.language) ? (["without_language"] as const) : []),
	...(sent.some(({ voice }) => voice !== line.voice) ? (["other_voice"] as const) : []),
];
