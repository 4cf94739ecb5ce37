import { setTimeout as sleep } from "node:timers/promises";
import type { PackedClip } from "@herald/common/audio/clip.ts";
import type { Logger } from "@herald/common/log.ts";
import { correlationId } from "../../shared/correlation.ts";
import { measure } from "../../shared/measures.ts";
import { Problem } from "../../shared/problem.ts";
import type { KeyOf } from "../clips/clip-key.ts";
import type { ClipWorkers } from "../clips/clip-workers.ts";
import { type Compromise, compromisesOf, type Line } from "../line.ts";
import type { LineNews } from "../spoken.ts";
import { estimateSeconds } from "../text/lines.ts";
import type { RetryBudget } from "../traffic/retry-budget.ts";
import type { Streams } from "../traffic/streams.ts";
import { type Cost, type Estimate, noUsage } from "../usage.ts";
import { type AttemptResponse, askStreamed } from "./ask-streamed.ts";
import { type AttemptFailure, classifySilence, type KeyState, usedUpKeyAdvice } from "./classify.ts";
import type { AttemptResult, SpeechClient, StreamTaker } from "./client.ts";
import {
	type Answer,
	attemptOf,
	beginLine,
	isDoubtful,
	type LineAttempt,
	type LineState,
	lessonOf,
	next,
	type Step,
	type Take,
} from "./line-state.ts";
import type { Refused } from "./refused.ts";
import { type StylePlace, soundMaxSeconds, writeRequest } from "./request.ts";
import type { StreamedSound } from "./streamed-sound.ts";
import type { AttemptTiming } from "./timing.ts";

/** The Clip that was synthesized for a Line. */
export interface SynthesizedClip extends PackedClip {
	readonly compromises: readonly Compromise[];
	/** The Line it is cached as: what was really sent. Undefined if that wasn't a single Line. */
	readonly key: string | undefined;
}

/** The parts needed for making a Line. */
export interface MakeLineOptions {
	/** Tried in turn. */
	readonly models: readonly string[];
	readonly timing: AttemptTiming;
	readonly retries: RetryBudget;
	/** The guild whose permit it takes. */
	readonly guildId: string;
	readonly client: SpeechClient;
	/** The account's, unless it is the operator's. */
	readonly ownId: string | undefined;
	readonly workers: ClipWorkers;
	readonly keyOf: KeyOf;
	readonly stylePlace: StylePlace;
	/** Finds out why the account's key is refused; undefined where that can't be told. */
	readonly examineKey: () => Promise<KeyState | undefined>;
	/** Known refusals of the models; new ones are added. */
	readonly refused: Refused;
	readonly logger: Logger;
	readonly notify: (news: LineNews) => void;
	/** Counts a request before it is sent; may wait. @returns records its cost, once; undefined if unknown */
	readonly charge: (estimate: Estimate) => Promise<(cost: Cost | undefined) => void>;
	/** Has a request that has left answered, whether anybody waits for it or not: it costs the same. */
	readonly hold: <T>(request: () => Promise<T>) => Promise<T>;
	/** Gives the turn back, so that a wait takes no other request's place. @returns what waits for one again */
	readonly yieldPermit: () => () => Promise<void>;
	/** Knowledge of the models' streams, kept up to date. */
	readonly streams: Streams;
	/** Its first request asks for a stream, whose sound this takes. */
	readonly sound?: StreamedSound | undefined;
	/** Aborts when no caller waits: nothing more is asked for then. */
	readonly signal: AbortSignal;
}

/** The least tokens that models of this family count for a second of sound. */
const tokensPerSecond = 25;
/** How long a listener waits for the rest of a sound, in ms. */
const restMs = 15_000;

/** @returns what a request cost; undefined where that isn't known: it may have been made, and charged */
const costOf = (response: AttemptResponse): Cost | undefined => {
	if ("failure" in response) {
		const { billed, madeMs = billed ? undefined : 0 } = response.failure;
		return madeMs === undefined ? undefined : { madeMs, usage: noUsage };
	}
	const { reading } = response;
	const { usage } = reading;
	if ("madeMs" in reading && reading.madeMs !== undefined) return { madeMs: reading.madeMs, usage };
	if ((reading.kind === "bad_response" || reading.kind === "unplayable") && usage.audioTokens === 0)
		return undefined;
	return { madeMs: (usage.audioTokens / tokensPerSecond) * 1_000, usage };
};

/** A limit that ends after the deadline is reported together with its end. */
const endOf = ({ detail, message }: Problem, waitMs: number): Problem =>
	new Problem(
		detail.kind === "rate_limited"
			? { ...detail, retryAt: Math.max(detail.retryAt, Date.now() + waitMs) }
			: detail,
		message,
	);

/** @returns what the operator is told of an attempt that wasn't the last */
const describe = (answer: Answer, step: Step): Pick<AttemptFailure, "message" | "requestId"> | undefined => {
	if (answer.kind === "unsent") return undefined;
	if (answer.kind !== "sound") return answer.failure;
	return "because" in step ? step.because : undefined;
};

