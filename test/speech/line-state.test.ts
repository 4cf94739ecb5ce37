import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { Problem, type ProblemDetail } from "../../src/shared/problem.ts";
import type { AttemptFailure, Next } from "../../src/speech/ask/classify.ts";
import {
	attemptOf,
	beginLine,
	type LineAnswer,
	type LineState,
	next,
	paidMax,
	type Step,
	type Take,
} from "../../src/speech/ask/line-state.ts";
import { Refusals } from "../../src/speech/ask/refusals.ts";

const models = ["gemini-3.8-flash-lite-tts", "gemini-3.8-flash-tts"];
const line = {
	text: "One two three four five six seven. The second sentence is quite a bit longer than the first. A third.",
	voice: "Kore",
	style: "whispering",
};
const account = { baseUrl: "http://127.0.0.1:1", bare: false };
const refusals = new Refusals({ account, stylePlace: "auto", voices: undefined, now: () => 0 });

const takeOf = (state: LineState, durationMs: number): Take => {
	const { model, sent } = attemptOf(state, refusals);
	return { packed: new Uint8Array(), durationMs, model, sent, isSure: true, isCut: false };
};
const likelyMs = (state: LineState): number => (state.part.text.length / 14) * 1_000;

const begun = beginLine(line, models);
const inOnePiece: LineState = { ...begun, phase: { kind: "one piece" } };
const pieces = { text: "One two three four five six seven.", rest: "A third." };
/** The states of the table, for a Line with two models. Only the attempts that a state's name mentions were made. */
const states: Readonly<Record<string, LineState>> = {
	"as a stream": begun,
	"after a stream": { ...begun, phase: { kind: "after stream", streamOf: models[0] as string, restMs: 1 } },
	"in one piece": inOnePiece,
	"after a silence": { ...inOnePiece, silences: 1, paid: 1, tries: 2 },
	"the same without a style": {
		...inOnePiece,
		line: { text: line.text, voice: line.voice },
		silences: 1,
		paid: 1,
		tries: 2,
	},
	"after two silences": { ...inOnePiece, silences: 2, paid: 2, tries: 3 },
	doubtful: { ...inOnePiece, phase: { kind: "doubtful", take: takeOf(begun, 60_000) }, paid: 1, tries: 2 },
	"first piece": { ...inOnePiece, part: { kind: "first piece", ...pieces } },
	"second piece": {
		...inOnePiece,
		part: { kind: "second piece", text: pieces.rest, first: takeOf(begun, 2_000) },
		paid: 1,
	},
	"the last try": { ...inOnePiece, at: 1, tries: 3 },
	"the last that may cost": { ...inOnePiece, paid: paidMax - 1 },
};

const end = (state: LineState) => {
	const attempt = attemptOf(state, refusals);
	return { attempt, isStreamed: attempt.mayStream, isAwaited: false };
};
const failing =
	(detail: ProblemDetail, failure: Pick<AttemptFailure, "next"> & Partial<AttemptFailure>) =>
	(state: LineState): LineAnswer => ({
		kind: "failure",
		failure: { detail, billed: false, message: "", ...failure },
		...end(state),
	});
const silent =
	(detail: ProblemDetail, meaning: Next) =>
	(state: LineState): LineAnswer => ({
		kind: "silence",
		failure: { detail, next: meaning, billed: true, message: "" },
		...end(state),
	});
const sounding =
	(times: number) =>
	(state: LineState): LineAnswer => ({
		kind: "sound",
		take: takeOf(state, times * likelyMs(state)),
		...end(state),
	});
const limited = { kind: "rate_limited", retryAt: 0, daily: false } as const;

/** The answers that a service may give, by their names in the table. */
const answers: Readonly<Record<string, (state: LineState) => LineAnswer>> = {
	sound: sounding(1),
	"sound of an unlikely length": sounding(30),
	"no sound": silent({ kind: "no_audio", finishReason: "OTHER" }, "silent"),
	"the words are refused": silent({ kind: "blocked", reason: "SAFETY" }, "end"),
	"taken for an instruction": silent({ kind: "blocked", reason: "PROHIBITED_CONTENT" }, "firmly"),
	"nothing that can be read": silent({ kind: "bad_response" }, "end"),
	"400 over the style": failing({ kind: "bad_request" }, { next: "otherwise", about: "style" }),
	"400 without a reason": failing({ kind: "bad_request" }, { next: "otherwise" }),
	"400 over nothing to leave out": (state) => {
		const answer = failing({ kind: "bad_request" }, { next: "otherwise" })(state);
		return answer.kind === "failure" ? { ...answer, attempt: { ...answer.attempt, extras: [] } } : answer;
	},
	"401, no reason known": failing({ kind: "unauthorized" }, { next: "once_more" }),
	"402, 403": failing({ kind: "out_of_credit" }, { next: "end" }),
	"404, no such model": failing({ kind: "model_unavailable" }, { next: "other_model" }),
	"413, too long": failing({ kind: "too_long" }, { next: "end" }),
	"429 of the account": failing(limited, { next: "again_same_model" }),
	"429 of the model": failing(limited, { next: "again" }),
	"429 while a listener waits for the rest": (state) => ({
		...failing(limited, { next: "again" })(state),
		isAwaited: true,
	}),
	"500 and the like": failing({ kind: "upstream" }, { next: "again" }),
	"no answer, perhaps paid": failing({ kind: "timeout" }, { next: "again", billed: true }),
	"not sent": () => ({ kind: "unsent", problem: new Problem({ kind: "timeout" }) }),
};
/** For each value of `Next`, the row of an answer with that value. A new value needs a row in the table. */
const rows: Readonly<Record<Next, string>> = {
	again: "500 and the like",
	again_same_model: "429 of the account",
	otherwise: "400 without a reason",
	once_more: "401, no reason known",
	firmly: "taken for an instruction",
	silent: "no sound",
	other_model: "404, no such model",
	end: "402, 403",
};

