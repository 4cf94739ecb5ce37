import type { Line } from "./line.ts";

/** In what a Line's sound isn't as asked for, because the service refused that. */
export type Compromise = "without_style" | "other_voice";

/** @param sent - the Line as it was sent, or its pieces */
export const compromisesOf = (line: Line, ...sent: readonly Line[]): readonly Compromise[] => [
	...(sent.some(({ style }) => style !== line.style) ? (["without_style"] as const) : []),
	...(sent.some(({ voice }) => voice !== line.voice) ? (["other_voice"] as const) : []),
];
