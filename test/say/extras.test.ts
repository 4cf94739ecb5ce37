import { readRows } from "@herald/common/testing/read-rows.ts";
import { describe, expect, test } from "vitest";
import { withSound } from "../support/answers.ts";
import { callGoogle } from "../support/call-google.ts";
import { measureTurns, packetsIn } from "../support/ogg.ts";
import { serverPanel } from "../support/server-panel.ts";
import { answer, type Behaviour, ifAsked, inTurn, speakThroughout, speakWell } from "../support/upstream.ts";
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

describe("the field that asks Google not to store a text", () => {
	const refuse = (message: string) =>
		ifAsked('"store"', answer({ error: { code: 400, status: "INVALID_ARGUMENT", message } }, 400));
	/**
	 * Has two texts spoken with a style.
	 * @returns for each request its `store`, and whether it had the style; and the fields that the log calls refused
	 */
	const speakTwice = async (behave: Behaviour) => {
		const { length } = herald.logs;
		await herald.restart({ SPEECH_BASE_URL: callGoogle(upstream.baseUrl), SPEECH_MODELS: newest });
		upstream.behave(behave);
		for (const text of ["Hello there", "Good night"]) await say(text, { style: "amused" });
		const refused = herald.logs
			.slice(length)
			.flatMap(({ event, refused }) => (event === "speech_extras_refused" ? [refused] : []));
		return { sent: upstream.asked().map(({ store, style }) => [store, style !== undefined]), refused };
	};

	test("is in every request", async () => {
		const { sent } = await speakTwice(speakWell);
		expect(sent).toEqual(Array(2).fill([false, true]));
	});

	test("is left out from then on if Google refuses it, and the operator is told", async () => {
		const message = `Invalid JSON payload received. Unknown name "store": Cannot find field.`;
		const { sent, refused } = await speakTwice(refuse(message));
		expect(sent).toEqual([
			[false, true],
			[undefined, true],
			[undefined, true],
		]);
		expect(refused).toEqual([["store"]]);
	});

	test("is left out last and tried twice if Google doesn't say which field it refuses", async () => {
		const { sent } = await speakTwice(refuse(""));
		expect(sent).toEqual([
			[false, true],
			[false, false],
			[false, false],
			[undefined, false],
			[undefined, true],
		]);
	});

	test("stays in use after a chance refusal", async () => {
		const broken = answer({ error: { code: 400 } }, 400);
		const { sent } = await speakTwice(inTurn(broken, broken, speakWell));
		expect(sent.map(([store]) => store)).toEqual(Array(4).fill(false));
	});
});
