/** How long a stream's sound is waited for, in ms. */
export interface StreamTiming {
	readonly firstSoundMs: number;
	/** Between two pieces of it. */
	readonly stallMs: number;
	/** How long a listener waits for the rest of a sound, over all attempts at it. */
	readonly restMs?: number;
}

/** How long the attempts at one Line take, in ms; tests make it shorter. */
export interface AttemptTiming {
	/** One attempt: services take about half the sound's length, slow ones twice, and a Line has at most 45 s. */
	readonly attemptTimeoutMs: number;
	/** All attempts at one Line together with the waits between them. */
	readonly lineDeadlineMs: number;
	/** Until a stream's first sound, and between two pieces of it; see `ask-streamed.ts`. */
	readonly stream?: StreamTiming;
	/** The first wait is random up to twice this; the bound doubles each time. */
	readonly backoffBaseMs: number;
	readonly backoffMaxMs: number;
	/** Until the first sound of a text that Herald's own voices may say; see `traffic/outage.ts`. */
	readonly patienceMs?: number;
}

export const defaultAttemptTiming: AttemptTiming = {
	attemptTimeoutMs: 90_000,
	lineDeadlineMs: 240_000,
	backoffBaseMs: 500,
	backoffMaxMs: 8_000,
};
