import { eventually } from "@herald/common/testing/eventually.ts";
import type { InteractionTrace } from "@herald/playground";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Herald, quickAttempts, startHerald } from "../support/herald.ts";
import { speakWell, startUpstream, type Upstream } from "../support/upstream.ts";

let upstream: Upstream;
let herald: Herald;

beforeAll(async () => {
	upstream = await startUpstream();
	upstream.behave(speakWell);
	herald = await startHerald(
		{ SPEECH_BASE_URL: upstream.baseUrl, SPEECH_API_KEY: "sk" },
		{ timing: quickAttempts, requests: { answerMs: 3_000, callbackMs: 500, backoffMs: [5, 5, 5] } },
	);
});
afterAll(async () => {
	await herald.stop();
	await upstream.close();
});
beforeEach(() => {
	herald.advance(61_000);
	herald.playground.faults.clear();
});

const say = (text: string, as = "file"): InteractionTrace =>
	herald.say(herald.playground.home.ordinary, text, { as });

/** @returns the outcome of an interaction as Herald has logged it */
const outcomeOf = ({ interaction: { id } }: InteractionTrace) =>
	eventually(() => {
		const line = herald.logs.find(({ interaction }) => interaction === id);
		if (!line) throw new Error("Herald hasn't ended it yet.");
		return line.outcome;
	});

const callback = { method: "POST", path: /\/callback$/ };
const edit = { method: "PATCH", path: /^\/webhooks\/.*original$/ };
const followUp = { method: "POST", path: /^\/webhooks\/\d+\/[^/]+$/ };

describe("a request that does no harm if it arrives twice is sent again:", () => {
	test.each([
		["cut", () => herald.playground.faults.cut(callback)],
		["cut after it had its effect", () => herald.playground.faults.cutAnswer(callback)],
		["left without an answer", () => herald.playground.faults.holdAnswer(callback)],
		["answered by a proxy in trouble", () => herald.playground.faults.page(callback, 502)],
	])("an acknowledgement that was %s", async (_, trouble) => {
		trouble();
		const trace = say("Here I am");
		expect(await outcomeOf(trace)).toBe("done");
		expect(herald.playground.faults.waiting).toBe(0);
		expect(trace.messages).toMatchObject([{ content: expect.stringMatching(/> Here I am$/) }]);
	});

	test.each([
		["cut, twice", () => herald.playground.faults.cut({ ...edit, times: 2 })],
		["cut after it had its effect", () => herald.playground.faults.cutAnswer(edit)],
		[
			"refused three times by Discord in trouble",
			() => herald.playground.faults.fail({ ...edit, times: 3 }, 503),
		],
		["given up by a proxy", () => herald.playground.faults.page(edit, 408)],
	])("a file's upload that was %s", async (_, trouble) => {
		trouble();
		const trace = say("Here I am again");
		expect(await outcomeOf(trace)).toBe("done");
		expect(herald.playground.faults.waiting).toBe(0);
		expect(trace.messages).toMatchObject([{ attachments: [{ contentType: "audio/ogg" }] }]);
	});
});

describe("a voice message isn't sent again, but once as a file,", () => {
	test.each([
		["cut after it had its effect", () => herald.playground.faults.cutAnswer(followUp), 2],
		["left without an answer", () => herald.playground.faults.holdAnswer(followUp), 2],
		["answered by Discord in trouble", () => herald.playground.faults.fail(followUp, 500), 1],
	])("if it was %s", async (_, trouble, sounds) => {
		trouble();
		const trace = say("Hear me", "voice-message");
		expect(await outcomeOf(trace)).toBe("done");
		expect(herald.playground.faults.waiting).toBe(0);
		const withSound = trace.messages.filter(({ attachments }) => attachments.length > 0);
		expect(withSound).toHaveLength(sounds);
		expect(withSound.filter(({ voiceMessage }) => !voiceMessage)).toHaveLength(1);
	});
});
