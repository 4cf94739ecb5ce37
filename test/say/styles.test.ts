import { expect, onTestFinished, test } from "vitest";
import { startWorld } from "../support/world.ts";

/** Has a text spoken in a style. @returns the answer, and the part of the request that has the text */
const ask = async (SPEECH_STYLE: string, model: string) => {
	const { upstream, herald, member, stop } = await startWorld({ SPEECH_MODELS: model, SPEECH_STYLE });
	onTestFinished(stop);
	const { content } = await herald.say(member, "Hello there", { style: "amused" }).firstAnswer();
	return { content, part: JSON.parse(upstream.requests[0]?.body ?? "").contents[0].parts[0] };
};

test.each([
	["auto", "gemini-3.8-flash-tts"],
	["metadata", "gemini-3.8-flash-tts"],
])("SPEECH_STYLE=%s sends a style in a field of its own to a %s", async (setting, model) => {
	const { content, part } = await ask(setting, model);
	expect(part).toEqual({ text: "Hello there", speechMetadata: { style: "amused" } });
	expect(content).not.toMatch(/styles/);
});

test.each([
	["auto", "gemini-2.5-flash-preview-tts"],
	["prompt", "gemini-3.8-flash-tts"],
])("SPEECH_STYLE=%s writes a style into the prompt of a %s", async (setting, model) => {
	const { part } = await ask(setting, model);
	expect(part).toEqual({ text: expect.stringMatching(/Speak it like this: amused\.[\s\S]*\nHello there$/) });
});

test("SPEECH_STYLE=metadata keeps a style out of a prompt", async () => {
	const { part } = await ask("metadata", "gemini-2.5-flash-preview-tts");
	expect(part.speechMetadata).toEqual({ style: "amused" });
	expect(part.text).not.toContain("amused");
});

test("SPEECH_STYLE=none sends no style, and the member is told", async () => {
	const { content, part } = await ask("none", "gemini-3.8-flash-tts");
	expect(part).toEqual({ text: "Hello there" });
	expect(content).toMatch(/\n-# The speech service doesn't support styles, so the style was left out\.$/);
});
