import { EventEmitter } from "node:events";
import {
	frameMs,
	type PackedClip,
	packedSound,
	type Sound,
	type SoundFile,
} from "@herald/common/audio/clip.ts";
import type { MadeSpeech, Payer } from "../budget/payer.ts";
import type { Party } from "../shared/party.ts";
import type { Problem } from "../shared/problem.ts";

/** A piece of text in one voice, at most about 45 s of speech: the unit of requests, of the cache and of retries. */
export interface Line {
	readonly text: string;
	/** The voice's canonical name. */
	readonly voice: string;
	/** A BCP 47 tag for the service. Without it, the service detects the language. */
	readonly language?: string;
	/** A direction in free words, such as "whispering, amused". */
	readonly style?: string;
	/** Whether a cached Clip without the style will do. */
	readonly plainWillDo?: boolean;
	/** How many times as fast as the service speaks, 0.5 to 2, at the same pitch. Not sent to the service. */
	readonly tempo?: number;
	/** How much louder than usual, in dB. Not sent to the service. */
	readonly gainDb?: number;
	/** Silence before the Line, in ms. Not part of its Clip. */
	readonly pauseMs?: number;
	/** Whether the Line's Clip must never be written to disk. A Clip that is there already is used. */
	readonly memoryOnly?: true;
	/** Whether the Line's Clip is cached neither in memory nor on disk. */
	readonly unkept?: true;
	/**
	 * `possible`: one of Herald's own voices may say the Line if the service fails. A `StandIn`: one of these voices says
	 * the Line now, for that reason.
	 */
	readonly standIn?: "possible" | StandIn;
}

/** Why one of Herald's own voices stands in: no credit is left (`own_voice_no_credit`), or the service failed. */
export type StandIn = "own_voice" | "own_voice_no_credit";

export const isStandIn = (compromise: Compromise | Line["standIn"]): compromise is StandIn =>
	compromise === "own_voice" || compromise === "own_voice_no_credit";

/** How a Line's sound differs from what was asked for. */
export type Compromise =
	/** The style was left out: the service refused it or sent no sound, or a cached Clip without it was enough. */
	| "without_style"
	/** The language was left out: the service refused it, or is sent no languages (`bare`). */
	| "without_language"
	/** A prebuilt voice spoke, because the service refused the wanted one. */
	| "other_voice"
	/** The service stopped before the text's end. */
	| "cut_short"
	| StandIn;

/** @param sent - the Line as it was sent, or its pieces */
export const compromisesOf = (line: Line, ...sent: readonly Line[]): readonly Compromise[] => [
	...(sent.some(({ style }) => style !== line.style) ? (["without_style"] as const) : []),
	...(sent.some(({ language }) => language !== line.language) ? (["without_language"] as const) : []),
	...(sent.some(({ voice }) => voice !== line.voice) ? (["other_voice"] as const) : []),
];

export interface SpokenLine extends PackedClip, MadeSpeech {
	readonly compromises: readonly Compromise[];
}

export type SpokenResult =
	| { readonly ok: true; readonly spoken: SpokenLine }
	| { readonly ok: false; readonly problem: Problem };

/** What happens to a Line before its whole sound is there. */
export type LineNews =
	/**
	 * The request goes out. `usualMs`: how long a Line of this length usually takes until it can be heard, in ms;
	 * undefined before the account's first Line. A cached Clip has no such news.
	 */
	| { readonly kind: "begun"; readonly usualMs?: number | undefined }
	/** The service has begun to answer. */
	| { readonly kind: "answering" }
	/** The first packets are there, and the rest should come in time. A short Line in one piece has no such news. */
	| {
			readonly kind: "sound";
			readonly sound: Sound;
			readonly compromises: readonly Compromise[];
			/** How much louder than usual the sound is, in dB. */
			readonly gainDb: number;
	  }
	/** A rate limit of the service is reached. It ends at `until`, in ms since the epoch. */
	| { readonly kind: "limited"; readonly until: number };

/** News of sound that can be played before all of it is there. */
export type EarlySound = Extract<LineNews, { readonly kind: "sound" }>;

/** The admission of a text's Lines: the others wait for the first one's permit, and are refused if it is. */
export interface TextAdmission {
	/** The text's first permit, once a Line waits for it. */
	first?: Promise<unknown>;
}

export interface SpeakOptions {
	readonly line: Line;
	readonly payer: Payer;
	/** Aborts when nobody wants the Line any more. No further request is sent then. */
	readonly signal: AbortSignal;
	/** The text that the Line is part of. It may be refused as a whole if it would wait too long. */
	readonly text?: TextAdmission | undefined;
	/** Decides whether the Line may be streamed. By default, it isn't. */
	readonly claims?: StreamClaims | undefined;
}

/** A Line's sound as soon as it can be played, or why there is none. */
export type LineSound =
	| { readonly ok: true; readonly sound: Sound; readonly compromises: readonly Compromise[] }
	| { readonly ok: false; readonly problem: Problem };

