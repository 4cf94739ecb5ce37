import { GrowingClip, unpackClip } from "@herald/common/audio/clip.ts";
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
/** Resolves once nothing is sent any more. */
const silent = () => eventually(() => expect(herald.voice.isSpeaking(herald.home.guild)).toBe(false));
/** Resolved, because here the service is asked for a Line at once. */
const asked = Promise.resolve();
/** Lets so much time pass that listeners need silence before the next word. */
const forget = () => herald.clock.advance(10_000);
const read = (line: number, answer: Answer) => {
	herald.speech.answer = answer;
	const text = { ...makeText("reader", [line]), priority: "read" as const };
	herald.sessions.readInto(herald.guild().id, text);
	return text;
};

test.each(["begun", "answering"] as const)(
	"a Line that is %s already has its silence before it",
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

test("after a request that brings no sound, silence is sent only for a moment", async () => {
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

test("a word soon after another has no silence before it, and a word after a while has", async () => {
	forget();
	expect(await silenceBefore(3)).toBeGreaterThanOrEqual(leadInFrames);
	// A single frame may still be from the silence after the word before.
	expect(await silenceBefore(4)).toBeLessThanOrEqual(1);
	forget();
	expect(await silenceBefore(5)).toBeGreaterThanOrEqual(leadInFrames);
});

test("a word soon after another has silence before it if the connection was made anew in between", async () => {
	await silenceBefore(6);
	herald.voice.drop();
	expect(await silenceBefore(7)).toBeGreaterThanOrEqual(leadInFrames);
});

test("a sound is heard while the rest is being made, with silence while the rest is late", async () => {
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

test("a name that is ready is heard at once, and the text follows without silence of its own", async () => {
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
