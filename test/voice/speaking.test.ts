import { setImmediate } from "node:timers/promises";
import { getVoiceConnection } from "@discordjs/voice";
import { eventually } from "@herald/common/testing/eventually.ts";
import { describe, expect, test } from "vitest";
import { Problem } from "../../src/shared/problem.ts";
import { leadInFrames } from "../../src/voice/playback.ts";
import { answerAtOnce, linesOf, makeText, markedClip } from "./marked-lines.ts";
import { expectNothingLeft, herald, useVoiceHerald } from "./set-up.ts";

useVoiceHerald();

const marked = ({ opus }: { opus: Uint8Array }) => opus.length === 6;
/** Everything heard once Herald is silent. When a text has ended, its last packet may still be on its way. */
const heardInSilence = async () => {
	await eventually(() => expect(herald.voice.isSpeaking(herald.home.guild)).toBe(false));
	return herald.voice.heard(herald.home.owner);
};
/** Has the owner's text spoken. */
const say = async (lines: readonly number[], estimateMs?: number) => {
	const owner = await herald.enter(herald.home.owner);
	const text = makeText(owner.id, lines, estimateMs);
	return { owner, text, accepted: await herald.sessions.say(owner, text) };
};
/** Resolves once a member has heard some frames. */
const hears = (who = herald.home.owner) =>
	eventually(() => expect(herald.voice.heard(who).packets.filter(marked).length).toBeGreaterThan(5));
/** The library's data about how packets are encrypted. */
const connectionData = (): { secretKey: unknown; encryptionMode: string } => {
	const state = getVoiceConnection(herald.home.guild.id, herald.client.user.id)?.state;
	return Reflect.get(state ?? {}, "networking").state.connectionData;
};