const phases: Readonly<Record<LineState["phase"]["kind"], string>> = {
	stream: "as a stream",
	"after stream": "in one piece",
	"one piece": "in one piece",
	doubtful: "once more",
};
/** @returns a step in the words of the table */
const describeStep = (state: LineState, step: Step): string => {
	if (step.kind === "done") return "done";
	if (step.kind === "fail") return "fails";
	const { part, phase, at, tried, leftOut, silences } = step.state;
	if (part.kind !== state.part.kind) return `asks the ${part.kind}`;
	const how = [
		...(at === state.at ? [] : ["another model"]),
		...(phase.kind === state.phase.kind ? [] : [phases[phase.kind]]),
		...(tried.includes("firmly") && !state.tried.includes("firmly") ? ["firmly"] : []),
		...(leftOut.length > state.leftOut.length ? ["without it"] : []),
		...(silences >= 2 && state.silences < 2 ? ["without style"] : []),
	];
	return [step.kind === "ask" ? "asks" : "waits, asks", ...how].join(" ");
};

/** Reads the table of the documentation: what follows each answer in each state. */
const readTable = (): Record<string, Record<string, string>> => {
	const page = readFileSync(new URL("../../docs/attempts.md", import.meta.url), "utf8");
	const [[, ...columns] = [], ...table] = page
		.split("\n")
		.filter((row) => /^\| /.test(row))
		.map((row) => row.slice(1, -1).split("|"))
		.map((cells) => cells.map((cell) => cell.trim()));
	return Object.fromEntries(
		table.map(([answer = "", ...steps]) => [
			answer,
			Object.fromEntries(columns.map((column, n) => [column, steps[n] ?? ""])),
		]),
	);
};

test("what follows each answer in each state is as documented", () => {
	const table = Object.fromEntries(
		Object.entries(answers).map(([answer, write]) => [
			answer,
			Object.fromEntries(
				Object.entries(states).map(([name, state]) => [name, describeStep(state, next(state, write(state)))]),
			),
		]),
	);
	expect(readTable()).toEqual(table);
	expect(Object.keys(table)).toEqual(expect.arrayContaining(Object.values(rows)));
});

const isOver = (step: Step): step is Extract<Step, { kind: "done" | "fail" }> =>
	step.kind === "done" || step.kind === "fail";
const kinds = Object.values(answers);
const anAnswer = fc.record({
	write: fc.constantFrom(...kinds),
	isStreamed: fc.boolean(),
	isAwaited: fc.boolean(),
	billed: fc.boolean(),
	byGateway: fc.boolean(),
});

test("whatever a service answers, a Line ends after a bounded number of requests, of which at most four are charged", () => {
	const uncuttable = "Twelve words that can be cut nowhere at all";
	const texts = fc.constantFrom(line.text, "Hi", "a".repeat(80), uncuttable);
	const lives = fc.record({
		text: texts,
		style: fc.option(fc.constant("whispering"), { nil: undefined }),
		models: fc.constantFrom(models, models.slice(1), [...models, "gemini-2.5-flash-preview-tts"]),
		answers: fc.array(anAnswer, { minLength: 90, maxLength: 90 }),
	});
	fc.assert(
		fc.property(lives, ({ text, style, models: tried, answers: given }) => {
			let step: Step = {
				kind: "ask",
				state: beginLine({ text, voice: "Kore", ...(style !== undefined && { style }) }, tried),
				isRetry: false,
			};
			let paid = 0;
			// The most requests: three tries and six with other contents, for each of three texts and each model.
			const most = 3 * tried.length * (3 + 6);
			for (const [sent, { write, isStreamed, isAwaited, billed, byGateway }] of given.entries()) {
				if (isOver(step)) break;
				expect(sent).toBeLessThan(most);
				const { state }: { state: LineState } = step;
				const answer = write(state);
				if (answer.kind === "unsent") step = next(state, answer);
				else {
					const end = { ...answer, isStreamed: answer.isStreamed && isStreamed, isAwaited };
					const whole: LineAnswer =
						end.kind === "sound"
							? end
							: { ...end, failure: { ...end.failure, byGateway, billed: end.failure.billed || billed } };
					paid += whole.kind === "sound" || whole.failure.billed ? 1 : 0;
					step = next(state, whole);
				}
				expect(paid).toBeLessThanOrEqual(paidMax);
			}
			expect(isOver(step)).toBe(true);
			if (step.kind === "done") expect(step.takes.length).toBeGreaterThan(0);
		}),
		{ numRuns: 2_000 },
	);
});
