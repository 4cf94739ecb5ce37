import { expect, test } from "vitest";
import { withSound } from "../support/answers.ts";
import { callGoogle } from "../support/call-google.ts";
import { answer, type Behaviour, ifAsked, inTurn, readAsked, speakWell } from "../support/upstream.ts";
import { useWorld } from "../support/world.ts";

const { upstream, herald, member } = await useWorld({ SPEECH_MODELS: "gemini-3.8-flash-tts" });

const refuse = (message: string) =>
	ifAsked('"store"', answer({ error: { code: 400, status: "INVALID_ARGUMENT", message } }, 400));

/** The fields that Herald no longer sends, as its log says. */
let logged: unknown[];

/** Has texts spoken with a style. @returns for each request its `store`, and whether it had the style */
const speak = async (SPEECH_BASE_URL: string, behave: Behaviour, ...texts: readonly string[]) => {
	const { length } = herald.logs;
	await herald.restart({ SPEECH_BASE_URL });
	upstream.behave(behave);
	for (const text of texts) await withSound(herald.say(member, text, { style: "amused" }));
	logged = herald.logs
		.slice(length)
		.flatMap(({ event, refused }) => (event === "speech_extras_refused" ? [refused] : []));
	return upstream.requests.map(readAsked).map(({ store, style }) => [store, style !== undefined]);
};

test("every request asks Google not to store the text", async () => {
	const asked = await speak(callGoogle(upstream.baseUrl), speakWell, "Hello there", "Good night");
	expect(asked).toEqual([
		[false, true],
		[false, true],
	]);
});

test("if Google refuses that field, requests are sent without it from then on, and the operator is told", async () => {
	const message = `Invalid JSON payload received. Unknown name "store": Cannot find field.`;
	const asked = await speak(callGoogle(upstream.baseUrl), refuse(message), "Hello there", "Good night");
	expect(asked).toEqual([
		[false, true],
		[undefined, true],
		[undefined, true],
	]);
	expect(logged).toEqual([["store"]]);
});

test("if Google doesn't say which field it refuses, other extras are left out first, and the field is tried twice", async () => {
	const asked = await speak(callGoogle(upstream.baseUrl), refuse(""), "Hello there", "Good night");
	expect(asked).toEqual([
		[false, true],
		[false, false],
		[false, false],
		[undefined, false],
		[undefined, true],
	]);
});

test("a chance refusal by Google doesn't end the field's use", async () => {
	const broken = answer({ error: { code: 400 } }, 400);
	const onceBroken = inTurn(broken, broken, speakWell);
	const asked = await speak(callGoogle(upstream.baseUrl), onceBroken, "Hello there", "Good night");
	expect(asked.map(([store]) => store)).toEqual([false, false, false, false]);
});
