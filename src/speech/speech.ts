import type { SoundFile } from "../audio/sound-file.ts";
import type { Logger } from "../log.ts";
import { Problem } from "../problem.ts";
import { type AttemptTiming, defaultAttemptTiming } from "./ask/attempts.ts";
import { type SpeechAccount, SpeechClient } from "./ask/client.ts";
import { type MadeLine, makeLine } from "./ask/make-line.ts";
import { RefusedStyles } from "./ask/refused-styles.ts";
import { clipKey, identifyAccount } from "./clips/clip-key.ts";
import type { ClipWorkers } from "./clips/clip-workers.ts";
import type { PackedClip } from "./clips/worker.ts";
import type { Line } from "./line.ts";
import { Breaker } from "./traffic/breaker.ts";
import { FairLimiter } from "./traffic/limiter.ts";
import { SingleFlight } from "./traffic/single-flight.ts";
import { type Turn, Turns } from "./traffic/turns.ts";

/** What an account-level refusal closes: asking again at once changes nothing and annoys the service. */
const breakerMs = 60_000;
/** Enough for the voice channels that speak at once; more only wait at the service instead of here. */
const requestsInFlight = 8;
/** One that is waited for and one ahead: no guild takes them all. */
const requestsInFlightPerGuild = 2;
/** Lines of one text asked for ahead of the one that is waited for. */
const linesAhead = 3;

/** A Line's sound. */
export interface SpokenLine extends PackedClip {
	/** Sound that was made for this call, in ms: zero from the cache, or when somebody else had asked before and still waits. */
	readonly madeMs: number;
	/** Tokens that this call used; undefined when it made nothing. */
	readonly usage: MadeLine["usage"] | undefined;
	readonly withoutStyle: boolean;
}

export type SpokenResult =
	| { readonly ok: true; readonly line: Line; readonly spoken: SpokenLine }
	| { readonly ok: false; readonly line: Line; readonly problem: Problem };

export interface SpeechOptions {
	readonly account: SpeechAccount;
	/** Tried in turn. */
	readonly models: readonly string[];
	readonly workers: ClipWorkers;
	readonly logger: Logger;
	readonly timing?: AttemptTiming;
	readonly now?: () => number;
}

/** Operation 1 as the rest of Herald sees it: Lines in, sound out. */
export class Speech {
	readonly #options: SpeechOptions;
	readonly #client: SpeechClient;
	readonly #accountId: string;
	readonly #limiter = new FairLimiter(requestsInFlight, requestsInFlightPerGuild);
	readonly #flights = new SingleFlight<MadeLine>();
	readonly #breaker: Breaker;
	readonly #refusedStyles = new RefusedStyles();
	/** A guild's Lines on their way to be asked for. */
	readonly #turns = new Turns();
	/** What was made and is somebody's already. */
	readonly #claimed = new WeakSet<MadeLine>();

	constructor(options: SpeechOptions) {
		this.#options = options;
		this.#client = new SpeechClient(options.account);
		this.#accountId = identifyAccount(options.account);
		this.#breaker = new Breaker(breakerMs, options.now ?? Date.now);
	}

	/**
	 * Speaks Lines: strictly in their order, made ahead and in parallel. A Line that fails is yielded as its Problem
	 * and the next one follows; a Problem of the account ends the text. Leaving the loop aborts what is under way: nothing is
	 * made once it has been left.
	 *
	 * @param guild - whose turn the requests take
	 * @param onMade - told each Line's sound as soon as it is there, in any order, also when it is never yielded
	 * @throws the signal's reason when it aborts
	 */
	async *speak(
		lines: readonly Line[],
		guild: string,
		signal: AbortSignal,
		onMade: (spoken: SpokenLine) => void = () => {},
	): AsyncGenerator<SpokenResult, void> {
		const left = new AbortController();
		const either = AbortSignal.any([signal, left.signal]);
		const making: Promise<SpokenResult>[] = [];
		try {
			for (const [index] of lines.entries()) {
				for (const line of lines.slice(making.length, index + 1 + linesAhead)) {
					const result = this.#speakLine(line, guild, either, onMade);
					// Whoever is ahead may fail before anyone listens.
					result.catch(() => {});
					making.push(result);
				}
				const result = await (making[index] as Promise<SpokenResult>);
				yield result;
				if (!result.ok && result.problem.endsText) return;
			}
		} finally {
			left.abort();
			// What came before it could be aborted is still told.
			await Promise.allSettled(making);
		}
	}

