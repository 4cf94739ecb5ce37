import { unpackClip } from "@herald/common/audio/clip.ts";
import { writeWav } from "@herald/common/audio/pcm.ts";
import { readRows } from "@herald/common/testing/read-rows.ts";
import { isPrebuilt, prebuiltVoices, type Voice } from "@herald/common/wire/voices.ts";
import { expect, test } from "vitest";
import type { Line } from "../../src/speech/line.ts";
import { hearWords, isStream, sendEvents, speakWords, wholeStream } from "../support/streams.ts";
import { answerBody, type Behaviour, answer as give, readAsked, refuse } from "../support/upstream.ts";
import { flash, flashLite, useSpeechBench } from "./speech-bench.ts";

const bench = useSpeechBench({ streaming: "all" });
const text = "Word after word, here they are, all five.";

const start = (models: readonly string[], sex?: "female" | "male") =>
	bench.makeSpeech({ models, voices: { find: (name): Voice => ({ name, ...(sex && { sex }) }) } });

/**
 * How each request named its voice, with language and style. Any of the thirty prebuilt voices is called "another"
 * here.
 */
const asked = (): string[] =>
	bench.upstream.requests.map((request) => {
		const { ofLibrary, voice = "", language, style } = readAsked(request);
		const name = isPrebuilt(voice) ? "another" : voice;
		const how = ofLibrary === undefined ? name : `${ofLibrary} of the library`;
		return [isStream(request) ? "stream" : [], how, language ?? [], style ?? []].flat().join(", ");
	});

/** The pitches in which the service speaks here, in Hz: for voices of the library, and for prebuilt voices. */
const pitches = [300, 500] as const;
const answer: Behaviour = (response, attempt, request) => {
	const { voice = "" } = readAsked(request);
	const samples = speakWords(Array(5).fill(pitches[isPrebuilt(voice) ? 1 : 0]));
	if (isStream(request)) return sendEvents(response, wholeStream(samples));
	return give(answerBody(writeWav({ samples, sampleRate: 24_000 })))(response, attempt, request);
};
const unlessRefused =
	(refusalOf: (request: ReturnType<typeof readAsked>) => string | undefined): Behaviour =>
	(response, attempt, request) => {
		const message = refusalOf(readAsked(request));
		return (message === undefined ? answer : refuse(400, "", message))(response, attempt, request);
	};
const unknownField = `Invalid JSON payload received. Unknown name "voice" at 'generation_config': Cannot find field.`;
const unknownVoice = "No matching speaker voice found for name";
const isAda = (name: string | undefined) => name === "Ada";

const services: Record<string, Behaviour> = {
	"that has it": answer,
	"that doesn't know libraries": unlessRefused(({ ofLibrary }) => ofLibrary && unknownField),
	"that has only a library": unlessRefused(({ ofLibrary, voice = "" }) =>
		ofLibrary || isPrebuilt(voice) ? undefined : unknownVoice,
	),
	"that doesn't know the name": unlessRefused(({ ofLibrary, voice }) =>
		isAda(ofLibrary ?? voice) ? unknownVoice : undefined,
	),
	"that doesn't say why": unlessRefused(({ ofLibrary, voice }) =>
		isAda(ofLibrary ?? voice) ? "" : undefined,
	),
	"that takes no languages either": unlessRefused(({ ofLibrary, language }) => {
		if (language) return "Unknown name";
		return ofLibrary && unknownField;
	}),
	"that takes nothing": refuse(400, "", unknownVoice),
};

const speak = async (line: Partial<Line> = {}, mayStream = false) => {
	const result = await bench.ask({ text, voice: "Ada", ...line }, { mayStream });
	if (!result.ok) return result.problem.kind;
	const { packed, compromises } = result.spoken;
	const heard = new Set(hearWords([...unpackClip(packed).packets]).map(([hertz]) => hertz));
	return { heard: [...heard], compromises };
};
const [itself, another] = pitches.map((hertz) => [hertz]);
const asItself = { heard: itself, compromises: [] };
const byAnother = { heard: another, compromises: ["other_voice"] };
const heardAs: Readonly<Record<string, unknown>> = { itself, another };

