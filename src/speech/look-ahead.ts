import type { Line } from "./line.ts";
import type { LineSpeaker, SpokenLine, SpokenResult } from "./spoken.ts";

/** A requested Line. */
export interface LineAhead {
	readonly line: Line;
	readonly result: Promise<SpokenResult>;
	/** It no longer counts as ahead: another one is requested when the next Line is taken. */
	readonly release: () => void;
}

/** A text whose Lines are generated ahead. */
export interface TextAhead {
	/** @returns its next Line, requested now if it wasn't already; undefined after the last, and after `end` */
	next(): LineAhead | undefined;
	/**
	 * Requests nothing more of it, and aborts requests in progress.
	 *
	 * @returns all its finished Lines, taken or not, once nothing more of it is generated
	 */
	end(): Promise<readonly SpokenLine[]>;
}

export interface LookAheadOptions {
	readonly speech: LineSpeaker;
	/** Whose turn the requests take. */
	readonly guildId: string;
	/** How many Lines may be requested and not yet released; read again for each request. */
	readonly most: () => number;
}

/** Requests Lines in order and across texts, a few ahead of the one being played or written. */
export class LookAhead {
	readonly #options: LookAheadOptions;
	/** By text, in order: a function that requests the text's next Line and returns whether there was one. */
	readonly #texts = new Set<() => boolean>();
	readonly #ahead = new Set<LineAhead>();

	constructor(options: LookAheadOptions) {
		this.#options = options;
	}

	/** Adds a text behind the others. @param signal - ends it from outside */
	add(lines: readonly Line[], signal?: AbortSignal): TextAhead {
		const ended = new AbortController();
		const either = signal ? AbortSignal.any([signal, ended.signal]) : ended.signal;
		const asked: LineAhead[] = [];
		let taken = 0;
		const askNext = (): boolean => {
			const line = lines[asked.length];
			if (line) asked.push(this.#ask(line, either));
			else this.#texts.delete(askNext);
			return line !== undefined;
		};
		this.#texts.add(askNext);
		this.fill();
		return {
			next: () => {
				if (ended.signal.aborted) return undefined;
				this.fill();
				if (taken === asked.length) askNext();
				return asked[taken++];
			},
			end: async () => {
				ended.abort();
				this.#texts.delete(askNext);
				for (const line of asked) this.#ahead.delete(line);
				const results = await Promise.allSettled(asked.map(({ result }) => result));
				return results.flatMap((settled) =>
					settled.status === "fulfilled" && settled.value.ok ? [settled.value.spoken] : [],
				);
			},
		};
	}

	/** Requests Lines until enough are ahead. */
	fill(): void {
		for (const askNext of this.#texts)
			do {
				if (this.#ahead.size >= this.#options.most()) return;
			} while (askNext());
	}

	#ask(line: Line, signal: AbortSignal): LineAhead {
		const { speech, guildId } = this.#options;
		const result = speech.speak(line, guildId, signal);
		// A Line ahead may fail before anyone awaits it.
		result.catch(() => {});
		const ahead: LineAhead = {
			line,
			result,
			release: () => {
				this.#ahead.delete(ahead);
			},
		};
		this.#ahead.add(ahead);
		return ahead;
	}
}
