import type { PackedClip } from "@herald/common/audio/clip.ts";
import { Problem, type ProblemKind } from "../../shared/problem.ts";
import type { Line } from "../line.ts";
import { cutInTwo, estimateSeconds, isWrittenShort } from "../text/lines.ts";
import type { AttemptFailure } from "./classify.ts";
import { findCertain, type OmittedExtra, type Refusals, type SentExtra } from "./refusals.ts";
import type { SentLine } from "./request.ts";

/** Attempts at one Line that may be charged, over all models and pieces. */
export const paidMax = 4;
/** Attempts on one model: after three failures, a fourth hardly ever succeeds. */
const triesPerModel = 3;
/** Extra attempts where a stream was refused, or one of the extras, of which a voice has two. */
const otherwisePerModel = 6;
/** At one text, over all models: a gateway multiplies each by its own retries. */
const retriesBehindGateway = 1;
/** Troubles that retries can make worse. */
const strains: ReadonlySet<ProblemKind> = new Set(["rate_limited", "upstream", "network", "timeout"]);
/** Troubles of a stream that an answer in one piece may not have. */
const streamRefusals: ReadonlySet<ProblemKind> = new Set([
	"bad_request",
	"bad_response",
	"unplayable_sound",
	"model_unavailable",
]);
/** Troubles that pieces of a Line may not have. */
const cuttable: ReadonlySet<ProblemKind> = new Set(["no_audio", "too_long"]);
/** How long no stream is asked of a model that refused one, and of one whose stream was in trouble, in ms. */
const refusedRestMs = 60 * 60_000;
const troubledRestMs = 60_000;

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

/** What is asked for: all of a Line, or one of its two pieces. */
type LinePart =
	| { readonly kind: "whole"; readonly text: string }
	| { readonly kind: "first piece"; readonly text: string; readonly rest: string }
	| { readonly kind: "second piece"; readonly text: string; readonly first: Take };

/** How it is asked for next, and why so. */
type Phase =
	/** As a stream, where the model has any. */
	| { readonly kind: "stream" }
	/** In one piece after a stream in trouble: if that works, the model isn't asked for streams for so long. */
	| { readonly kind: "after stream"; readonly streamOf: string; readonly restMs: number }
	| { readonly kind: "one piece" }
	/** Once more after a sound of an implausible length: the likelier of the two is taken. */
	| { readonly kind: "doubtful"; readonly take: Take };

/** What helps once: asking again after a refusal that doesn't say why, of a key or of `store`; insisting, for each model. */
type Remedy = "key" | "store" | "firmly";

/** A Line's life so far: all that its next request depends on. */
export interface LineState {
	readonly line: Line;
	readonly part: LinePart;
	readonly phase: Phase;
	/** Attempts that may have been charged, of all parts. */
	readonly paid: number;
	/** Tried in turn; `at` is the one that is asked. */
	readonly models: readonly string[];
	readonly at: number;
	/** Attempts on the model, with the next one. */
	readonly tries: number;
	/** Attempts on the model that asked otherwise, and don't count as tries. */
	readonly otherwise: number;
	readonly tried: readonly Remedy[];
	readonly retriesBehindGateway: number;
	/** Answers without audio: after two, the style is left out. */
	readonly silences: number;
	/** What was left out since a model last took a request. */
	readonly leftOut: readonly OmittedExtra[];
}

/** A Line as it is asked for next. */
export interface LineAttempt {
	readonly model: string;
	readonly sent: SentLine;
	/** Whether to insist that the text is read and not obeyed. */
	readonly firm: boolean;
	readonly mayStream: boolean;
	/** What can be left out of it, the likeliest to be refused first. */
	readonly extras: readonly SentExtra[];
}

interface AttemptEnd {
	readonly attempt: LineAttempt;
	readonly isStreamed: boolean;
	/** Whether a listener waits for the rest of a sound. */
	readonly isAwaited: boolean;
}

interface SoundAnswer extends AttemptEnd {
	readonly kind: "sound";
	readonly take: Take;
}

interface FailureAnswer extends AttemptEnd {
	/** A 200 without sound that can be taken, or any other failure. */
	readonly kind: "silence" | "failure";
	readonly failure: AttemptFailure;
}

/** What came of an attempt; or it wasn't made, as nobody pays for it, or no time or no retry is left. */
export type LineAnswer = SoundAnswer | FailureAnswer | { readonly kind: "unsent"; readonly problem: Problem };

/** Another attempt, and why the one before wasn't the last. */
interface NextAttempt {
	readonly state: LineState;
	readonly because?: Problem;
	/** Whether it may add to the troubles of a service: of those there are only so many. */
	readonly isRetry: boolean;
}

/** What is done next. */
export type Step =
	| ({ readonly kind: "ask" } & NextAttempt)
	/** The same after a wait, of so many ms at least. */
	| ({ readonly kind: "wait"; readonly leastMs: number } & NextAttempt)
	/** The sound is there, of the whole Line or of its pieces; `because` nothing better came. */
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

/** @returns a Line's state before its first request; @param models - tried in turn, at least one */
export const beginLine = (line: Line, models: readonly string[]): LineState =>
	beginPart({ line, models, paid: 0 }, { kind: "whole", text: line.text });

