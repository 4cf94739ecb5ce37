import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { writeWav } from "@herald/common/audio/pcm.ts";
import { eventually } from "@herald/common/testing/eventually.ts";
import { type InteractionTrace, type Member, startPlayground } from "@herald/playground";
import { afterAll, describe, expect, test } from "vitest";
import { acknowledgeWithinMs } from "./support/herald.ts";
import { lookUpNumber } from "./support/look-into.ts";
import { useProgram } from "./support/program.ts";
import { serverPanel } from "./support/server-panel.ts";
import { hearWords, sendEvents, soundEvents, speakWords, wholeStream, words } from "./support/streams.ts";
import { answerBody, readAsked, sendJson, speakThroughout, startUpstream, tone } from "./support/upstream.ts";

const upstream = await startUpstream();
const playground = await startPlayground({ botName: "Herald", acknowledgeWithinMs });
const { owner, ordinary: member } = playground.home;
const herald = useProgram({
	DISCORD_TOKEN: playground.token,
	DISCORD_API_URL: playground.apiUrl,
	NODE_EXTRA_CA_CERTS: playground.certificateFile,
	SPEECH_BASE_URL: upstream.baseUrl,
	SPEECH_API_KEY: "sk",
	SPEECH_STREAM: "on",
});
const { dataDir, start, kill } = herald;
playground.voice.join(owner);
afterAll(async () => {
	await kill();
	await playground.stop();
	await upstream.close();
});

const use = (who: Member, name: string, values: Record<string, string> = {}): InteractionTrace =>
	playground.command(who, name, values);
const countSounds = (): number =>
	playground.voice.heard(owner).packets.filter(({ opus }) => opus.length > 10).length;
const countUnderWay = () => lookUpNumber(dataDir, "SELECT count(*) FROM kept_values WHERE kind = 'answer'");
const isBack = () => {
	const { bot: self, guild, voice } = playground.home;
	return eventually(() => expect(guild.voiceStates.get(self.user.id)?.channelId).toBe(voice.id));
};
const restarted = /^Herald was restarted before this was finished: use the command again\.$/;

describe("after a crash", () => {
	test("confirmed changes are kept, each waiting member is told once, and Herald rejoins its channel", async () => {
		const done = use(member, "say", { text: "This was answered before", as: "file" });
		await done.message((seen) => seen.attachments.length === 1);
		const confirmed = await use(member, "voice me", { voice: "Puck" }).firstAnswer();
		expect(confirmed.content).toContain("Puck");
		const redeemed: string[] = [];
		upstream.behave(async (response, attempt, request) => {
			if (request.path.endsWith("/topup")) redeemed.push(request.body);
			else if (attempt === 1 && /generateContent/i.test(request.path))
				speakThroughout(response, attempt, request);
		});
		const spoken = use(owner, "say", { text: "Spoken in a channel when it happens", as: "channel" });
		await spoken.message((seen) => /speaks in/.test(seen.content));
		const file = use(member, "say", { text: "A file that never comes", as: "file" });
		await file.message((seen) => seen.thinking);
		const code = use(owner, "redeem", { code: "REDEEM123456" });
		await eventually(() => expect(redeemed).toHaveLength(1));
		const balance = use(owner, "credit show");
		await balance.message((seen) => seen.thinking);
		expect(countUnderWay()).toBe(4);
		await kill();
		upstream.behave((...how) => {
			if (/generateContent/i.test(how[2].path)) return speakThroughout(...how);
			return sendJson(how[0], 200, { success: true, message: "", data: 500_000 });
		});
		await start();
		expect((await spoken.message((seen) => restarted.test(seen.content))).components).toEqual([]);
		expect((await file.message((seen) => restarted.test(seen.content))).thinking).toBe(false);
		expect((await balance.message((seen) => restarted.test(seen.content))).thinking).toBe(false);
		expect((await code.message((seen) => !seen.thinking)).content).toMatch(/answer was lost/);
		await eventually(() => expect(countUnderWay()).toBe(0));
		expect(done.messages).toHaveLength(1);
		const shown = await use(member, "voice show").firstAnswer();
		expect(shown.content).toContain("Puck");
		const again = await use(owner, "redeem", { code: "REDEEM654321" }).message((seen) => !seen.thinking);
		expect(again.content).toMatch(/^Added 500,000 units/);
		await isBack();
	});
});

test("after a crash, a channel is told once that messages were waiting to be read", async () => {
	const told = () =>
		playground.messagesFor(owner).filter(({ content }) => /restarted before all messages/.test(content));
	expect(told()).toEqual([]);
	await serverPanel(playground, owner).set({ voiceChat: true });
	upstream.behave(() => {});
	playground.post(owner, "This waits when it happens", { channel: playground.home.voice });
	await eventually(() =>
		expect(lookUpNumber(dataDir, "SELECT count(*) FROM voice_places WHERE waiting = 1")).toBe(1),
	);
	await kill();
	upstream.behave(speakThroughout);
	await start();
	await eventually(() => expect(told()).toHaveLength(1));
	await kill();
	await start();
	await isBack();
	expect(told()).toHaveLength(1);
});

