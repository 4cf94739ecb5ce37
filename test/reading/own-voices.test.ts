import { eventually } from "@herald/common/testing/eventually.ts";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { patientAttempts, quickAttempts } from "../support/herald.ts";
import { lookUpNumber } from "../support/look-into.ts";
import { hold, inTurn, refuse, sound } from "../support/upstream.ts";
import { speakFast, startReading } from "./start-reading.ts";

/**
 * How long Herald waits for the service, in ms: even a slow machine answers earlier, so that only a service that never
 * answers is late.
 */
const patienceMs = 60_000;
const unavailable = "-# The speech service isn't available right now, so one of Herald's own voices speaks.";
const noCredit =
	"-# The account that pays for speech has no credit left, so one of Herald's own voices speaks. `/redeem` adds credit.";

const down = refuse(500, "do_request_failed");
const empty = refuse(403, "insufficient_user_quota");

const settings = { SPEECH_FALLBACK: "on", MEMBER_TEXTS_PER_MINUTE: "0" };
let reading = await startReading({ timing: { ...quickAttempts, patienceMs } }, undefined, settings);
afterAll(() => reading.stop());
beforeEach(() => {
	reading.upstream.behave(speakFast);
	// After a minute, Herald asks a failed service again.
	reading.herald.advance(61_000);
});

const say = (text: string, values: Record<string, string> = {}) =>
	reading.herald.say(reading.owner, text, { as: "channel", ...values });
/** @returns the answer once its text was heard or given up */
const ended = (text: string, values?: Record<string, string>) =>
	say(text, values).message(({ content }) => /· (?:finished|not played|not finished)\n/.test(content));
const inChat = (content: string) =>
	reading.playground.messagesFor(reading.owner).filter((message) => message.content === content);
const countedMs = () =>
	lookUpNumber(reading.herald.dataDir, "SELECT coalesce(sum(made_ms), 0) FROM speech_days");
/** Resolves once the service speaks again. */
const isBack = () =>
	eventually(async () => {
		reading.herald.advance(61_000);
		const { content } = await ended(`Is it ${performance.now()}?`);
		expect(content).not.toContain("own voices");
	});

describe("while the service is silent, Herald's own voices speak", () => {
	test.each([
		["down", down, unavailable],
		["refusing its key", refuse(401), unavailable],
		["out of credit", empty, noCredit],
	])(
		"texts in a voice channel, free of charge, and the answer says why once: %s",
		async (name, refuse, why) => {
			reading.upstream.behave(refuse);
			const before = countedMs();
			const packets = reading.soundsOf(reading.member);
			const { content } = await ended(`The boat sails slowly, and the wind is ${name}.`);
			expect(content).toMatch(/^\*\*Kore\*\* in <#\d+> · finished\n/);
			expect(content.split("\n").filter((line) => line.startsWith("-#"))).toEqual([why]);
			expect(reading.soundsOf(reading.member)).toBeGreaterThan(packets + 50);
			await eventually(() => expect(countedMs()).toBe(before));
			expect((await ended("Two")).content).toContain(why);
			// The service isn't asked again for a while.
			const { length } = reading.upstream.requests;
			expect((await ended("Three")).content).toContain(why);
			expect(reading.upstream.requests).toHaveLength(length);
			reading.upstream.behave(speakFast);
			await isBack();
			expect(reading.upstream.requests.length).toBeGreaterThan(0);
		},
	);

	test("whole messages, and the channel is told once", async () => {
		const { write, upstream, heard, member, owner, soundsOf } = reading;
		upstream.behave(down);
		const packets = soundsOf(member);
		await heard(write("The first that nobody else says", member));
		await heard(write("Another one that nobody else says", owner));
		await eventually(() => expect(inChat(unavailable)).toHaveLength(1));
		await heard(write("And a third", member));
		expect(inChat(unavailable)).toHaveLength(1);
		await eventually(() => expect(soundsOf(member)).toBeGreaterThan(packets + 150));
		upstream.behave(speakFast);
		await isBack();
		await heard(write("It is heard as always number 1", owner));
		expect(reading.asked().join("\n")).toContain("It is heard as always number 1");
	});

	test("a message whose name was already heard, again with its name", async () => {
		const { write, upstream, heard, owner, settled, member } = reading;
		await heard(write("Here I am number 1", member));
		await settled();
		const named = hold(down);
		upstream.behave(named.behave);
		const message = write("All of this is said by another", member);
		// The name is in the cache, and is heard while the service is awaited.
		await heard(message);
		named.release();
		await eventually(() => {
			const read = reading.herald.logs.filter(({ messages }) => (messages as string[])?.includes(message.id));
			expect(read).toHaveLength(2);
		});
		expect(reading.playground.messagesFor(owner).map(({ content }) => content)).not.toContain(
			"That message couldn't be read.",
		);
	});
});

test("a text that the service has begun isn't finished by another voice", async () => {
	const sentence = "A sentence of several words that is long enough to be a part by itself. ";
	reading.upstream.behave(inTurn(sound(4), down));
	const { content } = await ended(sentence.repeat(14));
	expect(content).toContain("Part of it was left out.");
	expect(content).not.toContain("own voices");
});

test("own voices don't speak files, which wait for the service", async () => {
	reading.upstream.behave(empty);
	const answer = await say("A file in the voice that was chosen", { as: "file" }).message(
		({ thinking, content }) => !thinking && !content.startsWith("Waiting"),
	);
	expect(answer.content).toMatch(/^The account that pays for speech has no credit left/);
	expect(answer.attachments).toHaveLength(0);
});

test("own voices don't speak long texts, which wait for the service", async () => {
	const { upstream, playground, owner, use, herald } = reading;
	upstream.behave(empty);
	const file = playground.upload("book.txt", Buffer.from("Some words more. ".repeat(400)));
	const { id } = await playground.command(owner, "say", { file, as: "channel" }).firstAnswer();
	const content = () => playground.messagesFor(owner).find((message) => message.id === id)?.content;
	await eventually(() => {
		herald.advance(1_000);
		expect(content()).toMatch(/paused at 0%[\s\S]*The account that pays for speech has no credit left/);
	});
	expect(content()).not.toContain("own voices");
	await use("leave");
	await use("join");
});

test("own voices take over from a service that never answers once a listener has waited long enough, and its late answer is cached", async () => {
	await reading.stop();
	reading = await startReading({ timing: { ...patientAttempts, patienceMs: 10 } }, undefined, settings);
	const { upstream } = reading;
	const late = hold(speakFast);
	upstream.behave(late.behave);
	const text = "Hello, number 7";
	expect((await ended(text)).content).toContain(unavailable);
	const asked = upstream.requests.length;
	late.release();
	await eventually(async () => expect((await ended(text)).content).not.toContain("own voices"));
	expect(upstream.requests.filter(({ body }) => body.includes(text))).toHaveLength(asked);
});

test("without permission from the operator, own voices don't speak, and the member is told that the service fails", async () => {
	await reading.stop();
	reading = await startReading({}, undefined, { MEMBER_TEXTS_PER_MINUTE: "0" });
	reading.upstream.behave(empty);
	const { content } = await ended("Nobody says this");
	expect(content).toContain("The account that pays for speech has no credit left");
	expect(reading.herald.logs.map(({ event }) => event)).not.toContain("service_started");
});
