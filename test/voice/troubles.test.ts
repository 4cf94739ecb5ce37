import { getVoiceConnection, VoiceConnectionStatus } from "@discordjs/voice";
import { eventually } from "@herald/common/testing/eventually.ts";
import { Events } from "discord.js";
import { describe, expect, test } from "vitest";
import { hasGateway } from "../../src/voice/connection.ts";
import { defaultConnectionTiming } from "../../src/voice/link.ts";
import { linesOf, makeText } from "./marked-lines.ts";
import {
	expectNothingLeft,
	herald,
	home,
	playground,
	startAnother,
	useVoiceHerald,
	voice,
} from "./set-up.ts";
import { beginText, letPass, waitsFor } from "./support.ts";

useVoiceHerald();

const heardLines = () => linesOf(voice.heard(home.owner).packets);
type Text = Awaited<ReturnType<typeof beginText>>["text"];
/** Expects that a text of two Lines is heard to its end. */
const expectHeard = async (text: Text) => {
	expect(await text.ended).toEqual({ kind: "ended", how: "heard" });
	expect(heardLines()).toEqual([1, 2]);
};
/** Expects that a text ends because Herald leaves, with this reason, and that nothing is left. */
const expectLeft = async (text: Text, reason: string) => {
	expect(await text.ended).toMatchObject({ how: "left", trouble: { reason } });
	await expectNothingLeft();
};
describe("a lost connection", () => {
	test.each([4000, 4006, 4009, 4015, 1006, 1001])(
		"with close code %i is made anew, and the text is heard to its end",
		async (code) => {
			const { text, owner } = await beginText(herald);
			if (code === 1006) voice.drop();
			else voice.close(code);
			await expectHeard(text);
			expect(voice.heard(home.owner).plain).toBe(0);
			await herald.sessions.leave(owner);
			await expectNothingLeft();
		},
	);

	const pass = (wait: Parameters<typeof letPass>[1]) => letPass(herald, wait);

	test.each<[how: string, reason: string, lose: () => unknown, wait?: Parameters<typeof letPass>[1]]>([
		["with close code 4021", "voice_rate_limited", () => voice.close(4021)],
		// Only Herald's voice state says what happened.
		["with close code 4022", "call_ended", () => voice.close(4022), "stateMs"],
		["with close code 4014 and no news", "connection_lost", () => voice.close(4014), "stateMs"],
		["whose server is away for good", "connection_lost", () => voice.withdrawServer(), "serverMs"],
	])("%s ends the session with a reason: %s", async (_, reason, lose, wait) => {
		const { text } = await beginText(herald);
		lose();
		if (wait) await pass(wait);
		await expectLeft(text, reason);
	});

	test.each<[how: string, lose: () => unknown]>([
		[
			"that isn't resumed in time is made anew",
			async () => {
				voice.stall(true);
				voice.drop();
				await pass("readyMs");
				voice.stall(false);
			},
		],
		[
			"whose server is away is awaited",
			async () => {
				voice.withdrawServer();
				await eventually(() => expect(voice.isConnected(home.guild)).toBe(false));
				await voice.replaceServer();
			},
		],
		["moved to another server in the middle of a word goes on there", () => voice.replaceServer()],
		["of the gateway changes nothing", () => playground.gateway.drop()],
	])("%s, and the text is heard to its end", async (_, lose) => {
		const { text } = await beginText(herald);
		await lose();
		await expectHeard(text);
	});

	test("that keeps being lost is given up, without flooding Discord", async () => {
		const { text } = await beginText(herald);
		voice.troubles.refusals.push(...Array.from({ length: 40 }, () => 4006));
		voice.close(4006);
		expect(await text.ended).toMatchObject({ how: "left", trouble: { reason: "connection_lost" } });
		expect(voice.counts.identified).toBeLessThanOrEqual(7);
		await expectNothingLeft();
	});

	test("that keeps being resumed and lost is given up, too", async () => {
		const { text } = await beginText(herald);
		let over = false;
		text.ended.then(() => {
			over = true;
		});
		const connections = () => voice.counts.identified + voice.counts.resumed;
		while (!over) {
			const before = connections();
			voice.drop();
			await eventually(() => expect(over || connections() > before).toBe(true), 1);
		}
		expect(connections()).toBeLessThanOrEqual(7);
		await expectLeft(text, "connection_lost");
	});
});

test("a voice server that hangs is noticed by its heartbeats, and a new connection is made", async () => {
	await startAnother(undefined, { voiceHeartbeatMs: 100 });
	const { text } = await beginText(herald);
	voice.stall(true);
	// Herald gives up after three heartbeats without an answer.
	await eventually(() => expect(voice.isConnected(home.guild)).toBe(false));
	voice.stall(false);
	expect(await text.ended).toMatchObject({ how: "heard" });
});

describe("a gateway connection", () => {
	test.each(["with its session", "just after the voice connection"])(
		"lost %s is made with a new login, and the queue goes on",
		async (which) => {
			const { text } = await beginText(herald);
			if (which === "just after the voice connection") {
				voice.close(4014);
				const connection = getVoiceConnection(home.guild.id, herald.client.user.id);
				await eventually(() => expect(connection?.state.status).toBe(VoiceConnectionStatus.Disconnected));
			}
			playground.gateway.forgetSessions();
			if (which === "just after the voice connection") {
				await eventually(() => expect(hasGateway(herald.guild())).toBe(false));
				await letPass(herald, "stateMs");
			}
			await expectHeard(text);
		},
	);
});

