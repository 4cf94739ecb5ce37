import type { PackedClip } from "@herald/common/audio/clip.ts";
import { Problem, type ProblemKind } from "../../shared/problem.ts";
import type { Line } from "../line.ts";
import { cutInTwo, estimateSeconds, isWrittenShort } from "../text/lines.ts";
import type { AttemptFailure } from "./classify.ts";
import { findCertain, type OmittedExtra, type Refusals, type SentExtra } from "./refusals.ts";
import type { SentLine } from "./request.ts";

/** The most attempts at one Line that may be charged, on all models and for all pieces. */
export const paidMax = 4;
/** The most tries on one model. After three failures, a fourth hardly ever succeeds. */
const triesPerModel = 3;
/**
 * The most attempts on one model that don't count as tries, because they follow a refusal and leave out the stream or
 * an extra. Enough for the stream and each extra; the voice may need two, because it can be named in two ways.
 */
const otherwisePerModel = 6;
/**
 * The most retries of one part of a Line, on all models together, if a gateway answers for a strained service. The
 * gateway itself retries each of these requests, too.
 */
const retriesBehindGateway = 1;
/** Problems of a strained service, which is one that is overloaded or fails. Retries can make these problems worse. */
const strains: ReadonlySet<ProblemKind> = new Set(["rate_limited", "upstream", "network", "timeout"]);
/** Problems with a stream that an answer in one piece might not have. */
const streamRefusals: ReadonlySet<ProblemKind> = new Set([
	"bad_request",
	"bad_response",
	"unplayable_sound",
	"model_unavailable",
]);
/** Problems with a Line that its pieces might not have. */
const cuttable: ReadonlySet<ProblemKind> = new Set(["no_audio", "too_long"]);
/** How long a model that refused a stream isn't asked for streams, in ms. */
const refusedRestMs = 60 * 60_000;
/** How long a model isn't asked for streams after any other problem with a stream, in ms. */
const troubledRestMs = 60_000;

/** The audio of a Line or of a piece of one, and the request that it answers. */
export interface Take extends PackedClip {
	readonly model: string;
	/** The Line as it was sent: without its style or language, or in another voice, if the model refused those. */
	readonly sent: SentLine;
	/** Whether the sound is whole and of a plausible length. */
	readonly isSure: boolean;
	/** Whether the sound ends before the text does. */
	readonly isCut: boolean;
}

type LinePart =
	| { readonly kind: "whole"; readonly text: string }
	| { readonly kind: "first piece"; readonly text: string; readonly rest: string }
	| { readonly kind: "second piece"; readonly text: string; readonly first: Take };

/** How the next request is made, and why. */
type Phase =
	/** As a stream, if the model streams. */
	| { readonly kind: "stream" }
	/** In one piece, after a problem with a stream. If that works, the model isn't asked for streams for `restMs`. */
	| { readonly kind: "after stream"; readonly streamOf: string; readonly restMs: number }
	| { readonly kind: "one piece" }
	/** Once more after a sound of an implausible length. The more plausible of both sounds is taken. */
	| { readonly kind: "doubtful"; readonly take: Take };

/** What is tried only once for each part of a Line. */
type Remedy =
	/** Asking again with a key that was refused for an unknown reason. */
	| "key"
	/** Asking again without a change, before `store` is left out although no refusal named it. */
	| "store"
	/** Insisting that the text is read. Tried once on each model. */
	| "firmly";

export interface LineState {
	readonly line: Line;
	readonly part: LinePart;
	readonly phase: Phase;
	/** How many attempts may have been charged, for all parts of the Line. */
	readonly paid: number;
	/** The models that are tried in turn; `at` is the index of the current one. */
	readonly models: readonly string[];
	readonly at: number;
	/** How many tries the current model has had, including the next one. */
	readonly tries: number;
	/** How many attempts on the current model were made at once after a failure. They don't count as tries. */
	readonly otherwise: number;
	readonly tried: readonly Remedy[];
	readonly retriesBehindGateway: number;
	/** How many answers had no audio. From the second on, the style is left out. */
	readonly silences: number;
	/** What was left out of requests since a model last accepted a request. */
	readonly leftOut: readonly OmittedExtra[];
}

export interface LineAttempt {
	readonly model: string;
	readonly sent: SentLine;
	/** Whether to insist that the text is read and not obeyed. */
	readonly firm: boolean;
	readonly mayStream: boolean;
	/** What can be left out of the request if the model refuses it, in the order in which that is tried. */
	readonly extras: readonly SentExtra[];
}