/** @returns the Line as a state has it asked for, without what is known to be refused */
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
 * Whether audio has an implausible length for its text: sentences were repeated, an instruction was obeyed, or the end
 * was cut. Texts with digits or signs are exempt: the length of a number doesn't tell how long it takes to say.
 */
export const isDoubtful = (text: string, durationMs: number): boolean => {
	if (isWrittenShort(text)) return false;
	const expectedMs = estimateSeconds(text) * 1_000;
	return durationMs > 2 * expectedMs + 1_500 || durationMs < 0.25 * expectedMs;
};

const distance = (text: string, { durationMs }: PackedClip): number =>
	Math.abs(Math.log(durationMs / 1_000 / Math.max(0.1, text.length / 14)));

/** What is done about a failure; `at_once` and `firmly`: the model is asked again without a wait, the latter as a try. */
type Course = "at_once" | "firmly" | "again" | "again_same_model" | "other_model" | "end";

/** Decides what follows an answer; the same state and answer always have the same step. */
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
			// Nobody is left in the middle of a word for as long as a limit lasts.
			const isTooLong = isAwaited && failure.detail.kind === "rate_limited" && course !== "end";
			const paid = state.paid + (failure.billed ? 1 : 0);
			return goOn({ ...after, paid }, isTooLong ? "other_model" : course, failure);
		}
	}
};

/** Audio of an implausible length is requested once more, and the more plausible of the two is used. */
const weigh = (state: LineState, { take, isStreamed }: SoundAnswer): Step => {
	const { phase, part } = state;
	const isLikely = !isDoubtful(part.text, take.durationMs);
	// What was streamed is heard already.
	if (isStreamed) return finish(state, { ...take, isSure: take.isSure && isLikely });
	if (phase.kind === "doubtful")
		return finish(state, distance(part.text, phase.take) < distance(part.text, take) ? phase.take : take);
	if (isLikely) return finish(state, take);
	return goOn({ ...state, phase: { kind: "doubtful", take }, leftOut: [] }, "again", {
		detail: { kind: "no_audio", finishReason: "unlikely length" },
		message: `audio of an implausible length: ${take.durationMs} ms for ${part.text.length} characters`,
	});
};

/** @returns what a failure changes of the state, and what is done about it */
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

/** In trouble with a stream, the Line is asked for in one piece, at once where waiting wouldn't help. */
const judgeStream = (state: LineState, answer: FailureAnswer): readonly [LineState, Course] => {
	const { detail, madeMs } = answer.failure;
	const [after, course] = judge(state, answer);
	if (after.leftOut.length > state.leftOut.length) return [after, course];
	const isRefused = streamRefusals.has(detail.kind);
	const restMs = isRefused && !madeMs ? refusedRestMs : troubledRestMs;
	const { model } = answer.attempt;
	return [
		{
			...after,
			phase: { kind: "after stream", streamOf: model, restMs },
			silences: state.silences,
			leftOut: state.leftOut,
		},
		isRefused || (course === "again" && detail.kind !== "rate_limited") ? "at_once" : course,
	];
};

/** The same request is sent again, then without its style; then the text is cut in two, or another model is asked. */
const afterSilence = ({ part, paid, silences }: LineState, { sent }: LineAttempt): Course => {
	if (silences > 0 && part.text.length <= 2) return "end";
	if (silences === 0 || (silences === 1 && sent.style !== undefined)) return "again";
	// Two pieces need an attempt each after this one.
	return part.kind === "whole" && paid + 2 < paidMax && cutInTwo(part.text) ? "end" : "other_model";
};

/**
 * A service that doesn't take an extra refuses the whole request: it is asked again without it, and without `store` only
 * where that was named, or refused twice.
 *
 * @param mayGuess - whether it may be another one than the refusal is about
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

/** Counts tries, models and money. */
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

/** The Line is spoken, or the second of its pieces is next. */
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

/** Audio of an implausible length is better than none, and so are pieces of a Line that can't be spoken as a whole. */
const giveUp = (state: LineState, problem: Problem): Step => {
	const { phase, part, paid } = state;
	if (phase.kind === "doubtful") return finish(state, phase.take, problem);
	const isCuttable = part.kind === "whole" && cuttable.has(problem.kind) && paid + 2 <= paidMax;
	const pieces = isCuttable ? cutInTwo(part.text) : undefined;
	if (!pieces) return { kind: "fail", problem };
	const [text, rest] = pieces;
	return { kind: "ask", state: beginPart(state, { kind: "first piece", text, rest }), isRetry: false };
};

/** What an answer says of its model, for all Lines. */
export interface Lesson {
	/** What it refuses. */
	readonly refused: readonly OmittedExtra[];
	/** How long it isn't to be asked for streams, in ms, where those are in trouble and the rest isn't. */
	readonly restMs: number | undefined;
}

/** @returns what an answer teaches: what was in the way of a request is known once the model takes another */
export const lessonOf = ({ phase, leftOut }: LineState, answer: LineAnswer): Lesson => {
	const isTaken = answer.kind === "sound" || (answer.kind === "silence" && !answer.isStreamed);
	if (!isTaken) return { refused: [], restMs: undefined };
	const { model } = answer.attempt;
	return {
		refused: findCertain(leftOut, model),
		restMs: phase.kind === "after stream" && phase.streamOf === model ? phase.restMs : undefined,
	};
};
