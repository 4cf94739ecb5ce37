import { defer } from "@herald/common/defer.ts";
import type { Logger } from "@herald/common/log.ts";
import { audioTokensPerSecond } from "@herald/common/wire/prices.ts";
import { type Cost, noUsage } from "../../budget/payer.ts";
import { correlationId } from "../../shared/correlation.ts";
import { measure } from "../../shared/measures.ts";
import type { Party } from "../../shared/party.ts";
import { Problem } from "../../shared/problem.ts";
import type { KeyOf } from "../clips/clip-key.ts";
import type { ClipWorkers } from "../clips/clip-workers.ts";
import { compromisesOf, type Line } from "../line.ts";
import type { LineRequest, SynthesizedClip } from "../line-request.ts";
import { estimateSeconds } from "../text/lines.ts";
import { type AttemptFailure, classifySilence, usedUpKeyAdvice } from "./classify.ts";
import {
	attemptOf,
	beginLine,
	isDoubtful,
	type LineAnswer,
	type LineAttempt,
	type LineState,
	lessonOf,
	next,
	type Step,
	type Take,
} from "./line-state.ts";
import { type AttemptTiming, type StylePlace, soundMaxSeconds, writeRequest } from "./request.ts";
import { type AttemptResponse, type OpenStream, openStream, StreamedSound, type Streams } from "./streams.ts";

export interface MakeLineOptions {
	/** The models, in the order in which they are tried. */
	readonly models: readonly string[];
	readonly timing: AttemptTiming;
	readonly workers: ClipWorkers;
	readonly keyOf: KeyOf;
	readonly stylePlace: StylePlace;
	readonly logger: Logger;
	/** What is known of each model's streams. Updated by each streamed Line. */
	readonly streams: Streams;
	/** How much louder than usual a stream is played, in dB; undefined if the Line must not be streamed. */
	readonly streamGainDb: number | undefined;
}

/** How long a listener who has heard a beginning waits for the rest, in ms. */
const restMs = 15_000;

/** @returns what a request cost; undefined if it may have been charged and the amount isn't known */
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
	return { madeMs: (usage.audioTokens / audioTokensPerSecond) * 1_000, usage };
};

/**
 * @returns the Problem of a Line whose next wait is too long. A rate limit's Problem says when that wait would have
 * ended
 */
const endOf = ({ detail, message }: Problem, waitMs: number): Problem =>
	new Problem(
		detail.kind === "rate_limited"
			? { ...detail, retryAt: Math.max(detail.retryAt, Date.now() + waitMs) }
			: detail,
		message,
	);

/**
 * Makes the attempts at a Line: sends requests, waits, and keeps to the Line's deadline and the retry budget.
 *
 * @param sound - receives the sound of a stream, and plays it as it comes; undefined if the Line must not be streamed
 * @returns the sound of the Line, or of its two pieces
 * @throws {@link Problem}; the signal's reason if it aborts
 */