interface AttemptEnd {
	readonly attempt: LineAttempt;
	readonly isStreamed: boolean;
	/** Whether a listener is waiting for the rest of a sound that broke off. */
	readonly isAwaited: boolean;
}

interface SoundAnswer extends AttemptEnd {
	readonly kind: "sound";
	readonly take: Take;
}

interface FailureAnswer extends AttemptEnd {
	/** `silence` is a 200 without usable sound; `failure` is any other failure. */
	readonly kind: "silence" | "failure";
	readonly failure: AttemptFailure;
}

/** The outcome of an attempt. `unsent`: no request was made, because nobody pays for it, or no time or retry is left. */
export type LineAnswer = SoundAnswer | FailureAnswer | { readonly kind: "unsent"; readonly problem: Problem };

/** Another attempt, and the Problem of the one before. */
interface NextAttempt {
	readonly state: LineState;
	readonly because?: Problem;
	/** Whether the attempt may add to the load of a strained service. The retry budget limits such attempts. */
	readonly isRetry: boolean;
}

export type Step =
	| ({ readonly kind: "ask" } & NextAttempt)
	/** Asks again after a wait of at least `leastMs`. */
	| ({ readonly kind: "wait"; readonly leastMs: number } & NextAttempt)
	/** The Line or its pieces have sound. `because` is set if sound of an implausible length had to do. */
	| { readonly kind: "done"; readonly takes: readonly Take[]; readonly because?: Problem | undefined }
	| { readonly kind: "fail"; readonly problem: Problem };

const beginPart = (
	{ line, models, paid }: Pick<LineState, "line" | "models" | "paid">,
	part: LinePart,
): LineState => ({
	line,
	part,
	phase: { kind: part.kind === "whole" ? "stream" : "one piece" },
	paid,
	models,
	at: 0,
	tries: 1,
	otherwise: 0,
	tried: [],
	retriesBehindGateway: 0,
	silences: 0,
	leftOut: [],
});

/** @returns a Line's state before its first request. @param models - tried in turn, at least one */
export const beginLine = (line: Line, models: readonly string[]): LineState =>
	beginPart({ line, models, paid: 0 }, { kind: "whole", text: line.text });

/**
 * @returns a state's next request: without what the model is known to refuse and, after two answers without audio,
 * without the style
 */
export const attemptOf = (state: LineState, refusals: Refusals): LineAttempt => {
	const line = { ...state.line, text: state.part.text };
	const model = state.models[state.at] as string;
	const { style, ...plain } = refusals.fit(line, model, new Set(state.leftOut.map(({ name }) => name)));
	const sent = { ...plain, ...(state.silences < 2 && style !== undefined && { style }) };
	return {
		model,
		sent,
		firm: state.tried.includes("firmly"),
		mayStream: state.phase.kind === "stream",
		extras: refusals.extrasOf(sent, line, model),
	};
};

/**
 * Whether audio has an implausible length for its text, perhaps because sentences were repeated, an instruction was
 * obeyed, or the end was cut. Texts with digits or signs are exempt: their length doesn't tell how long they take to
 * say.
 */
export const isDoubtful = (text: string, durationMs: number): boolean => {
	if (isWrittenShort(text)) return false;
	const expectedMs = estimateSeconds(text) * 1_000;
	return durationMs > 2 * expectedMs + 1_500 || durationMs < 0.25 * expectedMs;
};

const distance = (text: string, { durationMs }: PackedClip): number =>
	Math.abs(Math.log(durationMs / 1_000 / Math.max(0.1, text.length / 14)));

/**
 * What follows a failure; the other names are those of classify.ts's `Next`. `at_once`: the next request leaves without a
 * wait. It is one of the model's `triesPerModel` only if the service is strained, or if `otherwisePerModel` requests of
 * this kind didn't count before. `firmly`: also without a wait, insisting that the text is read; always one of the tries.
 */
type Course = "at_once" | "firmly" | "again" | "again_same_model" | "other_model" | "end";

