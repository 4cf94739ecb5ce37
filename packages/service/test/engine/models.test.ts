import { afterwards } from "@herald/common/testing/afterwards.ts";
import { eventually } from "@herald/common/testing/eventually.ts";
import { expect, test } from "vitest";
import { startModel } from "../../src/engine/neural/model-process.ts";
import { createModels, type ModelsOptions, type ModelVoice } from "../../src/engine/neural/models.ts";
import { EngineError, OverlongPhraseError } from "../../src/engine/speech-engine.ts";

const program = new URL("fake-model.ts", import.meta.url);
const megabytes = 1024 * 1024;
const never = new AbortController().signal;

const makeModels = (options: Partial<ModelsOptions> = {}) => {
	const died: string[] = [];
	const models = createModels({
		memoryBytes: 1024 * megabytes,
		start: (source) => startModel(source, { program, library: "none", stopPatienceMs: 50 }),
		onDied: (voice, why) => died.push(`${voice}: ${why}`),
		...options,
	});
	afterwards(() => models.close());
	const say = (by: string | ModelVoice, text = "Hello.", signal = never, owner = 0) =>
		models.speak(
			typeof by === "string" ? voiceOf(by) : by,
			{ text, speakerId: 0, pitch: 1, pace: 1 },
			{ owner, signal },
		);
	return { models, died, say };
};

const voiceOf = (name: string, file = "model.onnx"): ModelVoice => ({
	name,
	folder: "/",
	kind: "vits",
	files: { model: file },
	bytes: 60 * megabytes,
	fingerprint: "1",
});

/** Resolves in the next turn of the event loop. By then, a loaded model has been sent the phrase. */
const begun = () => new Promise((resolve) => setImmediate(resolve));

/** @returns which model made a sound: the value of the model's samples */
const who = (samples: Int16Array) => samples[0];

test("a model is loaded once, speaks in turn, and stays, also if it takes more than there is for all", async () => {
	const { say } = makeModels({ memoryBytes: 100 * megabytes });
	const [first, second] = await Promise.all([say("a"), say("a")]);
	expect(first).toHaveLength(2_400);
	expect(who(second)).toBe(who(first));
	expect(who(await say("a"))).toBe(who(first));
});

test("owners take turns at a model, a phrase each", async () => {
	const { say } = makeModels();
	const order: string[] = [];
	await Promise.all(
		[1, 1, 1, 2].map(async (owner, n) => {
			await say("a", "Hello.", never, owner);
			order.push(`${n} of ${owner}`);
		}),
	);
	expect(order).toEqual(["0 of 1", "3 of 2", "1 of 1", "2 of 1"]);
});

test("the model that was used longest ago goes before another one is loaded that there is no room for", async () => {
	const beside: string[][] = [];
	const { models, died, say } = makeModels({
		memoryBytes: 400 * megabytes,
		start: (source) => {
			beside.push(models.names());
			return startModel(source, { program, library: "none" });
		},
	});
	for (const voice of ["a", "b", "a", "c"]) await say(voice);
	expect(beside).toEqual([[], ["a"], ["a"]]);
	expect(models.names()).toEqual(["a", "c"]);
	expect(died).toEqual([]);
});

test("a model that speaks is waited for, not ended, when another one needs its room", async () => {
	const { models, say } = makeModels({ memoryBytes: 200 * megabytes });
	await say("a");
	const both = await Promise.all([say("a", "300"), say("b")]);
	expect(both.map(({ length }) => length)).toEqual([2_400, 2_400]);
	expect(models.names()).toEqual(["b"]);
});

test("a model that has grown too large is ended, and loaded anew", async () => {
	const { models, died, say } = makeModels();
	const before = await say("a", "grow");
	expect(models.names()).toEqual([]);
	expect(who(await say("a"))).not.toBe(who(before));
	expect(died).toEqual([]);
});

test("a phrase that the model refuses is an error, and the model goes on", async () => {
	const { say } = makeModels();
	const before = await say("a");
	await expect(say("a", "fail")).rejects.toThrow(new EngineError("The voice a failed: no such sound"));
	expect(who(await say("a"))).toBe(who(before));
});

