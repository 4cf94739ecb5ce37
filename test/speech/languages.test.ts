import { readTag } from "@herald/common/wire/languages.ts";
import { expect, test } from "vitest";
import type { Line } from "../../src/speech/line.ts";
import { hold, ifAsked, refuse, refuseStyles } from "../support/upstream.ts";
import { flash, flashLite, useSpeechBench } from "./speech-bench.ts";

const line: Line = { text: "Bis gleich!", voice: "Kore", language: "de" };

const bench = useSpeechBench({ models: [flashLite, flash] });
const { speak } = bench;
/** @returns the languages and styles sent since the service's behaviour was set */
const sent = () => bench.upstream.asked().map(({ language, style }) => [language, style]);
const useLanguages = (languages: () => ReadonlyMap<string, string>) =>
	bench.makeSpeech({ account: { ...bench.account, languages } });

test("a Line's language is sent with it, and a Line without a language is sent without one", async () => {
	await speak(line);
	await speak({ text: line.text, voice: line.voice });
	expect(sent()).toEqual([
		["de", undefined],
		[undefined, undefined],
	]);
});

test("a refused language is left out, at once the next time, and the Clip is found again", async () => {
	bench.upstream.behave(ifAsked("languageCode", refuse(400, "", "Unknown name")));
	await speak(line);
	expect(sent()).toEqual([
		["de", undefined],
		[undefined, undefined],
	]);
	await speak({ ...line, text: "Bis morgen!" });
	expect(sent().slice(2)).toEqual([[undefined, undefined]]);
	expect((await speak(line)).madeMs).toBe(0);
	expect(sent()).toHaveLength(3);
});

test("a refused style casts no doubt on the language", async () => {
	bench.upstream.behave(refuseStyles);
	const { compromises } = await speak({ ...line, style: "whispering" });
	expect(compromises).toEqual(["without_style", "without_language"]);
	expect(sent()).toEqual([
		["de", "whispering"],
		[undefined, "whispering"],
		[undefined, undefined],
	]);
	await speak({ ...line, text: "Bis morgen!" });
	expect(sent().at(-1)).toEqual(["de", undefined]);
});

test("if the voices for a language change, its Lines are made anew, and no others", async () => {
	let spoken = new Map([
		["en", "flite"],
		["de", "first"],
	]);
	useLanguages(() => spoken);
	const english = { text: "See you!", voice: "Kore", language: "en-GB" };
	await speak(line);
	await speak(english);
	spoken = new Map([...spoken, ["de", "second"]]);
	expect((await speak(english)).madeMs).toBe(0);
	expect((await speak(line)).madeMs).toBeGreaterThan(0);
	spoken = new Map([...spoken, ["de", "first"]]);
	expect((await speak(line)).madeMs).toBe(0);
});

test("a Line requested in the old voices isn't shared with a caller who wants the new ones", async () => {
	let spoken = new Map([["de", "first"]]);
	useLanguages(() => spoken);
	const { asked, release, behave } = hold();
	bench.upstream.behave(behave);
	const before = speak(line);
	await asked;
	spoken = new Map([["de", "second"]]);
	const after = speak(line);
	release();
	await Promise.all([before, after]);
	expect(bench.upstream.requests).toHaveLength(2);
	await speak(line);
	expect(bench.upstream.requests).toHaveLength(2);
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