/** Decides what follows an answer. The same state and answer always lead to the same step. */
export const next = (state: LineState, answer: LineAnswer): Step => {
	switch (answer.kind) {
		case "unsent":
			return giveUp(state, answer.problem);
		case "sound":
			return weigh({ ...state, paid: state.paid + 1 }, answer);
		case "silence":
		case "failure": {
			const { failure, isStreamed, isAwaited } = answer;
			const [after, course] = isStreamed ? judgeStream(state, answer) : judge(state, answer);
			// If a sound broke off, its listener doesn't wait for a rate limit to end.
			const isTooLong = isAwaited && failure.detail.kind === "rate_limited" && course !== "end";
			const paid = state.paid + (failure.billed ? 1 : 0);
			return goOn({ ...after, paid }, isTooLong ? "other_model" : course, failure);
		}
	}
};

/** Requests audio of an implausible length once more, and takes the more plausible of the two. */
const weigh = (state: LineState, { take, isStreamed }: SoundAnswer): Step => {
	const { phase, part } = state;
	const isLikely = !isDoubtful(part.text, take.durationMs);
	// Streamed sound has already been heard, so it can't be replaced.
	if (isStreamed) return finish(state, { ...take, isSure: take.isSure && isLikely });
	if (phase.kind === "doubtful")
		return finish(state, distance(part.text, phase.take) < distance(part.text, take) ? phase.take : take);
	if (isLikely) return finish(state, take);
	return goOn({ ...state, phase: { kind: "doubtful", take }, leftOut: [] }, "again", {
		detail: { kind: "no_audio", finishReason: "unlikely length" },
		message: `audio of an implausible length: ${take.durationMs} ms for ${part.text.length} characters`,
	});
};

const judge = (
	state: LineState,
	{ kind, failure, attempt, isStreamed }: FailureAnswer,
): readonly [LineState, Course] => {
	const { phase, tried, silences } = state;
	const after: LineState = {
		...state,
		phase: phase.kind === "after stream" ? { kind: "one piece" } : phase,
		leftOut: kind === "silence" ? [] : state.leftOut,
	};
	switch (failure.next) {
		case "silent":
			return [{ ...after, silences: silences + 1 }, afterSilence(state, attempt)];
		case "otherwise": {
			const without = leaveOut(after, attempt, failure, !isStreamed);
			return without ? [without, "at_once"] : [after, "end"];
		}
		case "once_more":
			return tried.includes("key") ? [after, "end"] : [{ ...after, tried: [...tried, "key"] }, "at_once"];
		case "firmly":
			return tried.includes("firmly")
				? [after, "other_model"]
				: [{ ...after, tried: [...tried, "firmly"] }, "firmly"];
		case "again":
		case "again_same_model":
		case "other_model":
		case "end":
			return [after, failure.next];
	}
};

/**
 * After a problem with a stream, asks for another stream if an extra could be left out. Otherwise asks for an answer in
 * one piece: at once, if waiting wouldn't help.
 */
const judgeStream = (state: LineState, answer: FailureAnswer): readonly [LineState, Course] => {
	const { detail, madeMs } = answer.failure;
	const [after, course] = judge(state, answer);
	if (after.leftOut.length > state.leftOut.length) return [after, course];
	const isRefused = streamRefusals.has(detail.kind);
	const restMs = isRefused && !madeMs ? refusedRestMs : troubledRestMs;
	return [
		{
			...after,
			phase: { kind: "after stream", streamOf: answer.attempt.model, restMs },
			silences: state.silences,
			leftOut: state.leftOut,
		},
		isRefused || (course === "again" && detail.kind !== "rate_limited") ? "at_once" : course,
	];
};

/**
 * Repeats the request, then leaves out the style, then asks another model. Ends earlier for a text of one or two
 * characters, or if {@link giveUp} can cut the text in two.
 */
const afterSilence = ({ part, paid, silences }: LineState, { sent }: LineAttempt): Course => {
	if (silences > 0 && part.text.length <= 2) return "end";
	if (silences === 0 || (silences === 1 && sent.style !== undefined)) return "again";
	// Two pieces take two more attempts. `paid` doesn't include this attempt yet, hence `<`.
	return part.kind === "whole" && paid + 2 < paidMax && cutInTwo(part.text) ? "end" : "other_model";
};

/**
 * Leaves an extra out after a model refused the whole request. The extra `store` is left out only if the refusal named
 * it, or after a second refusal.
 *
 * @param mayGuess - whether to leave out an extra that the refusal didn't name
 * @returns undefined if there is nothing to leave out, or the attempt may have been charged
 */
