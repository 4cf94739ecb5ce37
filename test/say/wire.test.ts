import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Herald, quickPatience, startHerald } from "../support/herald.ts";
import { startUpstream, type Upstream } from "../support/upstream.ts";
import { wireRows } from "./wire-rows.ts";

const models = {
	transcript: "gemini-3.8-flash-lite-tts,gemini-3.8-flash-tts",
	prompt: "gemini-3.1-flash-tts-preview,gemini-2.5-flash-preview-tts",
};

describe.each(["transcript", "prompt"] as const)(
	"a member says something to a service of %s models",
	(dialect) => {
		let upstream: Upstream;
		let herald: Herald;

		beforeAll(async () => {
			upstream = await startUpstream();
			herald = await startHerald(
				{
					SPEECH_BASE_URL: upstream.baseUrl,
					SPEECH_API_KEY: "sk-upstream",
					SPEECH_MODELS: models[dialect],
				},
				{ patience: { ...quickPatience, attemptTimeoutMs: 1_500 } },
			);
		});
		afterAll(async () => {
			await herald.stop();
			await upstream.close();
		});
		beforeEach(() => {
			// Past the breaker's minute and the member's texts of it.
			herald.advance(61_000);
		});

		test.each(wireRows.filter((row) => (row.models ?? "transcript") === dialect))(
			"that answers with $name",
			async ({ name, text = name, behave, requests, problem, sentence }) => {
				upstream.behave(behave);
				const trace = herald.playground.command(herald.playground.world.ordinary, "say", { text });
				const answer = await trace.message((message) => sentence.test(message.content));

				expect(upstream.requests).toHaveLength(requests);
				expect(answer.ephemeral).toBe(problem !== undefined);
				expect(answer.attachments).toHaveLength(problem ? 0 : 1);
				expect(trace.messages.filter((message) => message.thinking)).toEqual([]);
				const outcome = () => herald.logs.find((line) => line.interaction === trace.interaction.id);
				await expect
					.poll(outcome)
					.toMatchObject(problem ? { outcome: "problem", problem } : { outcome: "done" });
			},
		);
	},
);
