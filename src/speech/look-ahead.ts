import { packedSound, type Sound } from "@herald/common/audio/clip.ts";
import { unwanted } from "@herald/common/retry.ts";
import type { Payer } from "../budget/payer.ts";
import { keepCorrelation } from "../shared/correlation.ts";
import type { Problem } from "../shared/problem.ts";
import type {
	Compromise,
	Line,
	LineNews,
	LineSpeaker,
	SpeakOptions,
	SpokenLine,
	SpokenResult,
	TextAdmission,
} from "./line.ts";

/** A Line's sound as soon as it can be played, or why there is none. */
export type LineSound =
	| { readonly ok: true; readonly sound: Sound; readonly compromises: readonly Compromise[] }
	| { readonly ok: false; readonly problem: Problem };

export interface LineAhead {
	readonly line: Line;
	readonly result: Promise<SpokenResult>;
	/** @returns the sound, which may still be growing. @throws what the result throws */
	readonly sound: () => Promise<LineSound>;
	/**
	 * Resolves when the request has gone out, or the result is there without one. The value is how long such a Line
	 * usually takes until it is heard, in ms; 0 if that isn't known.
	 */
	readonly begun: Promise<number>;
	/** @returns the whole sound; undefined before it is there */
	readonly made: () => SpokenLine | undefined;
	/** @returns why the Line failed; undefined if it hasn't failed. A failure without a Problem is a bug */
	readonly failure: () => { readonly problem?: Problem } | undefined;
	/** Makes the Line no longer count as ahead, so that another one may be requested. */
	readonly release: () => void;
}

export interface TextAhead {
	/** @returns the next Line, which is requested now if it wasn't before; undefined after the last, and after `end` */
	next(): LineAhead | undefined;
	/** Cancels unfinished Lines and requests no more. @returns all spoken Lines, also those that `next` didn't return */
	end(): Promise<readonly SpokenLine[]>;
}

export interface LookAheadOptions {
	readonly speech: LineSpeaker;
	/** How many Lines are requested after the one that is awaited or playing. */
	readonly linesAhead: number;
	/** The playback; undefined if Lines become a file. A Line may only be streamed while the playback isn't busy. */
	readonly player?: { readonly busy: boolean };
}

export interface AddOptions {
	readonly payer: Payer;
	/** Ends the text when it aborts. */
	readonly signal?: AbortSignal;
	/** The text before which the added text is placed; by default, the added text comes last. */
	readonly before?: TextAhead | undefined;
	readonly listen?: (news: LineNews) => void;
}

interface AheadEntry {
	readonly text: TextAhead;
	/** Requests the text's next Line. @returns whether there was one */
	readonly askNext: () => boolean;
	readonly ahead: Set<LineAhead>;
}

const toSound = (result: SpokenResult): LineSound =>
	result.ok
		? { ok: true, sound: packedSound(result.spoken.packed), compromises: result.spoken.compromises }
		: result;

/** Requests Lines in order and across texts, a few ahead of the one being played or written. */
export class LookAhead {
	readonly #options: LookAheadOptions;
	/** The texts that haven't ended, in their order. */
	readonly #entries: AheadEntry[] = [];
	/**
	 * The results of unfinished Lines that asked whether they may be streamed. A Line may be streamed only if there is no
	 * other.
	 */
	readonly #underWay = new Set<Promise<unknown>>();

	constructor(options: LookAheadOptions) {
		this.#options = options;
	}

	add(lines: readonly Line[], { payer, signal, before, listen }: AddOptions): TextAhead {
		const ended = new AbortController();
		const either = signal ? AbortSignal.any([signal, ended.signal]) : ended.signal;
		const asked: LineAhead[] = [];
		const ahead = new Set<LineAhead>();
		const admission: TextAdmission = {};
		let taken = 0;
		// A Line may be requested when another text ends, but it keeps this text's correlation ID.
		const asPart = keepCorrelation();
		const askNext = (): boolean => {
			const line = lines[asked.length];
			if (line) {
				const options = { line, payer, signal: either, text: admission, listen };
				asked.push(asPart(() => this.#ask(options, ahead)));
			}
			return line !== undefined;
		};
		const text: TextAhead = {
			next: () => {
				if (ended.signal.aborted) return undefined;
				this.fill();
				if (taken === asked.length) askNext();
				return asked[taken++];
			},
			end: async () => {
				ended.abort(unwanted);
				const at = this.#entries.indexOf(entry);
				if (at !== -1) this.#entries.splice(at, 1);
				const results = await Promise.allSettled(asked.map(({ result }) => result));
				return results.flatMap((settled) =>
					settled.status === "fulfilled" && settled.value.ok ? [settled.value.spoken] : [],
				);
			},
		};
		const entry = { text, askNext, ahead };
		const at = this.#entries.findIndex((each) => each.text === before);
		this.#entries.splice(at === -1 ? this.#entries.length : at, 0, entry);
		this.fill();
		return text;
	}

	/** Requests Lines until enough are ahead. Lines of later texts don't keep an earlier text from requesting its own. */
	fill(): void {
		let inAll = 0;
		for (const { askNext, ahead } of this.#entries) {
			do {
				if (inAll + ahead.size >= this.#most) break;
			} while (askNext());
			inAll += ahead.size;
		}
	}

	/** How many Lines may be unreleased: `linesAhead` and, while nothing plays, the Line that is awaited. */
	get #most(): number {
		const { linesAhead, player } = this.#options;
		return linesAhead + (player?.busy ? 0 : 1);
	}

	#ask(options: SpeakOptions, among: Set<LineAhead>): LineAhead {
		const { line, signal } = options;
		const { speech, player } = this.#options;
		const begun = Promise.withResolvers<number>();
		const early = Promise.withResolvers<LineSound>();
		const listen = (news: LineNews) => {
			// Any news means that the request has gone out.
			begun.resolve((news.kind === "begun" && news.usualMs) || 0);
			if (news.kind === "sound") early.resolve({ ok: true, ...news });
			options.listen?.(news);
		};
		const claimStream = (): boolean => {
			const isFirst = this.#underWay.size === 0;
			this.#underWay.add(result);
			const end = () => this.#underWay.delete(result);
			result.then(end, end);
			return isFirst && player?.busy === false;
		};
		const result = speech.speak({ ...options, listen, claimStream });
		let made: SpokenLine | undefined;
		let failure: { readonly problem?: Problem } | undefined;
		let sound: Promise<LineSound> | undefined;
		// Errors are handled here, too, because a Line may fail before anybody awaits it.
		void result
			.then(
				(spoken) => {
					if (spoken.ok) made = spoken.spoken;
					else failure = spoken;
				},
				() => {
					if (!signal.aborted) failure = {};
				},
			)
			.then(() => begun.resolve(0));
		const ahead: LineAhead = {
			line,
			result,
			sound: () => {
				sound ??= Promise.race([early.promise, result.then(toSound)]);
				return sound;
			},
			begun: begun.promise,
			made: () => made,
			failure: () => failure,
			release: () => {
				among.delete(ahead);
			},
		};
		among.add(ahead);
		return ahead;
	}
}
