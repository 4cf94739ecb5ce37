import { readRows } from "@herald/common/testing/read-rows.ts";
import { describe, expect, test } from "vitest";
import { withSound } from "../support/answers.ts";
import { measureTurns, packetsIn } from "../support/ogg.ts";
import { serverPanel } from "../support/server-panel.ts";
import { speakThroughout } from "../support/upstream.ts";
import { useWorld } from "../support/world.ts";

const { upstream, herald, playground, owner, member } = await useWorld({ MEMBER_TEXTS_PER_MINUTE: "0" });
const start = async (SPEECH_MODELS: string, SPEECH_STYLE = "auto") => {
	upstream.behave(speakThroughout);
	await herald.restart({ SPEECH_MODELS, SPEECH_STYLE });
};

const say = (text: string, values: Record<string, string> = {}) =>
	withSound(herald.say(member, text, { as: "file", ...values }));

/** The texts that were requested, each with its style. Lines of one text are requested side by side, in any order. */
const asked = () => upstream.asked().map(({ text, style = "" }) => [text, style]);

const newest = "gemini-3.8-flash-tts";
type Row = [model: string, styles: string, text: string, sent: string, style: string];
const rows = readRows<Row>(import.meta.url, "delivery-tags.tsv");

describe("delivery tags are written as each model accepts them", () => {
	test.each([...Map.groupBy(rows, ([model, styles]) => `${model} and SPEECH_STYLE=${styles}`)])(
		"with %s",
		async (_, group) => {
			const [[model, styles] = ["", ""]] = group;
			await start(model, styles);
			for (const [, , text] of group) await say(text);
			expect(asked()).toEqual(group.map(([, , , sent, style]) => [sent, style]));
		},
	);

	test("a lasting tag counts up to the next tag or the end of the line, and is combined with the member's style", async () => {
		await start(newest);
		await say("One [whispers] two. [sad] Three\nfour", { style: "slowly" });
		expect(asked().toSorted()).toEqual([
			["One", "slowly"],
			["Three", "slowly, sad"],
			["four", "slowly"],
			["two.", "slowly, whispering"],
		]);
	});

	test("a text of tags alone isn't sent", async () => {
		await start(newest);
		const answer = herald.say(member, "[laughs] [pause 2s]");
		expect((await answer.firstAnswer()).content).toMatch(/needs a letter or a digit/);
		expect(upstream.requests).toHaveLength(0);
	});
});

test("pauses are silence without a request, and count towards the longest text in a voice channel", async () => {
	await start(newest);
	const texts = readRows<[text: string, ms: string]>(import.meta.url, "pauses.tsv");
	for (const [text, ms] of texts) {
		const { attachments } = await say(text);
		const [, pause = 0] = measureTurns(packetsIn(attachments[0]?.bytes as Uint8Array));
		expect(Math.abs(pause - Number(ms)), text).toBeLessThanOrEqual(120);
	}
	const spoken = texts.flatMap(([text]) => text.split(/(?: [[［][^\]］]+[\]］])+ /));
	expect(upstream.texts().toSorted()).toEqual(spoken.toSorted());

	const panel = serverPanel(playground, owner);
	await panel.set({ textSeconds: 5 });
	playground.voice.join(member);
	const long = herald.say(member, "Again [pause 5s] two", { as: "channel" });
	expect((await long.firstAnswer()).content).toMatch(/5 seconds/);
	expect(upstream.requests).toHaveLength(2 * texts.length);
});

describe("a style of the member's", () => {
	/** Has a text spoken in a style. @returns the answer, and the part of the request that has the text */
	const ask = async (styles: string, model: string) => {
		await start(model, styles);
		const { content } = await say("Hello there", { style: "amused" });
		return { content, part: JSON.parse(upstream.requests[0]?.body ?? "").contents[0].parts[0] };
	};

	test.each(["auto", "metadata"])("has a field of its own with SPEECH_STYLE=%s", async (styles) => {
		const { content, part } = await ask(styles, newest);
		expect(part).toEqual({ text: "Hello there", speechMetadata: { style: "amused" } });
		expect(content).not.toMatch(/styles/);
	});

	test.each([
		["auto", "gemini-2.5-flash-preview-tts"],
		["prompt", newest],
	])("is in the prompt with SPEECH_STYLE=%s for a %s", async (styles, model) => {
		const { part } = await ask(styles, model);
		const text = expect.stringMatching(/Speak it like this: amused\.[\s\S]*\nHello there$/);
		expect(part).toEqual({ text });
	});

	test("isn't in the prompt with SPEECH_STYLE=metadata", async () => {
		const { part } = await ask("metadata", "gemini-2.5-flash-preview-tts");
		expect(part.speechMetadata).toEqual({ style: "amused" });
		expect(part.text).not.toContain("amused");
	});

	test("isn't sent with SPEECH_STYLE=none, and the member is told", async () => {
		const { content, part } = await ask("none", newest);
		expect(part).toEqual({ text: "Hello there" });
		expect(content).toMatch(/\n-# The speech service doesn't support styles, so the style was left out\.$/);
	});
});
