import type { Guild } from "discord.js";
import { expect, test } from "vitest";
import { type ReadableMessage, shedAfter, type Utterance } from "../../src/reading/backlog.ts";
import type { ReadingParts } from "../../src/reading/reading-parts.ts";
import { type UtteranceWriter, utteranceWriterFor } from "../../src/reading/utterance-writer.ts";
import type { VoiceChat } from "../../src/reading/voice-chat.ts";
import type { Say } from "../../src/say/say.ts";
import { makeSpeakable } from "../../src/speech/text/speakable.ts";
import type { KeptSettings } from "../../src/store/settings.ts";
import { noNames } from "../support/names.ts";

const guild = { id: "1", preferredLocale: "en-US", client: { user: { id: "2" } } } as unknown as Guild;

/** Writes what is read of a message that has waited for some time, with the member's speed and the server's volume. */
const write = async (
	waitedSeconds: number,
	speed: number,
	gainDb = 0,
	more: Partial<ReadableMessage> = {},
) => {
	const say = {
		choose: async () => ({ voice: { value: "Kore" }, speed: { value: speed } }),
		readVolume: async () => gainDb,
		phrasesFor: async () => ({ t: (key: string) => key, language: undefined }),
	} as unknown as Say;
	const settings = {
		readMember: async () => ({ here: { reading: null }, everywhere: { reading: null } }),
	} as unknown as KeptSettings;
	const parts = { say, store: { settings }, clock: { now: () => 0 } } as unknown as ReadingParts;
	const writer = utteranceWriterFor(guild, {} as VoiceChat, parts);
	const first = { authorId: "3" } as Parameters<UtteranceWriter["prepare"]>[0];
	const body = "What a fine day it is.";
	const content = { lead: "Ada says", body, extras: [], stickers: [], follows: false, ...more };
	const utterance = {
		sound: await writer.chooseSound(first, "always"),
		messages: [{ authorId: "3", content }],
		shed: { ...shedAfter(waitedSeconds * 1_000), names: true },
		leftOut: 0,
	} as unknown as Utterance;
	const written = writer.write(utterance, undefined);
	const { lines, estimateMs = 0 } = written ?? {};
	return { lead: written?.lead?.[0], body: lines?.[0], lines, estimateMs };
};

const turn = (speaker: string, speakable: string, speed = 1) => {
	return { speaker, speakable, voice: speaker, style: undefined, speed };
};

test("the longer a message waited, the faster it is read, but at most at twice its author's speed", async () => {
	for (const [waitedSeconds, speed, expected] of [
		[0, 1, 1],
		[0, 0.5, 0.5],
		[61, 1, 1.3],
		[61, 0.5, 0.65],
		[31, 1.23, 1.41],
		[61, 1.8, 2],
	] as const) {
		const { lead, body } = await write(waitedSeconds, speed);
		expect([lead?.tempo ?? 1, body?.tempo ?? 1]).toEqual([speed, expected]);
	}
	expect((await write(0, 0.5)).estimateMs).toBe((await write(0, 1)).estimateMs * 2);
});

test("messages are read at the volume set for the voice channel", async () => {
	const { lead, body } = await write(0, 1, -6);
	expect([lead?.gainDb, body?.gainDb]).toEqual([-6, -6]);
});

test("speakers named in a message are heard in turn at their own pace, and only the first one if it is late", async () => {
	const turns = [turn("Puck", "Hello. It's me!"), turn("Leda", "Hi.", 1.5)];
	const said = async (waitedSeconds: number) =>
		(await write(waitedSeconds, 1, 0, { turns, extras: ["an image"] })).lines?.map(
			({ text, voice, tempo, pauseMs }) => [text, voice, tempo ?? 1, pauseMs],
		);
	expect(await said(0)).toEqual([
		["Hello. It's me!", "Puck", 1, undefined],
		["Hi.", "Leda", 1.5, 400],
		["an image", "Kore", 1, undefined],
	]);
	expect(await said(61)).toEqual([
		["Hello.", "Puck", 1.3, undefined],
		["read.more", "Kore", 1, undefined],
		["an image", "Kore", 1, undefined],
	]);
});

test("pauses written in a message are ten seconds at most in total, with all speakers together", async () => {
	const words = makeSpeakable("Hi. [pause 5s] Ho.", noNames);
	const turns = Array.from({ length: 30 }, (_, at) => turn(at % 2 ? "Puck" : "Kore", words));
	const { lines = [] } = await write(0, 1, 0, { turns });
	const betweenTurns = 29 * 400;
	expect(lines.reduce((sum, { pauseMs = 0 }) => sum + pauseMs, 0)).toBe(10_000 + betweenTurns);
});
