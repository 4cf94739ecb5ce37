/** How long to wait for a stream's sound, in ms. */
export interface StreamTiming {
	readonly firstSoundMs: number;
	/** The longest pause within the sound. */
	readonly stallMs: number;
	/** How long a listener waits for the rest of a sound that broke off, over all attempts. */
	readonly restMs?: number;
}

/** How long the attempts at one Line take, in ms; tests make it shorter. */
export interface AttemptTiming {
	/** One attempt. Services take about half the sound's length, slow ones twice, and a Line has at most 45 s. */
	readonly attemptTimeoutMs: number;
	/** All attempts at one part of a Line, with the waits between them. */
	readonly lineDeadlineMs: number;
	/** The limits for streams; `ask-streamed.ts` has the defaults. */
	readonly stream?: StreamTiming;
	/** Half of the longest first wait. Waits are random, and the longest doubles each time, up to `backoffMaxMs`. */
	readonly backoffBaseMs: number;
	readonly backoffMaxMs: number;
	/** The wait for a text's first sound if Herald's own voices may say it instead; see `traffic/outage.ts`. */
	readonly patienceMs?: number;
}

export const defaultAttemptTiming: AttemptTiming = {
	attemptTimeoutMs: 90_000,
	lineDeadlineMs: 240_000,
	backoffBaseMs: 500,
	backoffMaxMs: 8_000,
};
