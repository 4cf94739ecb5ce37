import type { Line } from "./line.ts";
import type { LineSpeaker, SpokenLine, SpokenResult } from "./spoken.ts";

/** A Line that was asked for. */
export interface LineAhead {
	readonly line: Line;
	readonly result: Promise<SpokenResult>;
	/** It is ahead no more: another one is asked for in its place. */
	readonly release: () => void;
}

/** A text whose Lines are made ahead. */
export interface TextAhead {
	/** @returns its next Line, asked for now if it wasn't before; undefined after the last, and after `end` */
	next(): LineAhead | undefined;
	/**
	 * Asks for nothing more of it and aborts what is under way.
	 *
	 * @returns the sound of all its Lines that came, taken or not, once nothing more of it is made
	 */
	end(): Promise<readonly SpokenLine[]>;
}

export interface LookAheadOptions {
	readonly speech: LineSpeaker;
	/** Whose turn the requests take. */
	readonly guildId: string;
	/** How many Lines may be asked for and not released, counted anew whenever one could be asked for. */
	readonly most: () => number;
}

/** Has Lines made in their order, across the ends of texts, a few ahead of whoever plays or writes them. */
export class LookAhead {
	readonly #options: LookAheadOptions;
	/** What asks for the next Line of a text and says whether there was one, by text, in order. */
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

	/** Asks for Lines until as many as may be are ahead. */
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
				if (this.#ahead.delete(ahead)) this.fill();
			},
		};
		this.#ahead.add(ahead);
		return ahead;
	}
}
