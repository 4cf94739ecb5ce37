import type { PackedClip } from "@herald/common/audio/clip.ts";
import { correlationId } from "../../shared/correlation.ts";
import { measure } from "../../shared/measures.ts";
import { Problem } from "../../shared/problem.ts";
import { compromisesOf, type Line } from "../line.ts";
import { estimateSeconds } from "../text/lines.ts";
import { type Cost, noUsage } from "../usage.ts";
import type { SilentReading } from "./answer-reading.ts";
import { askStreamed } from "./ask-streamed.ts";
import { type Asked, costOf } from "./asked.ts";
import { type Attempt, type Outcome, runAttempts } from "./attempts.ts";
import { usedUpKeyAdvice } from "./classify.ts";
import type { AttemptResult } from "./client.ts";
import type { AttemptFailure } from "./failure.ts";
import { isDoubtful, judgeReading, soundMaxSeconds } from "./judge-reading.ts";
import type { MakingOptions } from "./making-options.ts";
import { Fitting } from "./refused.ts";
import { type SentLine, writeRequest } from "./request.ts";
import type { StreamTaker } from "./take-stream.ts";

/** The audio of a Line, or of a piece of one, and the request it answers. */
export interface Take extends PackedClip {
	readonly model: string;
	/** The Line as sent: without its style or language, or in another voice, if those were refused. */
	readonly sent: SentLine;
	/** Whether it is whole and of a likely length, or the best that there is. */
	readonly isSure: boolean;
	/** Whether it ends before the text does. */
	readonly isCut: boolean;
}

const distance = (text: string, clip: PackedClip): number =>
	Math.abs(Math.log(clip.durationMs / 1_000 / Math.max(0.1, text.length / 14)));

/** How long no stream is asked of a model that refused one, and of one whose stream was in trouble, in ms. */
const refusedRestMs = 60 * 60_000;
const troubledRestMs = 60_000;

/** One text on its way to audio: earlier answers decide what is sent next. */
export class LineInTheMaking {
	readonly #options: MakingOptions;
	readonly #line: Line;
	#silences = 0;
	readonly #fitting: Fitting;
	#withStyle = true;
	#doubtful: Take | undefined;
	#mayStream = true;
	#isKeyExamined = false;
	/** A failed stream, if it was the last request: how long the model isn't asked for another. */
	#troubled: { readonly model: string; readonly restMs: number } | undefined;

	constructor(options: MakingOptions, line: Line) {
		this.#options = options;
		this.#line = line;
		this.#fitting = new Fitting(options.refused, line);
	}