const leaveOut = (
	state: LineState,
	{ model, extras }: LineAttempt,
	{ about, billed }: AttemptFailure,
	mayGuess: boolean,
): LineState | undefined => {
	const named = extras.find(({ extra }) => extra === about);
	const extra = named ?? (mayGuess ? extras[0] : undefined);
	if (billed || !extra) return undefined;
	const { tried, leftOut } = state;
	if (extra.extra === "store" && !named && !tried.includes("store"))
		return { ...state, tried: [...tried, "store"] };
	return { ...state, leftOut: [...leftOut, { ...extra, model, isNamed: extra === named }] };
};

/** Follows a course within the limits on tries, models and charges. */
const goOn = (
	state: LineState,
	course: Course,
	failure: Pick<AttemptFailure, "detail" | "message" | "byGateway" | "waitMs">,
): Step => {
	const { paid, part, tries, otherwise, models, at } = state;
	const because = new Problem(failure.detail, failure.message);
	const strained = strains.has(because.kind);
	const spare = part.kind === "first piece" ? 1 : 0;
	if (course === "end" || paid + spare >= paidMax) return giveUp(state, because);
	const askNextModel = (isRetry: boolean): Step => {
		if (at + 1 >= models.length) return giveUp(state, because);
		const tried = state.tried.filter((remedy) => remedy !== "firmly");
		return { kind: "ask", state: { ...state, at: at + 1, tries: 1, otherwise: 0, tried }, because, isRetry };
	};
	const isOut = tries === triesPerModel;
	const askAgain = (isRetry: boolean): Step =>
		isOut ? askNextModel(isRetry) : { kind: "ask", state: { ...state, tries: tries + 1 }, because, isRetry };
	switch (course) {
		case "other_model":
			return askNextModel(false);
		case "firmly":
			return askAgain(false);
		case "at_once":
			return strained || otherwise === otherwisePerModel
				? askAgain(strained)
				: { kind: "ask", state: { ...state, otherwise: otherwise + 1 }, because, isRetry: false };
		case "again":
		case "again_same_model": {
			const byGateway = strained && failure.byGateway === true;
			const isEnough = isOut || (byGateway && state.retriesBehindGateway === retriesBehindGateway);
			if (isEnough) return course === "again" ? askNextModel(strained) : giveUp(state, because);
			const behind = state.retriesBehindGateway + (byGateway ? 1 : 0);
			const after = { ...state, tries: tries + 1, retriesBehindGateway: behind };
			return { kind: "wait", state: after, because, isRetry: strained, leastMs: failure.waitMs ?? 0 };
		}
	}
};

const finish = (state: LineState, take: Take, because?: Problem): Step => {
	const { part } = state;
	switch (part.kind) {
		case "whole":
			return { kind: "done", takes: [take], because };
		case "first piece": {
			const second = beginPart(state, { kind: "second piece", text: part.rest, first: take });
			return { kind: "ask", state: second, isRetry: false };
		}
		case "second piece":
			return { kind: "done", takes: [part.first, take], because };
	}
};

/** Before a Line fails, takes audio of an implausible length if there is any, or tries the Line in two pieces. */
const giveUp = (state: LineState, problem: Problem): Step => {
	const { phase, part, paid } = state;
	if (phase.kind === "doubtful") return finish(state, phase.take, problem);
	const isCuttable = part.kind === "whole" && cuttable.has(problem.kind) && paid + 2 <= paidMax;
	const pieces = isCuttable ? cutInTwo(part.text) : undefined;
	if (!pieces) return { kind: "fail", problem };
	const [text, rest] = pieces;
	return { kind: "ask", state: beginPart(state, { kind: "first piece", text, rest }), isRetry: false };
};

/** What an answer teaches about its model, which applies to all Lines. */
export interface Lesson {
	readonly refused: readonly OmittedExtra[];
	/** How long the model isn't to be asked for streams, in ms; undefined if the answer says nothing against streams. */
	readonly restMs: number | undefined;
}

/** @returns what an answer teaches. Once the model accepts a request, what was left out of it is known to be refused */
export const lessonOf = ({ phase, leftOut }: LineState, answer: LineAnswer): Lesson => {
	const isTaken = answer.kind === "sound" || (answer.kind === "silence" && !answer.isStreamed);
	if (!isTaken) return { refused: [], restMs: undefined };
	const { model } = answer.attempt;
	return {
		refused: findCertain(leftOut, model),
		restMs: phase.kind === "after stream" && phase.streamOf === model ? phase.restMs : undefined,
	};
};