test("after a crash during a stream, its estimate counts once, and the text can be said again", async () => {
	const samples = speakWords();
	const first = soundEvents(samples).slice(0, 8).join("");
	upstream.behave((response) => sendEvents(response, first, { end: false }));
	playground.voice.forgetHeard(owner);
	const text = "Five words that are streamed, once.";
	const countedMs = () =>
		lookUpNumber(dataDir, `SELECT total(made_ms) FROM speech_days WHERE user_id = '${owner.user.id}'`);
	const beforeMs = countedMs();
	const spoken = use(owner, "say", { text, as: "channel" });
	await eventually(() => expect(countSounds()).toBeGreaterThan(5));
	const estimatedMs = countedMs();
	expect(estimatedMs).toBeGreaterThan(beforeMs);
	expect(countUnderWay()).toBe(1);
	await kill();
	upstream.behave((response) => sendEvents(response, wholeStream(samples)));
	playground.voice.forgetHeard(owner);
	await start();
	expect((await spoken.message((seen) => restarted.test(seen.content))).components).toEqual([]);
	await eventually(() => expect(countUnderWay()).toBe(0));
	expect(countedMs()).toBe(estimatedMs);
	const again = use(owner, "say", { text, as: "channel" });
	await again.message((seen) => / · finished/.test(seen.content));
	expect(upstream.requests).toHaveLength(1);
	const heard = playground.voice.heard(owner).packets.map(({ opus }) => opus);
	expect(hearWords(heard).map(([hertz]) => hertz)).toEqual(words);
	await eventually(() => expect(countedMs()).toBe(estimatedMs + samples.length / 24));
});

describe("a stop by signals", () => {
	test("the same signal twice within a moment counts as one, and a later one ends Herald at once", async () => {
		upstream.behave((response) => {
			sendJson(response, 200, answerBody(writeWav({ samples: tone(15), sampleRate: 24_000 })));
		});
		playground.voice.forgetHeard(owner);
		const endless = use(owner, "say", { text: "A text without end, and without a pause", as: "channel" });
		await eventually(() => expect(countSounds()).toBeGreaterThan(5));
		const exit = once(herald.bot, "exit");
		herald.bot.kill("SIGTERM");
		herald.bot.kill("SIGTERM");
		await expect
			.poll(async () => (await use(member, "say", { text: "Too late" }).firstAnswer()).content)
			.toMatch(/Herald is restarting/);
		expect(herald.bot.exitCode).toBeNull();
		const over = new AbortController();
		void exit.then(() => over.abort());
		while (!over.signal.aborted) {
			herald.bot.kill("SIGTERM");
			await wait(100, undefined, { signal: over.signal }).catch(() => {});
		}
		expect(herald.bot.exitCode).toBe(1);
		expect(endless.messages.at(-1)?.content).toMatch(/speaks in/);
		await start();
		await endless.message((seen) => restarted.test(seen.content));
	});

	test("the message being heard is read to its end, none that waits begins, and the channel is told", async () => {
		const secondsOf = (text: string) => (text.includes("waits") ? 4 : text.includes("heard") ? 2 : 0.3);
		upstream.behave((response, _attempt, request) => {
			const samples = tone(secondsOf(readAsked(request).text));
			sendJson(response, 200, answerBody(writeWav({ samples, sampleRate: 24_000 })));
		});
		const asked = () => upstream.texts().join();
		const { voice } = playground.home;
		await serverPanel(playground, owner).set({ voiceChat: true });
		await use(owner, "join").firstAnswer();
		playground.post(owner, "Number 1 is heard", { channel: voice });
		await eventually(() => expect(asked()).toContain("Number 1 is heard"));
		playground.post(owner, "Number 2 waits", { channel: voice });
		playground.post(owner, "Number 3 waits", { channel: voice });
		await eventually(() => expect(asked()).toContain("Number 2 waits"));
		playground.voice.forgetHeard(owner);
		await eventually(() => expect(countSounds()).toBeGreaterThan(20));
		const exit = once(herald.bot, "exit");
		herald.bot.kill("SIGTERM");
		expect(await exit).toEqual([0, null]);
		expect(countSounds()).toBeLessThan(130);
		const told = playground.messagesFor(owner).filter(({ content }) => /not read to the end/.test(content));
		expect(told.map(({ content }) => content)).toEqual([expect.stringMatching(/: 2 messages were not/)]);
		await start();
	});

	test("Ctrl-C in the playground cuts off what is spoken, and its member is told", async () => {
		playground.voice.forgetHeard(owner);
		const text = "Another text without end, and without a pause";
		const endless = use(owner, "say", { text, as: "channel" });
		await eventually(() => expect(countSounds()).toBeGreaterThan(5));
		const exit = once(herald.bot, "exit");
		herald.bot.kill("SIGINT");
		expect((await endless.message((seen) => /not finished/.test(seen.content))).content).toContain(
			"Herald is restarting",
		);
		expect(await exit).toEqual([0, null]);
	});
});
