import type { PackedClip } from "@herald/common/audio/clip.ts";
import type { Logger } from "@herald/common/log.ts";
import { correlationId } from "../../shared/correlation.ts";
import { measure } from "../../shared/measures.ts";
import { Problem } from "../../shared/problem.ts";
import type { Charged } from "../charges.ts";
import type { ClipReading } from "../clips/clip-reading.ts";
import type { ClipWorkers } from "../clips/clip-workers.ts";
import type { Line } from "../line.ts";
import type { LineNews } from "../spoken.ts";
import { estimateSeconds } from "../text/script.ts";
import type { RetryBudget } from "../traffic/retry-budget.ts";
import { type Cost, type Estimate, noUsage } from "../usage.ts";
import type { Allowance } from "./allowance.ts";
import {
	type Attempt,
	type AttemptsOptions,
	type AttemptTiming,
	type Outcome,
	runAttempts,
} from "./attempts.ts";
import type { SpeechClient } from "./client.ts";
import type { Failure } from "./failure.ts";
import { isDoubtful, judgeReading, soundMaxSeconds } from "./judge-reading.ts";
import type { RefusedLanguages } from "./refused-languages.ts";
import { type StylePlace, writeRequest } from "./request.ts";

export interface MakingOptions {
	/** Whose turn it takes. */
	readonly guildId: string;
	readonly client: SpeechClient;
	readonly workers: ClipWorkers;
	readonly models: readonly string[];
	readonly timing: AttemptTiming;
	readonly stylePlace: StylePlace;
	/** What the models are known to refuse; what is found out is added. */
	readonly refusedLanguages: RefusedLanguages;
	readonly logger: Logger;
	readonly retries: RetryBudget;
	/** See {@link AttemptsOptions.giveTurn}. */
	readonly giveTurn: AttemptsOptions["giveTurn"];
	readonly tell: (news: LineNews) => void;
	readonly allowance: Allowance;
	/** How many attempts of the allowance are reserved for others. */
	readonly spare: number;
	/** Whether the text may be split in two if it can't be spoken as a whole. */
	readonly mayCut: boolean;
	/** Counts a request that is about to leave, see {@link Charges.begin}; waits where it must. */
	readonly charge: (estimate: Estimate) => Promise<Charged["settle"]>;
	/** Has a request that has left answered, whether anybody waits for it or not: it costs the same. */
	readonly hold: <T>(request: () => Promise<T>) => Promise<T>;
	/** Aborts when nobody waits: nothing more is asked for then. */
	readonly signal: AbortSignal;
}

/** Audio, and the request it answers. */
interface Take extends PackedClip {
	readonly model: string;
	/** The Line as sent: without its style or language, if that was left out. */
	readonly sent: Line;
}

/** The audio of a Line, or of a piece of one. */
export interface MadeTake extends Take {
	/** Whether the service refused the style. */
	readonly styleRefused: boolean;
}

/** What came of a request. */
type Asked = { readonly failure: Failure } | { readonly reading: ClipReading };

/** What the models of this family say that a second of sound is, at least. */
const tokensPerSecond = 25;

/** @returns what a request cost; undefined where that isn't known: it may have been made, and charged */
const costOf = (asked: Asked): Cost | undefined => {
	if ("failure" in asked) {
		const { billed, madeMs = billed ? undefined : 0 } = asked.failure;
		return madeMs === undefined ? undefined : { madeMs, usage: noUsage };
	}
	const { reading } = asked;
	const { usage } = reading;
	if ("madeMs" in reading && reading.madeMs !== undefined) return { madeMs: reading.madeMs, usage };
	if (reading.kind === "bad_response" && usage.audioTokens === 0) return undefined;
	return { madeMs: (usage.audioTokens / tokensPerSecond) * 1_000, usage };
};

const distance = (text: string, clip: PackedClip): number =>
	Math.abs(Math.log(clip.durationMs / 1_000 / Math.max(0.1, text.length / 14)));

/** One text on its way to audio: earlier answers decide what is sent next. */
export class LineInTheMaking {
	readonly #options: MakingOptions;
	readonly #line: Line;
	#silences = 0;
	#withStyle: boolean;
	#styleRefused = false;
	/** The model that was last asked without the language because it refused the request. */
	#untold: string | undefined;
	#doubtful: Take | undefined;

	constructor(options: MakingOptions, line: Line) {
		this.#options = options;
		this.#line = line;
		this.#withStyle = line.style !== undefined;
	}

	/**
	 * Sends requests until there is audio. Audio of an implausible length is better than none.
	 *
	 * @throws {@link Problem} of the last attempt, or the signal's reason
	 */
	async make(): Promise<MadeTake> {
		const take = await this.#run().catch((error: unknown) => {
			this.#options.signal.throwIfAborted();
			if (error instanceof Problem && this.#doubtful) return this.#doubtful;
			throw error;
		});
		return { ...take, styleRefused: this.#styleRefused };
	}

