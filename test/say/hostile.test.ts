import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { quickAttempts } from "../support/herald.ts";
import { answer, type Behaviour, speakWell } from "../support/upstream.ts";
import { useWorld } from "../support/world.ts";

/** How far the monotonic clock is advanced, in ms. */
let later = 0;

const clock = performance.now.bind(performance);
vi.spyOn(performance, "now").mockImplementation(() => clock() + later);
const { upstream, herald, playground } = await useWorld(
	{},
	{ timing: { ...quickAttempts, attemptTimeoutMs: 1_000, lineDeadlineMs: 3_000 } },
);
afterAll(async () => {
	vi.restoreAllMocks();
});
beforeEach(() => {
	passMinute();
	upstream.behave(speakWell);
});

const passMinute = () => {
	herald.advance(61_000);
	later += 61_000;
};

const say = (text: string) => herald.say(playground.home.owner, text);

test.each([
	["letters under forty accents each", "Hello".replace(/./g, `$&${"\u0301\u0489".repeat(20)}`).repeat(20)],
	["right-to-left overrides", `\u202e${"dlrow olleh ".repeat(100)}\u2066\u202e`],
	["halves of surrogate pairs", "Hello \ud83d and \udc4b there"],
	["spaces without a width", `Hello${"\u200b\u2060\ufeff".repeat(1_500)}there`],
	["control characters", "Hello \u0000\u0007\u001b[31m there"],
	["one word of 6,000 letters", "a".repeat(6_000)],
	["6,000 opening brackets", "[".repeat(6_000)],
	["6,000 spoiler bars", "|".repeat(6_000)],
	["3,000 unclosed mentions", "<@".repeat(3_000)],
	["emoji joined without end", "👩\u200d".repeat(1_500)],
	["6,000 marks on one letter, in no order", `a${"\u0301".repeat(3_000)}${"\u0316".repeat(2_999)}`],
])("a text of %s gets an answer, and breaks nothing", async (_, text) => {
	const normalized = vi.spyOn(String.prototype, "normalize");
	const answer = await say(text).firstAnswer();
	const marked = normalized.mock.contexts
		.map((each) => String(each))
		.filter((each) => /\p{M}{9}/u.test(each));
	normalized.mockRestore();
	// Herald must not normalize many marks on one letter: that takes time quadratic in their number.
	expect(marked).toEqual([]);
	expect(answer.content?.length ?? 0).toBeLessThanOrEqual(2_000);
	expect(answer.content).not.toMatch(/Something went wrong/);
});

const drip: Behaviour = (response) => {
	response.writeHead(200, { "content-type": "application/json" });
	const timer = setInterval(() => response.write(" "), 20);
	response.once("close", () => clearInterval(timer));
};
const withHeaders =
	(status: number, headers: Record<string, string>, body = "{}"): Behaviour =>
	(response) =>
		void response.writeHead(status, { "content-type": "application/json", ...headers }).end(body);
const inPart = (inlineData: object) => answer({ candidates: [{ content: { parts: [{ inlineData }] } }] });
const manyHeaders = Object.fromEntries(Array.from({ length: 900 }, (_, n) => [`x-${n}`, "x".repeat(1_000)]));
const longError = { error: { message: "x".repeat(1_000_000), code: {}, status: [] } };
const promisedWav = Buffer.from("RIFF\xff\xff\xff\xffWAVEfmt \xff\xff\xff\xff", "latin1");

test.each<[string, Behaviour]>([
	["a body that drips without end", drip],
	["headers without end", withHeaders(200, manyHeaders)],
	["a WAV file that promises 4 GB", inPart({ data: promisedWav.toString("base64"), mimeType: "audio/wav" })],
	["brackets 100,000 deep", withHeaders(200, {}, "[".repeat(100_000))],
	["an error of a megabyte", answer(longError, 400)],
	["a wait of a thousand years", withHeaders(429, { "retry-after": "31536000000" })],
])("a service's answer with %s fails one text, and the next one is spoken", async (what, behave) => {
	upstream.behave(behave);
	const refused = await say(`Said to a service of ${what}`).firstAnswer();
	expect(refused.content).toBeTruthy();
	expect(refused.content).not.toMatch(/Something went wrong/);
	passMinute();
	upstream.behave(speakWell);
	const spoken = await say(`Said after a service of ${what}`).firstAnswer();
	expect(spoken.attachments?.length).toBe(1);
});
