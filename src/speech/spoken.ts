import type { PackedClip } from "../audio/clip.ts";
import type { SoundFile } from "../audio/sound-file.ts";
import type { Problem } from "../problem.ts";
import type { Line } from "./line.ts";
import type { Usage } from "./usage.ts";

/** A Line's sound. */
export interface SpokenLine extends PackedClip {
	/** Sound that was made for this call, in ms: zero from the cache, or when somebody else had asked before and still waits. */
	readonly madeMs: number;
	/** Tokens that this call used; undefined when it made nothing. */
	readonly usage: Usage | undefined;
	readonly withoutStyle: boolean;
}

/** What came of a Line. */
export type SpokenResult =
	| { readonly ok: true; readonly spoken: SpokenLine }
	| { readonly ok: false; readonly problem: Problem };

/** What makes the sound of Lines, one a call. */
export interface LineSpeaker {
	/**
	 * Speaks a Line: from what was made before, else it is asked for, in the order of the calls of a guild.
	 *
	 * @param guildId - whose turn the request takes
	 * @throws the signal's reason when it aborts: nothing is made for this call then
	 */
	speak(line: Line, guildId: string, signal: AbortSignal): Promise<SpokenResult>;
}

/** What speech comes from, as whoever answers with it sees it. */
export interface SpeechSource extends LineSpeaker {
	/** Writes what was spoken as one Ogg file. */
	writeFile(spoken: readonly PackedClip[]): Promise<SoundFile>;
	/** Lets requests through again at once after the account was refused: it has new credit. */
	resume(): void;
}