	/** Writes what was spoken as one Ogg file. */
	writeFile(spoken: readonly PackedClip[]): Promise<SoundFile> {
		return this.#options.workers.writeFile(spoken.map(({ packed }) => packed));
	}

	/** Lets requests through again at once: the account has new credit. */
	resume(): void {
		this.#breaker.reset();
	}

	/** Cuts what is under way and closes the connections. */
	async close(): Promise<void> {
		await this.#client.close();
	}

	async #speakLine(
		line: Line,
		guild: string,
		signal: AbortSignal,
		onMade: (spoken: SpokenLine) => void,
	): Promise<SpokenResult> {
		const turn = this.#turns.take(guild);
		try {
			const spoken = await this.#findOrMake(line, guild, signal, turn);
			onMade(spoken);
			return { ok: true, line, spoken };
		} catch (error) {
			signal.throwIfAborted();
			if (error instanceof Problem) return { ok: false, line, problem: error };
			throw error;
		} finally {
			turn.end();
		}
	}

	async #findOrMake(line: Line, guild: string, signal: AbortSignal, turn: Turn): Promise<SpokenLine> {
		const keys = this.#keysOf(line);
		const { style, ...plain } = line;
		const mayBePlain = style !== undefined && (line.plainWillDo || this.#refusedStyles.has(style));
		const plainKeys = mayBePlain ? this.#keysOf(plain) : [];
		const found = await this.#options.workers.findClip([...keys, ...plainKeys]);
		signal.throwIfAborted();
		if (found) {
			const { key, packed, durationMs } = found;
			return { packed, durationMs, madeMs: 0, usage: undefined, withoutStyle: plainKeys.includes(key) };
		}
		// Whichever the cache answers first, what comes first is asked for first.
		await turn.before;
		signal.throwIfAborted();
		this.#breaker.check();
		const making = this.#flights.run(keys.join(), signal, (shared) => this.#make(line, guild, shared));
		turn.end();
		const made = await making;
		const { packed, durationMs, usage, withoutStyle } = made;
		// Of those who still wait, who asked first hears of it first. What is nobody's is not kept either: it would be free.
		const mine = !this.#claimed.has(made);
		if (mine) this.#claim(made);
		return {
			packed,
			durationMs,
			madeMs: mine ? durationMs : 0,
			usage: mine ? usage : undefined,
			withoutStyle,
		};
	}

	#claim(made: MadeLine): void {
		this.#claimed.add(made);
		if (made.key !== undefined) this.#options.workers.keepClip(made.key, made);
	}

	#keysOf(line: Line): readonly string[] {
		return this.#options.models.map((model) => clipKey(this.#accountId, line, model));
	}

	async #make(line: Line, guild: string, signal: AbortSignal): Promise<MadeLine> {
		const release = await this.#limiter.acquire(guild, signal);
		try {
			this.#breaker.check();
			const { models, workers, logger, timing = defaultAttemptTiming } = this.#options;
			const made = await makeLine(
				{ client: this.#client, workers, accountId: this.#accountId, models, timing, logger },
				line,
				signal,
			);
			if (line.style !== undefined && (made.styleRefused || !made.withoutStyle))
				this.#refusedStyles.note(line.style, made.styleRefused);
			return made;
		} catch (error) {
			if (error instanceof Problem) this.#breaker.record(error);
			throw error;
		} finally {
			release();
		}
	}
}