test("a voice connection lost while the gateway is away is made anew once the gateway is back", async () => {
	const { gateway } = playground;
	const { text } = await beginText(herald);
	gateway.isDown = true;
	gateway.drop();
	await eventually(() => expect(hasGateway(herald.guild())).toBe(false));
	voice.close(4006);
	await waitsFor(herald, defaultConnectionTiming.serverMs);
	gateway.isDown = false;
	await expectHeard(text);
});

test("leaving doesn't wait for a gateway that is away, and Discord learns of it once the gateway is back", async () => {
	const { gateway } = playground;
	const owner = await herald.enter(home.owner);
	await herald.sessions.join(owner);
	gateway.isDown = true;
	gateway.drop();
	await eventually(() => expect(hasGateway(herald.guild())).toBe(false));
	await herald.sessions.leave(owner);
	const { guild, bot } = home;
	await eventually(() => expect(voice.isConnected(guild)).toBe(false));
	gateway.isDown = false;
	await eventually(() => expect(guild.voiceStates.has(bot.user.id)).toBe(false));
});

describe("a join", () => {
	const join = async () => {
		const owner = await herald.enter(home.owner);
		return { owner, joined: herald.sessions.join(owner) };
	};

	test("without an answer is tried once more, and then answered with a sentence", async () => {
		voice.troubles.ignoreIdentify = true;
		const { joined } = await join();
		const refused = expect(joined).rejects.toMatchObject({
			detail: { kind: "voice", reason: "cannot_connect" },
		});
		await letPass(herald, "readyMs");
		await letPass(herald, "readyMs");
		await refused;
		expect(herald.sessions.channelOf(home.guild.id)).toBeUndefined();
		await expectNothingLeft();
	});

	test("that Discord refuses for too many connections ends at once with a reason", async () => {
		voice.troubles.refusals.push(4021, 4021);
		const { joined } = await join();
		await expect(joined).rejects.toMatchObject({ detail: { kind: "voice", reason: "voice_rate_limited" } });
		expect(voice.counts.identified).toBe(0);
		await expectNothingLeft();
	});

	test("from which Herald is removed before Discord has confirmed it leaves nothing behind", async () => {
		const { voiceStates } = home.guild;
		voice.orderPackets({ first: "server", gapMs: 60_000 });
		const { owner, joined } = await join();
		const refused = expect(joined).rejects.toMatchObject({ detail: { kind: "voice", reason: "removed" } });
		await eventually(() => expect(voiceStates.get(home.bot.user.id)?.channelId).toBe(home.voice.id));
		const left = herald.sessions.leave(owner);
		await refused;
		await eventually(() => expect(voiceStates.get(home.bot.user.id)?.channelId).toBeUndefined());
		await letPass(herald, "leaveMs");
		await left;
	});

	test("that is answered only the second time succeeds", async () => {
		voice.troubles.ignoreIdentify = true;
		const { joined } = await join();
		// Herald leaves, then joins again.
		const left = new Promise<void>((resolve) =>
			herald.client.on(Events.VoiceStateUpdate, (_, { id, channelId }) => {
				if (id === herald.client.user.id && channelId === null) resolve();
			}),
		);
		await herald.seen(home.bot, home.voice.id);
		await letPass(herald, "readyMs");
		await left;
		voice.troubles.ignoreIdentify = false;
		await expect(joined).resolves.toMatchObject({ channelId: home.voice.id });
	});

	test("that is refused once or twice still succeeds", async () => {
		voice.troubles.refusals.push(4006, 4009);
		const { joined } = await join();
		await expect(joined).resolves.toMatchObject({ trouble: undefined });
	});

	test("from several members at once is a single one", async () => {
		const owner = await herald.enter(home.owner);
		const ordinary = await herald.enter(home.ordinary);
		await Promise.all([
			herald.sessions.join(owner),
			herald.sessions.join(ordinary),
			herald.sessions.join(owner),
		]);
		expect(voice.counts.identified).toBe(1);
	});

	test("to another channel waits its turn", async () => {
		const owner = await herald.enter(home.owner);
		const first = herald.sessions.join(owner);
		const second = herald.sessions.join(owner, home.secondVoice.id);
		expect(await first).toMatchObject({ channelId: home.voice.id });
		expect(await second).toMatchObject({ channelId: home.secondVoice.id });
		expect(herald.sessions.channelOf(home.guild.id)).toBe(home.secondVoice.id);
	});

	test("for a text that is on its way ends the text once if Herald is removed", async () => {
		const owner = await herald.enter(home.owner);
		voice.troubles.ignoreIdentify = true;
		const text = makeText(owner.id, [1]);
		const said = herald.sessions.say(owner, text);
		await eventually(() => expect(home.guild.voiceStates.has(herald.client.user.id)).toBe(true));
		await herald.seen(home.bot, home.voice.id);
		voice.kick(home.bot);
		await expect(said).rejects.toMatchObject({ detail: { reason: "removed" } });
		expect(await text.ended).toMatchObject({ how: "left", trouble: { reason: "removed" } });
		expect(text.events).toHaveLength(1);
		await expectNothingLeft();
	});
});
