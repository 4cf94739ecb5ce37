import { GrowingClip } from "@herald/common/audio/growing-clip.ts";
import { unpackClip } from "@herald/common/audio/pack.ts";
import { eventually } from "@herald/common/testing/eventually.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { leadInFrames } from "../../src/voice/playback.ts";
import { type Answer, answerAtOnce, makeLines, makeText, markedClip } from "./marked-lines.ts";
import { countFrames, startVoiceHerald, type VoiceHerald } from "./support.ts";

let herald: VoiceHerald;
beforeAll(async () => {
	herald = await startVoiceHerald();
	await herald.sessions.join(await herald.enter(herald.home.owner));
});
afterAll(() => herald.stop());

const isMarked = ({ opus }: { opus: Uint8Array }) => opus.length === 6;
const heard = () => herald.voice.heard(herald.home.owner).packets;
/** Resolves when nothing is sent any more. */
const silent = () => eventually(() => expect(herald.voice.isSpeaking(herald.home.guild)).toBe(false));
/** A request goes out no sooner. */
const asked = Promise.resolve();
/** Until listeners have to settle again. */
const forget = () => herald.clock.advance(10_000);
const read = (line: number, answer: Answer) => {
	herald.speech.answer = answer;
	const text = { ...makeText("reader", [line]), priority: "read" as const };
	herald.sessions.readInto(herald.guild().id, text);
	return text;
};

test.each(["begun", "answering"] as const)(
	"a Line that is %s has its silence before it already",
	async (kind) => {
		forget();
		const before = heard().length;
		const answered = Promise.withResolvers<void>();
		const text = read(1, async (line, _, listen) => {
			await asked;
			listen({ kind });
			await answered.promise;
			return markedClip(Number(line.text), 5);
		});
		await eventually(() => expect(heard().length - before).toBeGreaterThan(leadInFrames));
		await silent();
		expect(text.events).toEqual([]);
		const between = heard().length;
		answered.resolve();
		await text.ended;
		await silent();
		expect(heard().slice(before, between).some(isMarked)).toBe(false);
		expect(heard().slice(between).findIndex(isMarked)).toBe(0);
		expect(heard().slice(between).filter(isMarked)).toHaveLength(6);
	},
);

test("a request that brings no sound is followed by no more than a moment of silence", async () => {
	forget();
	const before = heard().length;
	const gone = Promise.withResolvers<never>();
	const text = read(2, async (_line, _signal, listen) => {
		await asked;
		listen({ kind: "begun" });
		return gone.promise;
	});
	await eventually(() => expect(heard().length).toBeGreaterThan(before));
	await silent();
	gone.reject(new Error("gone"));
	expect(await text.ended).toMatchObject({ how: "failed" });
	expect(heard().slice(before).some(isMarked)).toBe(false);
});

const silenceBefore = async (line: number): Promise<number> => {
	const before = heard().length;
	await read(line, answerAtOnce(5)).ended;
	await silent();
	return heard().slice(before).findIndex(isMarked);
};

test("a word soon after another one has no silence before it, and one after a while has", async () => {
	forget();
	expect(await silenceBefore(3)).toBeGreaterThanOrEqual(leadInFrames);
	// The last of the frames after the word before.
	expect(await silenceBefore(4)).toBeLessThanOrEqual(1);
	forget();
	expect(await silenceBefore(5)).toBeGreaterThanOrEqual(leadInFrames);
});

test("a word soon after another one has silence before it where the connection was opened anew in between", async () => {
	await silenceBefore(6);
	herald.voice.drop();
	expect(await silenceBefore(7)).toBeGreaterThanOrEqual(leadInFrames);
});

test("a sound is heard while the rest of it is still being made, waited for in silence where that is late", async () => {
	const before = countFrames(herald);
	const result = markedClip(6, 60);
	const whole = unpackClip(result.spoken.packed);
	const sound = new GrowingClip();
	const made = Promise.withResolvers<typeof result>();
	sound.add(whole.packets.slice(0, 10));
	const text = read(6, (_line, _signal, listen) => {
		listen({ kind: "sound", sound, compromises: [], gainDb: 0 });
		return made.promise;
	});
	await eventually(() => expect(heard().slice(-8).some(isMarked)).toBe(false));
	await eventually(() => expect(countFrames(herald) - before).toBe(10));
	sound.end({ ...whole, complete: true });
	made.resolve(result);
	expect(await text.ended).toMatchObject({ how: "heard" });
	expect(await text.settled).toHaveLength(1);
	await silent();
	expect(countFrames(herald) - before).toBe(61);
});

test("the name is heard at once where it is there, and the text follows it without silence of its own", async () => {
	forget();
	const before = heard().length;
	const answered = Promise.withResolvers<void>();
	herald.speech.answer = async (line, _, listen) => {
		if (line.text === "8") {
			listen({ kind: "begun" });
			await answered.promise;
		}
		return markedClip(Number(line.text), 5);
	};
	const text = { ...makeText("reader", [8]), priority: "read" as const, lead: makeLines([7]) };
	herald.sessions.readInto(herald.guild().id, text);
	await eventually(() => expect(heard().slice(before).filter(isMarked)).toHaveLength(6));
	await silent();
	const between = heard().length;
	answered.resolve();
	await text.ended;
	await silent();
	expect(heard().slice(between).findIndex(isMarked)).toBeLessThanOrEqual(1);
});