	/**
	 * Sends requests until there is audio. Audio of an implausible length is better than none.
	 *
	 * @throws {@link Problem} of the last attempt, or the signal's reason
	 */
	make(): Promise<Take> {
		return this.#run().catch((error: unknown) => {
			this.#options.signal.throwIfAborted();
			if (error instanceof Problem && this.#doubtful) return this.#doubtful;
			throw error;
		});
	}

	#run(): Promise<Take> {
		const { logger, notify } = this.#options;
		const onFailure = (failure: AttemptFailure, { model }: Attempt) => {
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
			if (detail.kind === "rate_limited") notify({ kind: "limited", until: detail.retryAt });
		};
		return runAttempts({ ...this.#options, onFailure }, (attempt) => this.#attempt(attempt));
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
		let isStreamed = false;
		const asked = await hold(async () => {
			let cost: Cost | undefined;
			try {
				const streamed = await this.#askStreamed(sent, attempt);
				isStreamed = streamed !== undefined;
				const result = streamed ?? (await this.#ask(sent, attempt));
				cost = costOf(result);
				if ("reading" in result) measure("speechBilled", { model, ...result.reading.usage });
				return result;
			} finally {
				settle(cost);
			}
		});
		const answered = await this.#examine(asked);
		if (isStreamed) return this.#judgeStream(answered, sent, model);
		if ("failure" in answered) {
			const { failure } = answered;
			this.#troubled = undefined;
			const next = this.#leavesOut(failure, sent, model, true) ? "at_once" : failure.next;
			return { ok: false, failure: { ...failure, next } };
		}
		const { streams, ownId } = this.#options;
		this.#noteFit(model);
		if (this.#troubled?.model === model) streams.rest(model, ownId, this.#troubled.restMs);
		const { reading } = answered;
		if (reading.kind !== "clip") {
			const failure = this.#judge(reading, sent, model);
			if (reading.kind === "no_audio") {
				// After a second silent answer in a row, leave out the style.
				if (this.#silences > 0) this.#withStyle = false;
				this.#silences += 1;
			}
			return { ok: false, failure };
		}
		const { packed, durationMs, isCut } = reading;
		return this.#weigh({ packed, durationMs, model, sent, isSure: !isCut, isCut });
	}

	/** A key that is refused may only have used up its limit; where the service doesn't say, it is tried once more. */
	async #examine(asked: Asked): Promise<Asked> {
		if (!("failure" in asked) || asked.failure.detail.kind !== "unauthorized" || this.#isKeyExamined)
			return asked;
		this.#isKeyExamined = true;
		const { failure } = asked;
		switch (await this.#options.examineKey()) {
			case "refused":
				return asked;
			case "exhausted": {
				const message = `${failure.message}: ${usedUpKeyAdvice}`;
				return { failure: { ...failure, detail: { kind: "key_exhausted" }, message } };
			}
			case undefined:
				return { failure: { ...failure, next: "at_once" } };
		}
	}

	#judge(reading: SilentReading, sent: SentLine, model: string): AttemptFailure {
		const { allowance } = this.#options;
		// Two pieces need an attempt each after this one.
		const mayCut = this.#options.mayCut && allowance.left > 2;
		const silences = { before: this.#silences, style: sent.style !== undefined, mayCut };
		return judgeReading(reading, this.#line, model, silences);
	}

	async #askStreamed(sent: SentLine, attempt: Attempt): Promise<Asked | undefined> {
		const { sound, streams } = this.#options;
		if (!this.#mayStream || !sound || !streams.mayAsk(attempt.model, this.#options.ownId)) return undefined;
		this.#mayStream = false;
		const heard = { sound, compromises: compromisesOf(this.#line, sent) };
		const send = (stream: StreamTaker) => this.#send(sent, attempt, stream);
		return streams.follow(askStreamed(this.#options, sent.text, attempt.model, heard, send));
	}

	#send(sent: SentLine, { model, firm, timeoutMs }: Attempt, stream?: StreamTaker): Promise<AttemptResult> {
		const { client, stylePlace, notify } = this.#options;
		return client.generateContent(model, writeRequest(sent, model, firm, stylePlace), {
			timeoutMs,
			maxSeconds: soundMaxSeconds(sent.text),
			onAnswering: () => notify({ kind: "answering" }),
			...(stream && { stream }),
		});
	}

	/** Its sound is heard already. In trouble, the Line is asked for in one piece, at once where waiting wouldn't help. */
	#judgeStream(answered: Asked, sent: SentLine, model: string): Outcome<Take> {
		if ("reading" in answered && answered.reading.kind === "clip") {
			this.#noteFit(model);
			const { packed, durationMs, isCut } = answered.reading;
			const isSure = !isCut && !isDoubtful(this.#line.text, durationMs);
			return { ok: true, value: { packed, durationMs, model, sent, isSure, isCut } };
		}
		const failure =
			"failure" in answered ? answered.failure : this.#judge(answered.reading as SilentReading, sent, model);
		if (this.#leavesOut(failure, sent, model, false)) {
			this.#mayStream = true;
			this.#troubled = undefined;
			return { ok: false, failure: { ...failure, next: "at_once" } };
		}
		const { kind } = failure.detail;
		const isRefused = ["bad_request", "bad_response", "unplayable_sound", "model_unavailable"].includes(kind);
		const hasCome = "reading" in answered && "madeMs" in answered.reading && answered.reading.madeMs;
		this.#troubled = { model, restMs: isRefused && !hasCome ? refusedRestMs : troubledRestMs };
		const isForNow = failure.next === "again" && kind !== "rate_limited";
		return { ok: false, failure: isRefused || isForNow ? { ...failure, next: "at_once" } : failure };
	}

	async #ask(sent: SentLine, attempt: Attempt): Promise<Asked> {
		const { guildId, workers, notify } = this.#options;
		const result = await this.#send(sent, attempt);
		if (!result.ok) return { failure: result.failure };
		const reading = await workers.readClip(guildId, result.bytes, soundMaxSeconds(sent.text), (sound, ms) => {
			// Sound that another answer may replace is heard only when that is decided.
			if (this.#doubtful || this.#options.sound?.isBroken || isDoubtful(this.#line.text, ms)) return;
			notify({ kind: "sound", sound, compromises: compromisesOf(this.#line, sent), gainDb: 0 });
		});
		return { reading };
	}

	/** Without what earlier answers had left out. */
	#writeFor(model: string): SentLine {
		const { style, ...plain } = this.#fitting.for(model);
		return { ...plain, ...(this.#withStyle && style !== undefined && { style }) };
	}

	/** The operator learns what isn't sent; what it was may be a member's words. */
	#noteFit(model: string): void {
		const refused = this.#fitting.confirm(model);
		if (refused.length > 0)
			this.#options.logger.warn(
				{ event: "speech_extras_refused", model, refused },
				"this isn't sent to the model for an hour, since it refused it",
			);
	}

	/** A service that doesn't take an extra refuses the whole request: it is asked again without it. */
	#leavesOut(
		{ detail, about, billed }: AttemptFailure,
		sent: SentLine,
		model: string,
		mayGuess: boolean,
	): boolean {
		return detail.kind === "bad_request" && !billed && this.#fitting.leaveOut(sent, model, about, mayGuess);
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