const makeTakes = async (
	request: LineRequest,
	line: Line,
	options: MakeLineOptions,
	sound: StreamedSound | undefined,
): Promise<readonly Take[]> => {
	const { models, timing, workers, streams, logger, stylePlace } = options;
	const { party, account, signal } = request;
	/** The current part's deadline, in ms since the epoch. Waiting for a permit extends it. */
	let deadline = 0;
	const attempt = async (step: Extract<Step, { kind: "ask" | "wait" }>): Promise<LineAnswer> => {
		const { retries } = account;
		const { state, because, isRetry } = step;
		try {
			if (!because) {
				retries.countRequest();
				deadline = Date.now() + timing.lineDeadlineMs;
			}
			// A listener who has heard the beginning of the sound waits less long for the rest.
			if (soundOf(state)?.isBroken)
				deadline = Math.min(deadline, Date.now() + (timing.stream?.restMs ?? restMs));
			if (because && isRetry && !retries.takeRetry())
				throw new Problem(because.detail, `${because.message}; no more retries for now`);
			if (step.kind === "wait") await wait(step);
			const timeoutMs = Math.min(timing.attemptTimeoutMs, deadline - Date.now());
			if (timeoutMs <= 0) throw because ?? new Problem({ kind: "timeout" }, "the Line's deadline passed");
			if (because) measure("speechRetried", { reason: because.kind });
			return await ask(state, timeoutMs);
		} catch (error) {
			signal.throwIfAborted();
			if (error instanceof Problem) return { kind: "unsent", problem: error };
			throw error;
		}
	};

	/** Waits with full jitter. @throws {@link Problem} if the wait would pass the deadline */
	const wait = async ({ state, because, leastMs }: Extract<Step, { kind: "wait" }>) => {
		const mostMs = Math.min(timing.backoffMaxMs, timing.backoffBaseMs * 2 ** (state.tries - 1));
		const waitMs = Math.max(Math.random() * mostMs, leastMs);
		if (because && Date.now() + waitMs >= deadline) throw endOf(because, waitMs);
		deadline += await request.pause(waitMs);
	};

	const ask = async (state: LineState, timeoutMs: number): Promise<LineAnswer> => {
		const attempt = attemptOf(state, account.refusals);
		const { model, sent } = attempt;
		const settle = await request.book({
			ms: estimateSeconds(sent.text) * 1_000,
			mostMs: soundMaxSeconds(sent.text) * 1_000,
		});
		let response: AttemptResponse | undefined;
		let stream: OpenStream | undefined;
		try {
			stream = streamFor(state, attempt);
			response = await (stream?.read(send(attempt, timeoutMs, stream)) ??
				askInOnePiece(state, attempt, timeoutMs));
			if ("reading" in response) measure("speechBilled", { model, ...response.reading.usage });
		} finally {
			settle(response && costOf(response));
		}
		const end = {
			attempt,
			isStreamed: stream !== undefined,
			isAwaited: soundOf(state)?.isBroken === true,
		};
		if ("failure" in response) return { kind: "failure", failure: await examine(response.failure), ...end };
		const { reading } = response;
		if (reading.kind !== "clip") return { kind: "silence", failure: classifySilence(reading, model), ...end };
		const { packed, durationMs, isCut } = reading;
		return { kind: "sound", take: { packed, durationMs, model, sent, isSure: !isCut, isCut }, ...end };
	};

	/** @returns the streamed sound; undefined for a piece, since only a whole Line is streamed */
	const soundOf = ({ part }: LineState) => (part.kind === "whole" ? sound : undefined);

	/** @returns the stream to read the answer from; undefined if the answer is to come in one piece */
	const streamFor = (state: LineState, { model, sent, mayStream }: LineAttempt) => {
		const heardIn = soundOf(state);
		if (!mayStream || !heardIn || !streams.mayAsk(model, account.ownId)) return undefined;
		const heard = { sound: heardIn, compromises: compromisesOf(line, sent) };
		return openStream({ party, workers, timing, streams }, sent.text, model, heard);
	};

	const askInOnePiece = async ({ part, phase }: LineState, attempt: LineAttempt, timeoutMs: number) => {
		const { sent } = attempt;
		const result = await send(attempt, timeoutMs);
		if (!result.ok) return { failure: result.failure };
		const { early, reading } = workers.readClip(party, result.bytes, soundMaxSeconds(sent.text));
		void early.then(({ sound: begun, durationMs }) => {
			// Sound can play early only if it is the whole Line's, and no other answer can replace it.
			const isLast = part.kind === "whole" && phase.kind !== "doubtful" && !isDoubtful(part.text, durationMs);
			if (isLast && !sound?.isBroken)
				request.notify({ kind: "sound", sound: begun, compromises: compromisesOf(line, sent), gainDb: 0 });
		});
		return { reading: await reading };
	};

	/** Sends a request. If the answer is streamed, passes its bytes on as they come. */
	const send = async (attempt: LineAttempt, timeoutMs: number, stream?: OpenStream) => {
		const { model, sent, firm } = attempt;
		const body = writeRequest(sent, model, firm, stylePlace);
		const maxSeconds = soundMaxSeconds(sent.text);
		const answer = account.client.answer(model, body, { timeoutMs, maxSeconds, stream: stream?.signal });
		let next = await answer.next();
		// A stream's headers come before any speech is made, so only its bytes are a beginning.
		if (!next.done) request.notify({ kind: "answering" });
		while (!next.done) {
			stream?.write(next.value);
			next = await answer.next();
		}
		return next.value;
	};

	/**
	 * Finds out whether a refused key has only used up its limit. If the service doesn't say, the key is tried once more.
	 */
	const examine = async (failure: AttemptFailure): Promise<AttemptFailure> => {
		if (failure.detail.kind !== "unauthorized") return failure;
		switch (await account.examineKey()) {
			case "refused":
				return failure;
			case "exhausted": {
				const message = `${failure.message}: ${usedUpKeyAdvice}`;
				return { ...failure, detail: { kind: "key_exhausted" }, message };
			}
			case undefined:
				return { ...failure, next: "once_more" };
		}
	};

	/**
	 * Remembers what an answer teaches, and logs for the operator what failed and what is no longer sent. The log has no
	 * values, which may be a member's words.
	 */
	const note = (state: LineState, answer: LineAnswer, step: Step) => {
		if (answer.kind === "unsent") return;
		const { model } = answer.attempt;
		const lesson = lessonOf(state, answer);
		if (lesson.restMs !== undefined) streams.rest(model, account.ownId, lesson.restMs);
		if (lesson.refused.length > 0) {
			account.refusals.note(lesson.refused.map(({ name }) => name));
			logger.warn(
				{ event: "speech_extras_refused", model, refused: lesson.refused.map(({ extra }) => extra) },
				"this isn't sent to the model for an hour, since it refused it",
			);
		}
		// A sound may be doubtful.
		const trouble: Pick<AttemptFailure, "message" | "requestId"> | undefined =
			answer.kind !== "sound" ? answer.failure : "because" in step ? step.because : undefined;
		if (!trouble) return;
		logger.warn(
			{
				event: "speech_attempt_failed",
				model,
				correlation: correlationId(),
				requestId: trouble.requestId,
				next: step.kind,
			},
			trouble.message,
		);
		if (answer.kind !== "sound" && answer.failure.detail.kind === "rate_limited")
			request.notify({ kind: "limited", until: answer.failure.detail.retryAt });
	};

	if (models.length === 0) throw new Problem({ kind: "model_unavailable" }, "SPEECH_MODELS names no model");
	let step: Step = { kind: "ask", state: beginLine(line, models), isRetry: false };
	for (;;) {
		if (step.kind === "done") return step.takes;
		if (step.kind === "fail") throw step.problem;
		const answer: LineAnswer = await attempt(step);
		const { state } = step;
		step = next(state, answer);
		note(state, answer, step);
		if (answer.kind !== "sound") signal.throwIfAborted();
	}
};