	#run(): Promise<Take> {
		const { models, timing, allowance, spare, retries, logger, signal, tell, giveTurn } = this.#options;
		const onFailure = (failure: Failure, { model }: Attempt) => {
			logger.warn(
				{
					event: "speech_attempt_failed",
					model,
					correlation: correlationId(),
					requestId: failure.requestId,
					next: failure.next,
				},
				failure.message,
			);
			const { detail } = failure;
			if (detail.kind === "rate_limited") tell({ kind: "limited", until: detail.retryAt });
		};
		const options = { models, timing, allowance, spare, retries, signal, onFailure, giveTurn };
		return runAttempts(options, (attempt) => this.#attempt(attempt));
	}

	async #attempt(attempt: Attempt): Promise<Outcome<Take>> {
		const { charge, hold, signal } = this.#options;
		const { model } = attempt;
		signal.throwIfAborted();
		const sent = this.#writeFor(model);
		const settle = await charge({
			ms: estimateSeconds(sent.text) * 1_000,
			mostMs: soundMaxSeconds(sent.text) * 1_000,
		});
		if (signal.aborted) settle({ madeMs: 0, usage: noUsage });
		signal.throwIfAborted();
		const answered = await hold(async () => {
			let cost: Cost | undefined;
			try {
				const result = await this.#ask(sent, attempt);
				cost = costOf(result);
				if ("reading" in result) measure("speechBilled", { model, ...result.reading.usage });
				return result;
			} finally {
				settle(cost);
			}
		});
		if ("failure" in answered) return this.#withoutRefused(answered.failure, sent, model);
		this.#noteRefused(model);
		const { reading } = answered;
		if (reading.kind !== "clip") {
			const failure = judgeReading(reading, this.#line, model, {
				before: this.#silences,
				style: this.#withStyle,
				mayCut: this.#mayCut,
			});
			if (reading.kind === "no_audio") {
				// After a second silent answer in a row, leave out the style.
				if (this.#silences > 0) this.#withStyle = false;
				this.#silences += 1;
			}
			return { ok: false, failure };
		}
		const { packed, durationMs } = reading;
		return this.#weigh({ packed, durationMs, model, sent });
	}

	async #ask(sent: Line, { model, firm, timeoutMs }: Attempt): Promise<Asked> {
		const { guildId, client, workers, stylePlace, tell } = this.#options;
		const maxSeconds = soundMaxSeconds(sent.text);
		const result = await client.generateContent(
			model,
			writeRequest(sent, model, firm, stylePlace),
			timeoutMs,
			() => tell({ kind: "answering" }),
			maxSeconds,
		);
		if (!result.ok) return { failure: result.failure };
		const reading = await workers.readClip(guildId, result.answer.bytes, maxSeconds, (sound, durationMs) => {
			// What may be replaced by another answer is heard only when that is decided.
			if (this.#doubtful || isDoubtful(this.#line.text, durationMs)) return;
			tell({ kind: "sound", sound, withoutStyle: sent.style !== this.#line.style });
		});
		return { reading };
	}

	/** Whether enough attempts are left for two pieces after this one. */
	get #mayCut(): boolean {
		const { mayCut, allowance } = this.#options;
		return mayCut && allowance.left - 1 >= 2;
	}

	/** Without what earlier answers had left out. */
	#writeFor(model: string): Line {
		const { style, language, ...plain } = this.#options.refusedLanguages.leaveOut(this.#line, model);
		return {
			...plain,
			...(this.#withStyle && style !== undefined && { style }),
			...(this.#untold !== model && language !== undefined && { language }),
		};
	}

	/** A service that takes no language, or no style, refuses the whole request: retry without one, then the other. */
	#withoutRefused(failure: Failure, sent: Line, model: string): Outcome<Take> {
		const mayBeLess =
			failure.detail.kind === "bad_request" && (sent.language !== undefined || this.#withStyle);
		if (!mayBeLess) return { ok: false, failure };
		if (sent.language !== undefined) this.#untold = model;
		else {
			this.#withStyle = false;
			this.#styleRefused = true;
		}
		return { ok: false, failure: { ...failure, next: "again" } };
	}

	/** With the style left out as well, it may have been that alone. */
	#noteRefused(model: string): void {
		const { language } = this.#line;
		if (this.#untold === model && !this.#styleRefused && language !== undefined)
			this.#options.refusedLanguages.note(model, language);
	}

	/** Audio of an implausible length is requested once more, and the more plausible of the two is used. */
	#weigh(take: Take): Outcome<Take> {
		const { text } = this.#line;
		const first = this.#doubtful;
		if (first) return { ok: true, value: distance(text, first) < distance(text, take) ? first : take };
		if (!isDoubtful(text, take.durationMs)) return { ok: true, value: take };
		this.#doubtful = take;
		return {
			ok: false,
			failure: {
				detail: { kind: "no_audio", finishReason: "unlikely length" },
				next: "again",
				billed: true,
				message: `audio of an implausible length: ${take.durationMs} ms for ${text.length} characters`,
			},
		};
	}
}
