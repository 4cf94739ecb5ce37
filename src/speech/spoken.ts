import type { PackedClip, Sound, SoundFile } from "@herald/common/audio/clip.ts";
import type { Account } from "../shared/account.ts";
import type { Party } from "../shared/party.ts";
import type { Problem } from "../shared/problem.ts";
import type { Compromise, Line } from "./line.ts";
import type { Charge, Estimate } from "./usage.ts";

export interface SpokenLine extends PackedClip {
	/** Audio that this call paid for, in ms: 0 if it came from the cache, or if another caller paid. */
	readonly madeMs: number;
	readonly compromises: readonly Compromise[];
}

export type SpokenResult =
	| { readonly ok: true; readonly spoken: SpokenLine }
	| { readonly ok: false; readonly problem: Problem };

/** What happens to a Line before its whole sound is there. */
export type LineNews =
	/**
	 * The request has gone out. `usualMs`: how long such a Line usually takes until it is heard. Not sent for a cached
	 * Clip.
	 */
	| { readonly kind: "begun"; readonly usualMs?: number | undefined }
	/** The service has begun to answer. */
	| { readonly kind: "answering" }
	/** The first packets are there, and the rest should come in time. Not sent for a short Line in one piece. */
	| {
			readonly kind: "sound";
			readonly sound: Sound;
			readonly compromises: readonly Compromise[];
			/** How much louder than usual the sound is, in dB. */
			readonly gainDb: number;
	  }
	/** The service's rate limit is reached: nothing can be requested until `until`, in ms since the epoch. */
	| { readonly kind: "limited"; readonly until: number };

interface LineListener {
	/** Receives what happens before the whole sound is there. */
	take(news: LineNews): void;
	/**
	 * Called when the request is sent.
	 *
	 * @returns whether the Line plays as it comes, with nothing before it; by default it doesn't
	 */
	mayStream?(): boolean;
}

/** A text whose Lines are admitted together, see `traffic/request-limiter.ts`. */
export interface TextAdmission {
	/** The text's first permit, once a Line waits for it. */
	first?: Promise<unknown>;
}

/** Who pays for requests. */
export interface Payer {
	/** Whose permits the requests take. */
	readonly party: Party;
	/**
	 * Books a request that is about to be sent.
	 *
	 * @param account - the account that pays; undefined for the operator's
	 * @throws {@link Problem} `over_budget` if it must not be sent
	 */
	charge(estimate: Estimate, account?: string): Promise<Charge>;
}

export interface SpeakOptions {
	readonly line: Line;
	/** Whose permit the request takes, and who pays for it. */
	readonly payer: Payer;
	/** Aborts when nobody wants the Line any more. No further request is sent then. */
	readonly signal: AbortSignal;
	/** The text that the Line is part of. It may be refused as a whole if it would wait too long. */
	readonly text?: TextAdmission | undefined;
	readonly listener?: LineListener | undefined;
}

/** Turns Lines into audio, one per call. */
export interface LineSpeaker {
	/**
	 * Speaks a Line from the cache, or else requests it, in the order of the guild's calls.
	 *
	 * @throws the signal's reason if it aborts
	 */
	speak(options: SpeakOptions): Promise<SpokenResult>;
}

/** A spoken Line as a part of a file. */
export interface FilePart extends PackedClip {
	/** Silence before it, in ms. */
	readonly pauseMs?: number | undefined;
}

/** The source of speech, as seen by its callers. */
export interface SpeechSource extends LineSpeaker {
	/** Writes spoken Lines as one Ogg file. @param comments - for its header, such as `TITLE=A Book` */
	writeFile(party: Party, parts: readonly FilePart[], comments?: readonly string[]): Promise<SoundFile>;
	/** Ends the pause after a refusal, since the account has new credit. @param account - by default, the operator's */
	resume(account?: Account): void;
}