const toClip = async (
	line: Line,
	takes: readonly Take[],
	party: Party,
	{ workers, keyOf }: MakeLineOptions,
): Promise<SynthesizedClip> => {
	const [first, second] = takes as readonly [Take, Take?];
	const { packed, durationMs } = second
		? await workers.joinPieces(party, [first.packed, second.packed])
		: first;
	// Joined pieces are only cached if they have the same model, voice, style and language, and neither was cut off.
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
 * Makes a Line's Clip. If a stream broke off after its beginning was heard, the sound goes on with the rest of that
 * Clip.
 *
 * @throws {@link Problem} if the Clip can't be made; the signal's reason if it aborts
 */
export const makeLine = async (
	request: LineRequest,
	line: Line,
	options: MakeLineOptions,
): Promise<SynthesizedClip> => {
	const { workers, streamGainDb } = options;
	const { party } = request;
	const sound = streamGainDb === undefined ? undefined : new StreamedSound(streamGainDb);
	void sound?.audible.then((news) => request.notify(news));
	using _ending = defer(() => sound?.end());
	const takes = await makeTakes(request, line, options, sound);
	const made = await toClip(line, takes, party, options);
	if (sound?.isBroken) {
		const { moreDb } = sound;
		const alike =
			moreDb === 0 ? made : await workers.deriveClip(party, made.packed, { tempo: 1, gainDb: moreDb });
		sound.goOn(alike.packed);
	}
	return made;
};
