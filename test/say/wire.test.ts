import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Herald, quickAttempts, startHerald } from "../support/herald.ts";
import { startUpstream, type Upstream } from "../support/upstream.ts";
import { wireRows } from "./wire-rows.ts";

const models = {
	transcript: "gemini-3.8-flash-lite-tts,gemini-3.8-flash-tts",
	prompt: "gemini-3.1-flash-tts-preview,gemini-2.5-flash-preview-tts",
};

/**
 * How long a service may take in the rows about timing, in ms. Each of these rows waits for the whole time, so it is
 * short even for busy machines.
 */
const lateMs = 1_500;

describe.each([
	["transcript models", { models: "transcript", late: false }],
	["transcript models, answering late", { models: "transcript", late: true }],
	["prompt models", { models: "prompt", late: false }],
] as const)("a text for a service with %s", (_, kind) => {
	let upstream: Upstream;
	let herald: Herald;

	beforeAll(async () => {
		upstream = await startUpstream();
		herald = await startHerald(
			{
				SPEECH_BASE_URL: upstream.baseUrl,
				SPEECH_API_KEY: "sk-upstream",
				SPEECH_MODELS: models[kind.models],
			},
			{ timing: { ...quickAttempts, ...(kind.late && { attemptTimeoutMs: lateMs }) } },
		);
	});
	afterAll(async () => {
		await herald.stop();
		await upstream.close();
	});
	beforeEach(() => {
		// After a minute, neither the breaker nor the member's limit refuses a text.
		herald.advance(61_000);
	});

	const rows = wireRows.filter(
		([, , , , { models: dialect = "transcript", late = false } = {}]) =>
			dialect === kind.models && late === kind.late,
	);
	test.each(rows)(
		"ends as it should after %s",
		async (name, behave, requests, { problem, sentence }, { text = name } = {}) => {
			upstream.behave(behave);
			const trace = herald.say(herald.playground.home.ordinary, text);
			const answer = await trace.message((message) => sentence.test(message.content));

			// Requests that look up why a key is refused don't count.
			const asked = upstream.requests.filter(({ path }) => path.includes("generateContent"));
			expect(asked).toHaveLength(requests);
			expect(answer.ephemeral).toBe(problem !== undefined);
			expect(answer.attachments).toHaveLength(problem ? 0 : 1);
			expect(trace.messages.filter((message) => message.thinking)).toEqual([]);
			const outcome = () => herald.logs.find((line) => line.interaction === trace.interaction.id);
			await expect
				.poll(outcome)
				.toMatchObject(problem ? { outcome: "problem", problem } : { outcome: "done" });
		},
	);
});