describe("a text in a voice channel", () => {
	test("is heard completely, in order, with end-to-end encryption and silence only before its first word", async () => {
		const { home } = herald;
		const { text, accepted } = await say([1, 2, 3]);
		expect(accepted).toMatchObject({ channelId: home.voice.id, trouble: undefined, before: 0, waitMs: 0 });
		// Herald is deafened.
		expect(home.guild.voiceStates.get(home.bot.user.id)).toMatchObject({ selfDeaf: true, selfMute: false });
		expect(await text.ended).toEqual({ kind: "ended", how: "heard" });
		const { packets, gaps, plain, undecipherable } = await heardInSilence();
		expect({ plain, undecipherable }).toEqual({ plain: 0, undecipherable: 0 });
		expect(linesOf(packets)).toEqual([1, 2, 3]);
		expect(packets.filter(marked)).toHaveLength(33);
		const first = packets.findIndex(marked);
		expect(first).toBeGreaterThanOrEqual(leadInFrames);
		// At most one frame of silence between Lines, and no pause in the packets.
		expect(packets.findLastIndex(marked) - first).toBeLessThanOrEqual(34);
		expect(gaps.filter(({ lost }) => lost > 0)).toEqual([]);
		expect(text.events.map(({ kind }) => kind)).toEqual(["started", "ended"]);
	});

	test.each(["aead_aes256_gcm_rtpsize", "aead_xchacha20_poly1305_rtpsize"] as const)(
		"is heard if only %s is offered",
		async (mode) => {
			herald.voice.troubles.modes = [mode];
			await (await say([1])).text.ended;
			expect((await heardInSilence()).packets.filter(marked)).toHaveLength(11);
			expect(connectionData().encryptionMode).toBe(mode);
		},
	);

	test("has another key after a new connection", async () => {
		const { sessions, home, voice } = herald;
		voice.troubles.modes = ["aead_aes256_gcm_rtpsize"];
		await sessions.join(await herald.enter(home.owner));
		const before = connectionData().secretKey;
		voice.close(4006);
		await eventually(() => expect(voice.counts.identified).toBe(2));
		await eventually(() => expect(connectionData().secretKey).toHaveLength(32));
		expect(connectionData().secretKey).not.toEqual(before);
	});

	test("is encrypted in the cheapest way that is offered, also on the next connection", async () => {
		const { sessions, home, voice } = herald;
		const preferred = "aead_xchacha20_poly1305_rtpsize";
		voice.troubles.modes = ["aead_aes256_gcm_rtpsize", preferred];
		await sessions.join(await herald.enter(home.owner));
		const before = connectionData();
		expect(before.encryptionMode).toBe(preferred);
		voice.close(4006);
		await eventually(() => expect(voice.counts.identified).toBe(2));
		expect(await (await say([1])).text.ended).toMatchObject({ how: "heard" });
		expect((await heardInSilence()).packets.filter(marked)).toHaveLength(11);
		expect(connectionData().encryptionMode).toBe(preferred);
		expect(connectionData().secretKey).not.toEqual(before.secretKey);
	});

	test("is heard by members in the channel, whether it is encrypted or not", async () => {
		herald.voice.changeDaveVersion(0);
		await (await say([1])).text.ended;
		expect((await heardInSilence()).packets.filter(marked)).toHaveLength(11);
	});

	test("is heard by newcomers and by earlier listeners through every change of keys", async () => {
		const { home, voice, speech } = herald;
		speech.answer = answerAtOnce(120);
		const { text } = await say([1]);
		await hears();
		await herald.enter(home.ordinary);
		await hears(home.ordinary);
		voice.leave(home.ordinary);
		await text.ended;
		const { packets } = await heardInSilence();
		expect(packets.filter(marked).length).toBeGreaterThan(100);
	});

	test("begun without listeners is heard by a newcomer", async () => {
		const { sessions, home, voice, speech } = herald;
		speech.answer = answerAtOnce(100);
		const owner = await herald.memberOf(home.owner);
		const text = makeText(owner.id, [1]);
		await sessions.join(owner, home.voice.id);
		sessions.readInto(home.guild.id, text);
		await eventually(() => expect(voice.isSpeaking(home.guild)).toBe(true));
		await herald.enter(home.owner);
		await hears();
	});

	test("goes on if packets are lost", async () => {
		herald.voice.troubles.lossShare = 0.3;
		const { text } = await say([1, 2]);
		expect(await text.ended).toMatchObject({ how: "heard" });
		expect(linesOf((await heardInSilence()).packets)).toEqual([1, 2]);
	});

	test("that waits has its place shown, and is heard in its turn without a gap", async () => {
		herald.speech.answer = answerAtOnce(20);
		await say([1], 7_000);
		const { text: second, accepted } = await say([2]);
		expect(accepted).toMatchObject({ before: 1, waitMs: 7_000 });
		await second.ended;
		const { packets } = await heardInSilence();
		expect(linesOf(packets)).toEqual([1, 2]);
		expect(packets.findLastIndex(marked) - packets.findIndex(marked)).toBeLessThanOrEqual(43);
	});

	test("that is skipped falls silent, and the next one is heard", async () => {
		const { sessions, home, speech } = herald;
		speech.answer = answerAtOnce(50);
		const { owner } = await say([1, 2]);
		const { text: second } = await say([3]);
		await eventually(() => expect(linesOf(herald.voice.heard(home.owner).packets)).toEqual([1]));
		sessions.skip(owner, "current");
		expect(await second.ended).toMatchObject({ how: "heard" });
		const { packets } = await heardInSilence();
		expect(linesOf(packets)).toEqual([1, 3]);
		expect(packets.filter(marked).length).toBeLessThan(100);
	});
});

test("thirty texts from three members at once are heard in order, each once, and failures are reported", async () => {
	const { sessions, home, speech } = herald;
	const failed = (line: number) => line % 5 === 3;
	// The service answers in any order, so later Lines may arrive first.
	speech.answer = async (line) => {
		const number = Number(line.text);
		for (let wait = (number * 7) % 11; wait > 0; wait -= 1) await setImmediate();
		if (!failed(number)) return markedClip(number, 3);
		return { ok: false, problem: new Problem({ kind: "upstream" }) };
	};
	const owner = await herald.enter(home.owner);
	const order: number[] = [];
	const told: number[] = [];
	let next = 0;
	const sayTen = async (userId: string) => {
		const waiting: Promise<unknown>[] = [];
		for (let count = 0; count < 10; count += 1) {
			// A member may have five texts waiting.
			if (waiting.length === 5) await waiting.shift();
			const lines = [next, next + 1];
			next += 2;
			order.push(...lines);
			const text = makeText(userId, lines);
			waiting.push(
				text.ended.then(({ how }) => {
					expect(how).toBe("heard");
					for (const event of text.events)
						if (event.kind === "line_failed") told.push(Number(event.line.text));
				}),
			);
			await sessions.say(owner, text);
		}
		await Promise.all(waiting);
	};
	await Promise.all(["a", "b", "c"].map(sayTen));
	expect(order).toHaveLength(60);
	const { packets } = await heardInSilence();
	expect(linesOf(packets)).toEqual(order.filter((line) => !failed(line)));
	expect(told.sort((a, b) => a - b)).toEqual(order.filter(failed).sort((a, b) => a - b));
	await sessions.leave(owner);
	await expectNothingLeft();
});