test("what can't be loaded says why, and rests once it has failed twice, longer each time", async () => {
	let now = 0;
	const { died, say } = makeModels({ now: () => now });
	const broken = voiceOf("a", "broken.onnx");
	for (let i = 0; i < 2; i++)
		await expect(say(broken)).rejects.toThrow("The voice a can't be loaded: Protobuf parsing failed");
	await expect(say(broken)).rejects.toThrow("The voice a keeps failing: it is tried again in 10 s.");
	expect(died).toHaveLength(2);
	now = 10_001;
	await expect(say(broken)).rejects.toThrow("can't be loaded");
	await expect(say(broken)).rejects.toThrow("in 20 s");
	expect(await say("b")).toHaveLength(2_400);
	await expect(say(voiceOf("c", "bad.onnx"))).rejects.toThrow("can't be loaded: it is bad");
	expect(await say({ ...voiceOf("a"), fingerprint: "2" })).toHaveLength(2_400);
});

test("what nobody wants any more ends at once, and the next phrase comes after it", async () => {
	const { say } = makeModels();
	const first = await say("a");
	const gone = new AbortController();
	const long = say("a", "60000", gone.signal);
	const next = say("a");
	await begun();
	gone.abort(new Error("gone"));
	await expect(long).rejects.toThrow("gone");
	expect(who(await next)).toBe(who(first));
	await expect(say("a", "Hello.", gone.signal)).rejects.toThrow("gone");
});

test("a model that doesn't stop is ended, which is none of its faults", async () => {
	const { models, died, say } = makeModels();
	const first = await say("a");
	for (let i = 0; i < 2; i++) {
		const gone = new AbortController();
		const long = say("a", "hang", gone.signal);
		await begun();
		gone.abort(new Error("gone"));
		await expect(long).rejects.toThrow("gone");
		await eventually(() => expect(models.names()).toEqual([]));
	}
	expect(who(await say("a"))).not.toBe(who(first));
	expect(died).toEqual([]);
});

test.each([
	["60000", "stops and stays loaded", 60_000, ["a"]],
	["hang", "is ended where it doesn't stop", 1, []],
] as const)(
	"a model that takes too long has no fault: with %s, it %s",
	async (text, _, stopPatienceMs, left) => {
		const { models, died, say } = makeModels({
			start: (source) => startModel(source, { program, library: "none", speakPatienceMs: 1, stopPatienceMs }),
		});
		for (let i = 0; i < 2; i++) await expect(say("a", text)).rejects.toThrow(OverlongPhraseError);
		await eventually(() => expect(models.names()).toEqual(left));
		expect(died).toEqual([]);
	},
);

test("who waits behind a phrase for which a model ends has it loaded anew", async () => {
	const { models, say } = makeModels();
	const gone = new AbortController();
	const phrases = [say("a", "hang", gone.signal), say("a", "quit", never, 1)];
	const other = say("a", "Hello.", never, 2);
	await eventually(() => expect(models.names()).toEqual(["a"]));
	gone.abort(new Error("gone"));
	expect((await Promise.allSettled(phrases)).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
	expect(await other).toHaveLength(2_400);
});

test("a model that nobody needs for a while ends, as does that of a voice that was removed", async () => {
	const idle = makeModels({ idleMs: 50 });
	await idle.say("a");
	await eventually(() => expect(idle.models.names()).toEqual([]));
	const lasting = makeModels();
	await lasting.say("a");
	await lasting.say("b");
	lasting.models.keepOnly([voiceOf("b"), { ...voiceOf("a"), fingerprint: "2" }]);
	expect(lasting.models.names()).toEqual(["b"]);
	expect([...idle.died, ...lasting.died]).toEqual([]);
});

test("the voice that is kept is there before it is needed, and stays, unless another needs its room", async () => {
	const { models, say } = makeModels({ idleMs: 10, memoryBytes: 200 * megabytes });
	models.keepLoaded(voiceOf("home"));
	await eventually(() => expect(models.names()).toEqual(["home"]));
	await say("home");
	await say("other");
	// `home` had to make room for `other`, which then ends because it is idle.
	await eventually(() => expect(models.names()).toEqual([]));

	const roomy = makeModels({ idleMs: 10 });
	roomy.models.keepLoaded(voiceOf("home"));
	await roomy.say("home");
	await roomy.say("other");
	// The model `other` ends because it is idle, although it was used later than `home`.
	await eventually(() => expect(roomy.models.names()).toEqual(["home"]));
	roomy.models.keepLoaded(undefined);
	await eventually(() => expect(roomy.models.names()).toEqual([]));
});

test("nothing is loaded once it is closed", async () => {
	const { models, say } = makeModels();
	await say("a");
	const other = expect(say("b")).rejects.toThrow("The speech service stops.");
	await models.close();
	await other;
	await expect(say("a")).rejects.toThrow("The speech service stops.");
});

test("without the engine, it says how to add it", async () => {
	await expect(startModel(voiceOf("a"), { program, library: "" })).rejects.toThrow(
		"add it with npm ci --prefix packages/neural",
	);
});
