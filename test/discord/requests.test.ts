import { eventually } from "@herald/common/testing/eventually.ts";
import type { InteractionTrace } from "@herald/playground";
import { beforeEach, describe, expect, test } from "vitest";
import { useWorld } from "../support/world.ts";

const { herald, playground } = await useWorld(
	{},
	{ requests: { answerMs: 3_000, callbackMs: 500, backoffMs: [5, 5, 5] } },
);
beforeEach(() => {
	herald.advance(61_000);
	playground.faults.clear();
});

const say = (text: string, as = "file"): InteractionTrace =>
	herald.say(playground.home.ordinary, text, { as });

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
		["cut", () => playground.faults.cut(callback)],
		["cut after it had its effect", () => playground.faults.cutAnswer(callback)],
		["left without an answer", () => playground.faults.holdAnswer(callback)],
		["answered by a proxy in trouble", () => playground.faults.page(callback, 502)],
	])("an acknowledgement that was %s", async (_, trouble) => {
		trouble();
		const trace = say("Here I am");
		expect(await outcomeOf(trace)).toBe("done");
		expect(playground.faults.waiting).toBe(0);
		expect(trace.messages).toMatchObject([{ content: expect.stringMatching(/> Here I am$/) }]);
	});

	test.each([
		["cut, twice", () => playground.faults.cut({ ...edit, times: 2 })],
		["cut after it had its effect", () => playground.faults.cutAnswer(edit)],
		["refused three times by Discord in trouble", () => playground.faults.fail({ ...edit, times: 3 }, 503)],
		["given up by a proxy", () => playground.faults.page(edit, 408)],
	])("a file's upload that was %s", async (_, trouble) => {
		trouble();
		const trace = say("Here I am again");
		expect(await outcomeOf(trace)).toBe("done");
		expect(playground.faults.waiting).toBe(0);
		expect(trace.messages).toMatchObject([{ attachments: [{ contentType: "audio/ogg" }] }]);
	});
});

describe("a voice message isn't sent again, but once as a file,", () => {
	test.each([
		["cut after it had its effect", () => playground.faults.cutAnswer(followUp), 2],
		["left without an answer", () => playground.faults.holdAnswer(followUp), 2],
		["answered by Discord in trouble", () => playground.faults.fail(followUp, 500), 1],
	])("if it was %s", async (_, trouble, sounds) => {
		trouble();
		const trace = say("Hear me", "voice-message");
		expect(await outcomeOf(trace)).toBe("done");
		expect(playground.faults.waiting).toBe(0);
		const withSound = trace.messages.filter(({ attachments }) => attachments.length > 0);
		expect(withSound).toHaveLength(sounds);
		expect(withSound.filter(({ voiceMessage }) => !voiceMessage)).toHaveLength(1);
	});
});
