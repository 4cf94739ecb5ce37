import { writeWav } from "@herald/common/audio/pcm.ts";
import { eventually } from "@herald/common/testing/eventually.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { answerBody, type Behaviour, sendJson, speakThroughout, tone } from "./support/upstream.ts";
import { useWorld } from "./support/world.ts";

const { upstream, herald, playground, owner, member } = await useWorld();
playground.voice.join(member);
playground.voice.join(owner);
beforeEach(() => {
	herald.advance(61_000);
	playground.voice.forgetHeard(owner);
});

const say = (text: string, as = "channel", who = member) => herald.say(who, text, { as });
const sounds = () => playground.voice.heard(owner).packets.filter(({ opus }) => opus.length > 10);
const restart = (graceMs: number) => herald.restart(undefined, graceMs);
const isBack = () =>
	eventually(() =>
		expect(playground.home.guild.voiceStates.get(playground.home.bot.user.id)?.channelId).toBe(
			playground.home.voice.id,
		),
	);
const restarting = /Herald is restarting: try again in a minute/;

/** Speaks this many tones of one second, with pauses of 0.4 s between them. */
const speakTones =
	(count: number): Behaviour =>
	(response) => {
		const samples = new Int16Array(count * 1.4 * 24_000);
		for (let n = 0; n < count; n++) samples.set(tone(1), n * 1.4 * 24_000);
		sendJson(response, 200, answerBody(writeWav({ samples, sampleRate: 24_000 })));
	};

describe("in a stop with a grace period,", () => {
	test("what is spoken ends at its next pause, members whose texts are cut are told, and Herald rejoins the channel", async () => {
		upstream.behave(speakTones(12));
		const playing = say("One and two and three");
		// Until the first text is heard, another member's text could overtake it.
		await eventually(() => expect(sounds().length).toBeGreaterThan(5));
		const waiting = say("Four and five", "channel", owner);
		await waiting.message((seen) => /2nd in the queue/.test(seen.content));
		const restarted = restart(20_000);
		const refused = await say("Six").firstAnswer();
		expect(refused.content).toMatch(restarting);
		const unspoken = await waiting.message((seen) => /not played/.test(seen.content));
		expect(unspoken.content).toMatch(restarting);
		expect((await playing.message((seen) => /not finished/.test(seen.content))).content).toMatch(restarting);
		await restarted;
		// Playback stopped between tones: fewer than the twelve were heard, each of them whole, with a few more packets
		// that the encoder adds.
		const tones = Math.floor(sounds().length / 50);
		expect(sounds().length - tones * 50).toBeLessThan(tones * 9);
		expect(tones).toBeLessThan(6);
		await isBack();
	});

	test("a text without a pause is heard to its end, and a file is finished", async () => {
		upstream.behave(speakThroughout);
		const held = Promise.withResolvers<void>();
		const playing = say("Heard to its end");
		await eventually(() => expect(sounds().length).toBeGreaterThan(5));
		upstream.behave(async (...how) => {
			await held.promise;
			speakThroughout(...how);
		});
		const file = say("A file that takes a while", "file", owner);
		await file.acknowledged();
		await eventually(() => expect(upstream.requests).toHaveLength(1));
		const restarted = restart(20_000);
		expect((await playing.message((seen) => /· finished/.test(seen.content))).content).not.toMatch(
			restarting,
		);
		held.resolve();
		await file.message((seen) => seen.attachments.length === 1);
		await restarted;
		await isBack();
	});

	test("a text without a pause is cut off when the grace is over, and its member is told", async () => {
		upstream.behave((response) => {
			sendJson(response, 200, answerBody(writeWav({ samples: tone(20), sampleRate: 24_000 })));
		});
		const playing = say("A text without end, without a pause");
		await eventually(() => expect(sounds().length).toBeGreaterThan(5));
		const restarted = restart(300);
		expect((await playing.message((seen) => /not finished/.test(seen.content))).content).toMatch(restarting);
		await restarted;
		await isBack();
	});

	test("a redemption's answer is awaited; if it doesn't come, its member is told", async () => {
		const asked = Promise.withResolvers<void>();
		const held = Promise.withResolvers<void>();
		upstream.behave(async (response, attempt) => {
			if (attempt === 1) asked.resolve();
			if (attempt === 1) await held.promise;
			if (attempt < 3) sendJson(response, 200, { success: true, message: "", data: 500_000 });
		});
		const redeemed = herald.use(owner, "redeem", { code: "REDEEM123456" });
		await asked.promise;
		const restarted = restart(20_000);
		held.resolve();
		expect((await redeemed.message((seen) => !seen.thinking)).content).toMatch(/Added 500,000 units/);
		await restarted;
		upstream.behave(() => {});
		const lost = herald.use(owner, "redeem", { code: "REDEEM654321" });
		await eventually(() => expect(upstream.requests).toHaveLength(1));
		await restart(100);
		expect((await lost.message((seen) => !seen.thinking)).content).toMatch(/answer was lost/);
	});
});