/** Makes the attempts at a Line that its state asks for: sends, waits, and counts time and retries. */
class LineAttempts {
	readonly #options: MakeLineOptions;
	/** For the part that is asked for, in ms since the epoch; waiting for a permit doesn't count. */
	#deadline = 0;

	constructor(options: MakeLineOptions) {
		this.#options = options;
	}

	/** @returns the sound of the Line, or of its two pieces; @throws {@link Problem}, or the signal's reason */
	async make(line: Line): Promise<readonly Take[]> {
		const { models, signal } = this.#options;
		if (models.length === 0) throw new Problem({ kind: "model_unavailable" }, "SPEECH_MODELS names no model");
		let step: Step = { kind: "ask", state: beginLine(line, models), isRetry: false };
		for (;;) {
			if (step.kind === "done") return step.takes;
			if (step.kind === "fail") throw step.problem;
			const answer: Answer = await this.#attempt(step);
			const { state } = step;
			step = next(state, answer);
			this.#note(state, answer, step);
			if (answer.kind !== "sound") signal.throwIfAborted();
		}
	}

	async #attempt(step: Extract<Step, { kind: "ask" | "wait" }>): Promise<Answer> {
		const { timing, retries, signal } = this.#options;
		const { state, because, isRetry } = step;
		try {
			if (!because) {
				retries.countRequest();
				this.#deadline = Date.now() + timing.lineDeadlineMs;
			}
			// Nobody is left in the middle of a word for as long as a service in trouble needs.
			if (this.#soundOf(state)?.isBroken)
				this.#deadline = Math.min(this.#deadline, Date.now() + (timing.stream?.restMs ?? restMs));
			if (because && isRetry && !retries.takeRetry())
				throw new Problem(because.detail, `${because.message}; no more retries for now`);
			if (step.kind === "wait") await this.#wait(step);
			const timeoutMs = Math.min(timing.attemptTimeoutMs, this.#deadline - Date.now());
			if (timeoutMs <= 0) throw because ?? new Problem({ kind: "timeout" }, "the Line's deadline passed");
			if (because) measure("speechRetried", { reason: because.kind });
			return await this.#ask(state, timeoutMs);
		} catch (error) {
			signal.throwIfAborted();
			if (error instanceof Problem) return { kind: "unsent", problem: error };
			throw error;
		}
	}

	/** Waits with full jitter. @throws {@link Problem} where that is too long */
	async #wait({ state, because, leastMs }: Extract<Step, { kind: "wait" }>): Promise<void> {
		const { timing, signal, yieldPermit } = this.#options;
		const mostMs = Math.min(timing.backoffMaxMs, timing.backoffBaseMs * 2 ** (state.tries - 1));
		const waitMs = Math.max(Math.random() * mostMs, leastMs);
		if (because && Date.now() + waitMs >= this.#deadline) throw endOf(because, waitMs);
		const takePermit = yieldPermit();
		await sleep(waitMs, undefined, { signal });
		const queuedAt = Date.now();
		await takePermit();
		this.#deadline += Date.now() - queuedAt;
	}

	async #ask(state: LineState, timeoutMs: number): Promise<Answer> {
		const { charge, hold, refused, signal } = this.#options;
		signal.throwIfAborted();
		const attempt = attemptOf(state, refused);
		const { model, sent } = attempt;
		const settle = await charge({
			ms: estimateSeconds(sent.text) * 1_000,
			mostMs: soundMaxSeconds(sent.text) * 1_000,
		});
		if (signal.aborted) settle({ madeMs: 0, usage: noUsage });
		signal.throwIfAborted();
		let isStreamed = false;
		const response = await hold(async () => {
			let cost: Cost | undefined;
			try {
				const streamed = await this.#askStreamed(state, attempt, timeoutMs);
				isStreamed = streamed !== undefined;
				const came = streamed ?? (await this.#askInOnePiece(state, attempt, timeoutMs));
				cost = costOf(came);
				if ("reading" in came) measure("speechBilled", { model, ...came.reading.usage });
				return came;
			} finally {
				settle(cost);
			}
		});
		const end = { attempt, isStreamed, isAwaited: this.#soundOf(state)?.isBroken === true };
		if ("failure" in response)
			return { kind: "failure", failure: await this.#examine(response.failure), ...end };
		const { reading } = response;
		if (reading.kind !== "clip") return { kind: "silence", failure: classifySilence(reading, model), ...end };
		const { packed, durationMs, isCut } = reading;
		return { kind: "sound", take: { packed, durationMs, model, sent, isSure: !isCut, isCut }, ...end };
	}

	/** @returns what takes a sound that is heard as it comes: of the whole Line alone */
	#soundOf({ part }: LineState): StreamedSound | undefined {
		return part.kind === "whole" ? this.#options.sound : undefined;
	}

	async #askStreamed(
		state: LineState,
		attempt: LineAttempt,
		timeoutMs: number,
	): Promise<AttemptResponse | undefined> {
		const { streams, ownId } = this.#options;
		const { model, sent, mayStream } = attempt;
		const sound = this.#soundOf(state);
		if (!mayStream || !sound || !streams.mayAsk(model, ownId)) return undefined;
		const heard = { sound, compromises: compromisesOf(state.line, sent) };
		const send = (stream: StreamTaker) => this.#send(attempt, timeoutMs, stream);
		return streams.follow(askStreamed(this.#options, sent.text, model, heard, send));
	}

	async #askInOnePiece(
		{ part, phase, line }: LineState,
		attempt: LineAttempt,
		timeoutMs: number,
	): Promise<AttemptResponse> {
		const { guildId, workers, notify, sound: streamed } = this.#options;
		const { sent } = attempt;
		const result = await this.#send(attempt, timeoutMs);
		if (!result.ok) return { failure: result.failure };
		const reading = await workers.readClip(guildId, result.bytes, soundMaxSeconds(sent.text), (sound, ms) => {
			// A piece's sound isn't the Line's, and what another answer may replace is heard only when that is decided.
			const isLast = part.kind === "whole" && phase.kind !== "doubtful" && !isDoubtful(part.text, ms);
			if (isLast && !streamed?.isBroken)
				notify({ kind: "sound", sound, compromises: compromisesOf(line, sent), gainDb: 0 });
		});
		return { reading };
	}

	#send({ model, sent, firm }: LineAttempt, timeoutMs: number, stream?: StreamTaker): Promise<AttemptResult> {
		const { client, stylePlace, notify } = this.#options;
		return client.generateContent(model, writeRequest(sent, model, firm, stylePlace), {
			timeoutMs,
			maxSeconds: soundMaxSeconds(sent.text),
			onAnswering: () => notify({ kind: "answering" }),
			...(stream && { stream }),
		});
	}

	/** A key that is refused may only have used up its limit; where the service doesn't say, it is tried once more. */
	async #examine(failure: AttemptFailure): Promise<AttemptFailure> {
		if (failure.detail.kind !== "unauthorized") return failure;
		switch (await this.#options.examineKey()) {
			case "refused":
				return failure;
			case "exhausted":
				return {
					...failure,
					detail: { kind: "key_exhausted" },
					message: `${failure.message}: ${usedUpKeyAdvice}`,
				};
			case undefined:
				return { ...failure, next: "once_more" };
		}
	}

