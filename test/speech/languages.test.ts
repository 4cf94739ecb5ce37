import { readTag } from "@herald/common/wire/languages.ts";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Line } from "../../src/speech/line.ts";
import { Speech } from "../../src/speech/speech.ts";
import { anyPayer } from "../support/payer.ts";
import { type Behaviour, refuseStyles, sendJson, speakWell, type Upstream } from "../support/upstream.ts";
import { useSpeechBench } from "./speech-bench.ts";

const models = ["gemini-3.8-flash-lite-tts", "gemini-3.8-flash-tts"];
const timing = { attemptTimeoutMs: 20_000, lineDeadlineMs: 60_000, backoffBaseMs: 1, backoffMaxMs: 2 };
const line: Line = { text: "Bis gleich!", voice: "Kore", language: "de" };

const bench = useSpeechBench();
let upstream: Upstream;
let opened: Speech[];
const open = (languages?: () => ReadonlyMap<string, string>): Speech => {
	const { account, workers } = bench();
	const told = { ...account, ...(languages && { languages }) };
	const speech = new Speech({ account: told, models, workers, logger: pino({ level: "silent" }), timing });
	opened.push(speech);
	return speech;
};
beforeEach(() => {
	({ upstream } = bench());
	opened = [];
});
afterEach(() => Promise.all(opened.map((speech) => speech.close())));

const speak = async (speech: Speech, wanted: Line) => {
	const result = await speech.speak({ line: wanted, payer: anyPayer, signal: new AbortController().signal });
	if (!result.ok) throw result.problem;
	return result.spoken;
};
/** @returns the languages and styles sent since the service's behaviour was set */
const sent = () =>
	upstream.requests.map(({ body }) => {
		const { contents, generationConfig } = JSON.parse(body);
		return [generationConfig.speechConfig.languageCode, contents[0].parts[0].speechMetadata?.style];
	});
const refuseLanguages: Behaviour = (response, attempt, request) =>
	request.body.includes("languageCode")
		? sendJson(response, 400, { error: { code: 400, status: "INVALID_ARGUMENT", message: "Unknown name" } })
		: speakWell(response, attempt, request);

test("a Line's language is sent with it, and a Line without a language is sent without one", async () => {
	const speech = open();
	await speak(speech, line);
	await speak(speech, { text: line.text, voice: line.voice });
	expect(sent()).toEqual([
		["de", undefined],
		[undefined, undefined],
	]);
});

test("a refused language is left out, at once the next time, and the Clip is found again", async () => {
	upstream.behave(refuseLanguages);
	const speech = open();
	await speak(speech, line);
	expect(sent()).toEqual([
		["de", undefined],
		[undefined, undefined],
	]);
	await speak(speech, { ...line, text: "Bis morgen!" });
	expect(sent().slice(2)).toEqual([[undefined, undefined]]);
	expect((await speak(speech, line)).madeMs).toBe(0);
	expect(sent()).toHaveLength(3);
});

test("a refused style casts no doubt on the language", async () => {
	upstream.behave(refuseStyles);
	const speech = open();
	const { compromises } = await speak(speech, { ...line, style: "whispering" });
	expect(compromises).toEqual(["without_style", "without_language"]);
	expect(sent()).toEqual([
		["de", "whispering"],
		[undefined, "whispering"],
		[undefined, undefined],
	]);
	await speak(speech, { ...line, text: "Bis morgen!" });
	expect(sent().at(-1)).toEqual(["de", undefined]);
});

test("if the voices for a language change, its Lines are made anew, and no others", async () => {
	let spoken = new Map([
		["en", "flite"],
		["de", "first"],
	]);
	const speech = open(() => spoken);
	const english = { text: "See you!", voice: "Kore", language: "en-GB" };
	await speak(speech, line);
	await speak(speech, english);
	spoken = new Map([...spoken, ["de", "second"]]);
	expect((await speak(speech, english)).madeMs).toBe(0);
	expect((await speak(speech, line)).madeMs).toBeGreaterThan(0);
	spoken = new Map([...spoken, ["de", "first"]]);
	expect((await speak(speech, line)).madeMs).toBe(0);
});

test("a Line requested in the old voices isn't shared with a caller who wants the new ones", async () => {
	let spoken = new Map([["de", "first"]]);
	const speech = open(() => spoken);
	const asked = Promise.withResolvers<void>();
	const going = Promise.withResolvers<void>();
	upstream.behave(async (...request) => {
		asked.resolve();
		await going.promise;
		await speakWell(...request);
	});
	const before = speak(speech, line);
	await asked.promise;
	spoken = new Map([["de", "second"]]);
	const after = speak(speech, line);
	going.resolve();
	await Promise.all([before, after]);
	expect(upstream.requests).toHaveLength(2);
	await speak(speech, line);
	expect(upstream.requests).toHaveLength(2);
});

test.each([
	["de", "de"],
	["pt_br", "pt-BR"],
	["cmn-Hans", "zh-Hans"],
	["iw", "he"],
	["en-US-u-ca-buddhist", "en-US"],
	["und", undefined],
	["German", undefined],
	["", undefined],
])("the tag %s is read as %s", (tag, canonical) => {
	expect(readTag(tag)).toBe(canonical);
});