const toSound = (result: SpokenResult): LineSound =>
	result.ok
		? { ok: true, sound: packedSound(result.spoken.packed), compromises: result.spoken.compromises }
		: result;

/** A Line that somebody waits for, and what has happened to it. Emits the news that come before its result. */
export class LineAhead extends EventEmitter<{ news: [LineNews] }> {
	readonly line: Line;
	readonly #begun = Promise.withResolvers<number>();
	/**
	 * Resolves when the request has gone out, or the result is there without one. The value is how long such a Line
	 * usually takes until it is heard, in ms; 0 if that isn't known.
	 */
	readonly begun = this.#begun.promise;
	readonly #result = Promise.withResolvers<SpokenResult>();
	readonly result = this.#result.promise;
	readonly #early = Promise.withResolvers<LineSound>();
	#sound: Promise<LineSound> | undefined;
	/** The whole sound; undefined before it is there. */
	made: SpokenLine | undefined;
	/** Why the Line failed; undefined if it hasn't failed. A failure without a Problem is a bug. */
	failure: { readonly problem?: Problem } | undefined;
	/** Whether the Line no longer counts as ahead, so that another one may be requested. */
	isReleased = false;

	constructor(line: Line) {
		super();
		this.line = line;
	}

	/** @returns the sound, which may still be growing. @throws what the result throws */
	sound(): Promise<LineSound> {
		this.#sound ??= Promise.race([this.#early.promise, this.result.then(toSound)]);
		return this.#sound;
	}

	release(): void {
		this.isReleased = true;
	}

	/** Takes the result of the Line's request. Must be called once. */
	follow(result: Promise<SpokenResult>, signal: AbortSignal): void {
		this.#result.resolve(result);
		// Errors are handled here, too, because a Line may fail before anybody awaits it.
		void this.result
			.then(
				(spoken) => {
					if (spoken.ok) this.made = spoken.spoken;
					else this.failure = spoken;
				},
				() => {
					if (!signal.aborted) this.failure = {};
				},
			)
			.then(() => this.#begun.resolve(0));
	}

	/** Called with what happens to the Line before its result is there. */
	note(news: LineNews): void {
		// Any news means that the request has gone out.
		this.#begun.resolve((news.kind === "begun" && news.usualMs) || 0);
		if (news.kind === "sound") this.#noteSound(news);
		this.emit("news", news);
	}

	/** Early sound has the usual pace and the volume `gainDb`, which may not be the Line's. */
	#noteSound({ sound, compromises, gainDb }: EarlySound): void {
		const { tempo = 1, gainDb: wantedDb = 0, standIn } = this.line;
		if (tempo !== 1 || gainDb !== wantedDb) return;
		this.#early.resolve({ ok: true, sound, compromises: isStandIn(standIn) ? [standIn] : compromises });
	}
}

/** Decides which Lines of one playback may be streamed: one at a time, and only while nothing plays. */
export class StreamClaims {
	readonly #player: { readonly busy: boolean };
	/** The unfinished Lines that asked. */
	readonly #lines = new Set<LineAhead>();

	constructor(player: { readonly busy: boolean }) {
		this.#player = player;
	}

	/**
	 * Called at most once for a Line, before its first request; not at all if it can't be streamed for another reason.
	 *
	 * @returns whether the sound could be played at once while it still arrives, because nothing plays or comes before it
	 */
	claim(line: LineAhead): boolean {
		const isFirst = this.#lines.size === 0;
		this.#lines.add(line);
		const end = () => this.#lines.delete(line);
		line.result.then(end, end);
		return isFirst && !this.#player.busy;
	}
}

/** Turns Lines into audio, one per call. */
export interface LineSpeaker {
	/**
	 * Speaks a Line from the cache, or else requests it, in the order of the guild's calls.
	 *
	 * @returns the Line, whose result rejects with the signal's reason if it aborts
	 */
	speak(options: SpeakOptions): LineAhead;
}

export interface FilePart extends PackedClip {
	/** Silence before the Line, in ms. */
	readonly pauseMs?: number | undefined;
}

export interface SpeechSource extends LineSpeaker {
	/** Writes spoken Lines as one Ogg file. @param comments - for its header, such as `TITLE=A Book` */
	writeFile(party: Party, parts: readonly FilePart[], comments?: readonly string[]): Promise<SoundFile>;
}

/** The size of a frame of silence in a file, in bytes. */
const silenceBytes = 4;

/**
 * @returns how many of the first sounds fit into a file of `maxBytes`, at least one. Adds up the sizes of the packed
 * Clips, which are no smaller than their parts of the file
 */
export const countFitting = (parts: readonly FilePart[], maxBytes: number): number => {
	let bytes = 0;
	const tooFar = parts.findIndex(({ packed, pauseMs = 0 }) => {
		bytes += packed.byteLength + (pauseMs / frameMs) * silenceBytes;
		return bytes > maxBytes;
	});
	return tooFar === -1 ? parts.length : Math.max(1, tooFar);
};