	/** The operator learns what failed and what isn't sent; what it was may be a member's words. */
	#note(state: LineState, answer: Answer, step: Step): void {
		const { logger, notify, refused, streams, ownId } = this.#options;
		if (answer.kind === "unsent") return;
		const { model } = answer.attempt;
		const lesson = lessonOf(state, answer);
		if (lesson.restMs !== undefined) streams.rest(model, ownId, lesson.restMs);
		if (lesson.refused.length > 0) {
			refused.note(lesson.refused.map(({ name }) => name));
			logger.warn(
				{ event: "speech_extras_refused", model, refused: lesson.refused.map(({ extra }) => extra) },
				"this isn't sent to the model for an hour, since it refused it",
			);
		}
		const failure = describe(answer, step);
		if (!failure) return;
		logger.warn(
			{
				event: "speech_attempt_failed",
				model,
				correlation: correlationId(),
				requestId: failure.requestId,
				next: step.kind,
			},
			failure.message,
		);
		if (answer.kind !== "sound" && answer.failure.detail.kind === "rate_limited")
			notify({ kind: "limited", until: answer.failure.detail.retryAt });
	}
}

const toClip = async (
	line: Line,
	takes: readonly Take[],
	{ guildId, workers, keyOf }: Pick<MakeLineOptions, "guildId" | "workers" | "keyOf">,
): Promise<SynthesizedClip> => {
	const [first, second] = takes as readonly [Take, Take?];
	const { packed, durationMs } = second
		? await workers.joinPieces(guildId, [first.packed, second.packed])
		: first;
	// Pieces from different models, voices, styles or languages aren't cached as either, nor those that lack their end.
	const isSure = second
		? first.model === second.model &&
			first.sent.voice === second.sent.voice &&
			first.sent.style === second.sent.style &&
			first.sent.language === second.sent.language &&
			!first.isCut &&
			!second.isCut
		: first.isSure;
	return {
		packed,
		durationMs,
		compromises: [
			...compromisesOf(line, ...takes.map(({ sent }) => sent)),
			...(takes.some(({ isCut }) => isCut) ? (["cut_short"] as const) : []),
		],
		key: isSure ? keyOf({ ...first.sent, text: line.text }, first.model) : undefined,
	};
};

/**
 * Makes a Line's Clip. What was heard of it before its stream was in trouble goes on with the rest of that Clip.
 *
 * @throws {@link Problem} when it can't be made, or the signal's reason
 */
export const makeLine = async (options: MakeLineOptions, line: Line): Promise<SynthesizedClip> => {
	const { guildId, workers, sound } = options;
	try {
		const made = await toClip(line, await new LineAttempts(options).make(line), options);
		if (sound?.isBroken) {
			const { moreDb: gainDb } = sound;
			const alike =
				gainDb === 0 ? made : await workers.deriveClip(guildId, made.packed, { tempo: 1, gainDb });
			sound.goOn(alike.packed);
		}
		return made;
	} finally {
		sound?.end();
	}
};
