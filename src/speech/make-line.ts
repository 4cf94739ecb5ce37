import { billedAttemptsPerLine } from "../limits.ts";
import type { Logger } from "../log.ts";
import { Problem } from "../problem.ts";
import type { Usage } from "./answer.ts";
import { type Attempt, type Outcome, type Patience, runAttempts } from "./attempts.ts";
import type { SpeechClient } from "./client.ts";
import { clipKey } from "./clip-key.ts";
import type { ClipWorkers } from "./clip-workers.ts";
import type { Failure } from "./failure.ts";
import { canSplit, isDoubtful, judgeReading } from "./judge-reading.ts";
import type { Line } from "./line.ts";
import { writeRequest } from "./request.ts";
import { cutScript } from "./script.ts";
import type { PackedClip } from "./worker.ts";

/** A Line that was asked for and came. */
export interface MadeLine extends PackedClip {
	/** What all its requests together used, in tokens, as far as the service said. */
	readonly usage: Usage;
	/** Whether the style had to be left out. */
	readonly withoutStyle: boolean;
}

export interface MakeLineOptions {
	readonly client: SpeechClient;
	readonly workers: ClipWorkers;
	readonly accountId: string;
	readonly models: readonly string[];
	readonly patience: Patience;
	readonly logger: Logger;
}

const addUsage = (a: Usage, b: Usage): Usage => ({
	promptTokens: a.promptTokens + b.promptTokens,
	audioTokens: a.audioTokens + b.audioTokens,
});

const distance = (text: string, clip: PackedClip | undefined): number =>
	clip
		? Math.abs(Math.log(clip.durationMs / 1_000 / Math.max(0.1, text.length / 14)))
		: Number.POSITIVE_INFINITY;

/** One Line's way to its sound: what was heard so far decides what is sent next. */
class LineInTheMaking {
	readonly #options: MakeLineOptions;
	readonly #line: Line;
	readonly #signal: AbortSignal;
	#silences = 0;
	#withStyle: boolean;
	#usage: Usage = { promptTokens: 0, audioTokens: 0 };
	#doubtful: PackedClip | undefined;

	constructor(options: MakeLineOptions, line: Line, signal: AbortSignal) {
		this.#options = options;
		this.#line = line;
		this.#signal = signal;
		this.#withStyle = line.style !== undefined;
	}

	async make(billedAttempts: number): Promise<MadeLine> {
		const { models, patience, logger } = this.#options;
		const clip = await runAttempts(
			{
				models,
				patience,
				billedAttempts,
				signal: this.#signal,
				onFailure: (failure, { model }) =>
					logger.warn({ model, requestId: failure.requestId, next: failure.next }, failure.message),
			},
			(attempt) => this.#attempt(attempt),
		);
		return {
			...clip,
			usage: this.#usage,
			withoutStyle: this.#line.style !== undefined && !this.#withStyle,
		};
	}

	async #attempt({ model, firm, timeoutMs }: Attempt): Promise<Outcome<PackedClip>> {
		const { client, workers, accountId } = this.#options;
		const { style, ...plain } = this.#line;
		const line = this.#withStyle && style !== undefined ? { ...plain, style } : plain;
		const result = await client.generateContent(
			model,
			writeRequest(line, model, firm),
			timeoutMs,
			this.#signal,
		);
		if (!result.ok) return this.#withoutRefusedStyle(result.failure);
		const reading = await workers.readClip(result.answer.bytes, clipKey(accountId, this.#line, model));
		if (reading.kind !== "clip") {
			const failure = judgeReading(reading, this.#line, model, {
				before: this.#silences,
				style: this.#withStyle,
			});
			if (reading.kind === "no_audio") {
				// The second silence in a row takes the style with it.
				if (this.#silences > 0) this.#withStyle = false;
				this.#silences += 1;
			}
			return { ok: false, failure };
		}
		this.#usage = addUsage(this.#usage, reading.usage);
		return this.#weigh(reading);
	}

	/** A service that doesn't know styles refuses the request as a whole: once more without one. */
	#withoutRefusedStyle(failure: Failure): Outcome<PackedClip> {
		if (failure.detail.kind !== "bad_request" || !this.#withStyle) return { ok: false, failure };
		this.#withStyle = false;
		return { ok: false, failure: { ...failure, next: "again" } };
	}

	/** A sound of an unlikely length is asked for once more, and the likelier one of the two is taken. */
	#weigh(clip: PackedClip): Outcome<PackedClip> {
		const { text } = this.#line;
		const first = this.#doubtful;
		if (first) return { ok: true, value: distance(text, first) < distance(text, clip) ? first : clip };
		if (!isDoubtful(text, clip.durationMs)) return { ok: true, value: clip };
		this.#doubtful = clip;
		return {
			ok: false,
			failure: {
				detail: { kind: "no_audio", finishReason: "unlikely length" },
				next: "again",
				billed: true,
				message: `a sound of an unlikely length: ${clip.durationMs} ms for ${text.length} characters`,
			},
		};
	}

	/** The doubtful sound, when nothing better came: it is better than none. */
	get fallback(): PackedClip | undefined {
		return this.#doubtful;
	}

	get usage(): Usage {
		return this.#usage;
	}
}

const makeWhole = async (
	options: MakeLineOptions,
	line: Line,
	billed: number,
	signal: AbortSignal,
): Promise<MadeLine> => {
	const making = new LineInTheMaking(options, line, signal);
	try {
		return await making.make(billed);
	} catch (error) {
		if (!(error instanceof Problem) || !making.fallback) throw error;
		return { ...making.fallback, usage: making.usage, withoutStyle: false };
	}
};

const makeHalves = async (options: MakeLineOptions, line: Line, signal: AbortSignal): Promise<MadeLine> => {
	const texts = cutScript(line.text, { lineMax: Math.ceil(line.text.length * 0.6), locale: "en" });
	const halves: MadeLine[] = [];
	for (const text of texts) halves.push(await makeWhole(options, { ...line, text }, 1, signal));
	const joined = await options.workers.joinHalves(
		halves.map(({ packed }) => packed),
		clipKey(options.accountId, line, options.models[0] as string),
	);
	return {
		...joined,
		usage: halves.map(({ usage }) => usage).reduce(addUsage),
		withoutStyle: halves.some(({ withoutStyle }) => withoutStyle),
	};
};

/**
 * Makes the Clip of a Line: as a whole, and where the service can't say it whole, in two halves.
 *
 * @throws {@link Problem} when it can't be made, or the signal's reason
 */
export const makeLine = async (
	options: MakeLineOptions,
	line: Line,
	signal: AbortSignal,
): Promise<MadeLine> => {
	try {
		return await makeWhole(options, line, billedAttemptsPerLine, signal);
	} catch (error) {
		const cuttable = error instanceof Problem && (error.kind === "no_audio" || error.kind === "too_long");
		// Two silences of a whole without a style leave two attempts: one for each half.
		if (!cuttable || !canSplit(line) || line.style !== undefined) throw error;
		return await makeHalves(options, line, signal);
	}
};
