import { EventEmitter, on } from "node:events";
import { unwanted } from "@herald/common/retry.ts";
import type { Payer } from "../budget/payer.ts";
import { keepCorrelation } from "../shared/correlation.ts";
import {
	type Line,
	type LineAhead,
	type LineNews,
	type LineSpeaker,
	type SpokenLine,
	StreamClaims,
	type TextAdmission,
} from "./line.ts";

export interface TextAhead {
	/** @returns the next Line, which is requested now if it wasn't before; undefined after the last, and after `end` */
	next(): LineAhead | undefined;
	/** Yields what `next` returns. */
	[Symbol.iterator](): Iterator<LineAhead>;
	/** Cancels unfinished Lines and requests no more. @returns all spoken Lines, also those that `next` didn't return */
	end(): Promise<readonly SpokenLine[]>;
	/** @returns what happens to the Lines from now on, until the text ends */
	news(): AsyncIterable<readonly LineNews[]>;
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
}

interface AheadEntry {
	readonly text: TextAhead;
	/** Requests the text's next Line. @returns whether there was one */
	readonly askNext: () => boolean;
	/** The Lines that were asked for and not released. */
	ahead: LineAhead[];
}

/** Requests Lines in order and across texts, a few ahead of the one being played or written. */
export class LookAhead {
	readonly #options: LookAheadOptions;
	/** The texts that haven't ended, in their order. */
	readonly #entries: AheadEntry[] = [];
	readonly #claims: StreamClaims | undefined;

	constructor(options: LookAheadOptions) {
		const { player } = options;
		this.#options = options;
		this.#claims = player && new StreamClaims(player);
	}

	add(lines: readonly Line[], { payer, signal, before }: AddOptions): TextAhead {
		const ended = new AbortController();
		const either = signal ? AbortSignal.any([signal, ended.signal]) : ended.signal;
		const asked: LineAhead[] = [];
		const admission: TextAdmission = {};
		const news = new EventEmitter<{ news: [LineNews]; end: [] }>();
		const options = { payer, signal: either, text: admission, claims: this.#claims };
		let taken = 0;
		// A Line may be requested when another text ends, but it keeps this text's correlation ID.
		const asPart = keepCorrelation();
		const askNext = (): boolean => {
			const line = lines[asked.length];
			if (!line) return false;
			const next = asPart(() => this.#options.speech.speak({ ...options, line }));
			next.on("news", (each) => news.emit("news", each));
			asked.push(next);
			entry.ahead.push(next);
			return true;
		};
		const text: TextAhead = {
			next: () => {
				if (ended.signal.aborted) return undefined;
				this.fill();
				if (taken === asked.length) askNext();
				return asked[taken++];
			},
			*[Symbol.iterator]() {
				for (let next = this.next(); next; next = this.next()) yield next;
			},
			end: async () => {
				ended.abort(unwanted);
				news.emit("end");
				const at = this.#entries.indexOf(entry);
				if (at !== -1) this.#entries.splice(at, 1);
				const results = await Promise.allSettled(asked.map(({ result }) => result));
				return results.flatMap((settled) =>
					settled.status === "fulfilled" && settled.value.ok ? [settled.value.spoken] : [],
				);
			},
			news: () => on(news, "news", { close: ["end"] }),
		};
		const entry: AheadEntry = { text, askNext, ahead: [] };
		const at = this.#entries.findIndex((each) => each.text === before);
		this.#entries.splice(at === -1 ? this.#entries.length : at, 0, entry);
		this.fill();
		return text;
	}

	/** Requests Lines until enough are ahead. Lines of later texts don't keep an earlier text from requesting its own. */
	fill(): void {
		const { linesAhead, player } = this.#options;
		let inAll = 0;
		for (const entry of this.#entries) {
			entry.ahead = entry.ahead.filter(({ isReleased }) => !isReleased);
			// While nothing plays, the Line that is awaited may be unreleased, too.
			while (inAll + entry.ahead.length < linesAhead + (player?.busy ? 0 : 1)) if (!entry.askNext()) break;
			inAll += entry.ahead.length;
		}
	}
}