/** `asked` and `again`: the requests for a text and for a later one. `outcome`: whose voice is heard, or the problem. */
type Row = [
	...[service: string, model: string, line: string, asked: string],
	...[outcome: string, compromises: string, again: string],
];
const ofLibrary = "Ada of the library";
test.each(readRows<Row>(import.meta.url, "library-voices.tsv"))(
	"a service %s (%s, %s) is asked for %s, in this order",
	async (service, model, json, expected, outcome, compromises, again) => {
		const line = JSON.parse(json);
		const requests = expected.split("; ");
		const heard = heardAs[outcome];
		const spoken = heard ? { heard, compromises: compromises.split(" ").filter(Boolean) } : outcome;
		start([model]);
		bench.upstream.behave(services[service] as Behaviour);
		expect(await speak(line)).toEqual(spoken);
		expect(asked()).toEqual(requests);
		// If the text was spoken, its sound now comes from the cache, with the same notes.
		if (heard) expect(await speak(line)).toEqual(spoken);
		expect(asked()).toEqual(requests);
		await speak({ ...line, text: "Other words follow these, as many as five." });
		expect(asked().slice(requests.length)).toEqual(again.split("; "));
	},
);

test("if a service doesn't say why, language and style are left out before the voice, and sent again once that is known", async () => {
	start([flash]);
	bench.upstream.behave(services["that doesn't say why"] as Behaviour);
	const line = { language: "de", style: "sad" };
	expect(await speak(line)).toEqual({
		heard: another,
		compromises: ["without_style", "without_language", "other_voice"],
	});
	expect(await speak(line)).toEqual(byAnother);
	expect(asked()).toEqual([
		`${ofLibrary}, de, sad`,
		`${ofLibrary}, sad`,
		ofLibrary,
		"Ada",
		"another",
		"another, de, sad",
	]);
});

test.each([
	["that doesn't know the name", [`stream, ${ofLibrary}`, "stream, Ada", "stream, another"]],
	["that doesn't say why", [`stream, ${ofLibrary}`, ofLibrary, "Ada", "another"]],
])("for a stream, a service %s is asked for %j, in this order", async (service, expected) => {
	start([flash]);
	bench.upstream.behave(services[service] as Behaviour);
	expect(await speak({}, true)).toEqual(byAnother);
	expect(asked()).toEqual(expected);
	await speak({ text: "Other words follow these, as many as five." }, true);
	expect(asked().slice(expected.length)).toEqual(["stream, another"]);
});

test("a replacing voice has the same sex and is always the same, and is heard as itself if it is chosen", async () => {
	start([flash], "male");
	bench.upstream.behave(services["that doesn't know the name"] as Behaviour);
	await speak();
	await speak({ text: "Other words follow these, as many as five." });
	const spoken = bench.upstream.requests.map((request) => readAsked(request).voice ?? "").filter(isPrebuilt);
	expect(new Set(spoken).size).toBe(1);
	const [voice = ""] = spoken;
	expect(prebuiltVoices.find(({ name }) => name === voice)?.sex).toBe("male");
	const { length } = asked();
	const asItWas = { heard: another, compromises: [] };
	expect(await speak({ voice })).toEqual(asItWas);
	expect(asked()).toHaveLength(length);
	const other = { text: "And others again follow these ones, once more." };
	expect(await Promise.all([speak(other), speak({ ...other, voice })])).toEqual([byAnother, asItWas]);
});

test("if the first model is gone, a voice that it refused is tried at the next model", async () => {
	start([flash, flashLite]);
	bench.upstream.behave(services["that doesn't know the name"] as Behaviour);
	await speak();
	const gone = refuse(503, "model_not_found");
	bench.upstream.behave((...asked) => (readAsked(asked[2]).model === flash ? gone : answer)(...asked));
	const other = { text: "Other words follow these, as many as five." };
	expect(await speak(other)).toEqual(asItself);
	expect(await speak(other)).toEqual(asItself);
	expect(asked()).toEqual(["another", ofLibrary]);
});
