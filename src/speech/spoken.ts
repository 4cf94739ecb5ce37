import type { PackedClip, Sound, SoundFile } from "@herald/common/audio/clip.ts";
import type { Account } from "../shared/account.ts";
import type { Party } from "../shared/party.ts";
import type { Problem } from "../shared/problem.ts";
import type { Compromise, Line } from "./line.ts";
import type { Charge, Estimate } from "./usage.ts";

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

/** Hears what happens to a Line. */
interface LineListener {
	/** Takes what happens before its sound is there. */
	take(news: LineNews): void;
	/** Asked when its request leaves: whether it is heard as it comes, with nothing before it. By default it isn't. */
	mayStream?(): boolean;
}

/** A text whose Lines are admitted together: see `traffic/request-limiter.ts`. */
export interface TextAdmission {
	/** Its first permit, once it is waited for. */
	first?: Promise<unknown>;
}

/** The payer of requests. */
export interface Payer {
	/** Whose permits the requests take. */
	readonly party: Party;
	/**
	 * Counts a request that is about to leave.
	 *
	 * @param account - which pays for it; undefined is the operator's
	 * @throws {@link Problem} `over_budget` when it must not leave
	 */
	charge(estimate: Estimate, account?: string): Promise<Charge>;
}

/** A Line that is to be spoken. */
export interface SpeakOptions {
	readonly line: Line;
	/** Whose permit its request takes, and who pays for it. */
	readonly payer: Payer;
	/** Aborts when it isn't wanted any more: nothing more is asked for then. */
	readonly signal: AbortSignal;
	/** The text that it is part of, which may be refused as a whole where it would wait too long. */
	readonly text?: TextAdmission | undefined;
	readonly listener?: LineListener | undefined;
}

/** Turns Lines into audio, one per call. */
export interface LineSpeaker {
	/**
	 * Speaks a Line from the cache, or else requests it, in the order of the guild's calls.
	 *
	 * @throws the signal's reason when it aborts
	 */
	speak(options: SpeakOptions): Promise<SpokenResult>;
}

/** A spoken Line as it is heard among others. */
export interface FilePart extends PackedClip {
	/** Silence before it in ms, save before the first. */
	readonly pauseMs?: number | undefined;
}

/** The source of speech, as seen by its callers. */
export interface SpeechSource extends LineSpeaker {
	/** Writes spoken Lines as one Ogg file. @param comments - in its head, such as `TITLE=A Book` */
	writeFile(party: Party, parts: readonly FilePart[], comments?: readonly string[]): Promise<SoundFile>;
	/** Ends the pause after a refusal: the account has new credit. @param account - the operator's by default */
	resume(account?: Account): void;
}
