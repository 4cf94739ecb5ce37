import type { PackedClip } from "@herald/common/audio/clip.ts";
import type { Sound } from "@herald/common/audio/growing-clip.ts";
import type { SoundFile } from "@herald/common/audio/sound-file.ts";
import type { Account } from "../shared/account.ts";
import type { Problem } from "../shared/problem.ts";
import type { Compromise, Line } from "./line.ts";
import type { Payer } from "./usage.ts";

/** A Line's sound. */
export interface SpokenLine extends PackedClip {
	/** Audio generated for this call, in ms: zero from the cache, or if another caller paid for it. */
	readonly madeMs: number;
	readonly compromises: readonly Compromise[];
}

/** The result of a Line. */
export type SpokenResult =
	| { readonly ok: true; readonly spoken: SpokenLine }
	| { readonly ok: false; readonly problem: Problem };

/** Events of a Line before its sound is there. */
export type LineNews =
	/** Its request has gone out to the service, and after how many ms such a Line is usually heard. None for a Clip from the cache. */
	| { readonly kind: "begun"; readonly usualMs?: number | undefined }
	/** The service has begun to answer. */
	| { readonly kind: "answering" }
	/** Its first packets are there, and the rest should come before it is needed. Not told of a short Line in one piece. */
	| {
			readonly kind: "sound";
			readonly sound: Sound;
			readonly compromises: readonly Compromise[];
			/** How much louder it is than usual, in dB. */
			readonly gainDb: number;
	  }
	/** The service limits requests: nothing can be asked for until then, in ms since the epoch. */
	| { readonly kind: "limited"; readonly until: number };

/**
 * Lets a Line's request wait for its permit.
 *
 * @param take - waits for a permit, for so long in ms; without it, as long as it takes
 * @throws what it throws; the Problem that refused the text
 */
export type Admit = <T>(take: (patienceMs?: number) => Promise<T>) => Promise<T>;

/** Turns Lines into audio, one per call. */
export interface LineSpeaker {
	/**
	 * Speaks a Line from the cache, or else requests it, in the order of the guild's calls.
	 *
	 * @param payer - whose permit the request takes, and who pays for it
	 * @param listen - told what happens until then
	 * @param admit - of the text that the Line is part of, which may be refused as a whole where it would wait too long
	 * @param mayStream - asked when its request leaves: whether it is heard as it comes, with nothing before it
	 * @throws the signal's reason when it aborts: nothing more is asked for then
	 */
	speak(
		line: Line,
		payer: Payer,
		signal: AbortSignal,
		listen?: (news: LineNews) => void,
		admit?: Admit,
		mayStream?: () => boolean,
	): Promise<SpokenResult>;
}

/** A spoken Line as it is heard among others. */
export interface FilePart extends PackedClip {
	/** Silence before it in ms, save before the first. */
	readonly pauseMs?: number | undefined;
}

/** The source of speech, as seen by its callers. */
export interface SpeechSource extends LineSpeaker {
	/** Writes spoken Lines of a guild as one Ogg file. @param comments - in its head, such as `TITLE=A Book` */
	writeFile(guildId: string, parts: readonly FilePart[], comments?: readonly string[]): Promise<SoundFile>;
	/** Ends the pause after a refusal: the account has new credit. @param account - the operator's by default */
	resume(account?: Account): void;
}
