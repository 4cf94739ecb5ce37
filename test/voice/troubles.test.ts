import { getVoiceConnection, type NetworkingReadyState, VoiceConnectionStatus } from "@discordjs/voice";
import { eventually } from "@herald/common/testing/eventually.ts";
import type { DaveDisturbance } from "@herald/playground";
import { Events } from "discord.js";
import { describe, expect, test } from "vitest";
import { hasGateway } from "../../src/voice/connection.ts";
import { defaultConnectionTiming } from "../../src/voice/link.ts";
import { answerAtOnce, linesOf, makeText } from "./marked-lines.ts";
import {
	expectNothingLeft,
	herald,
	home,
	playground,
	say,
	speech,
	startAnother,
	useVoiceHerald,
	voice,
} from "./set-up.ts";
import { beginText, letPass, waitsFor } from "./support.ts";

useVoiceHerald();

const connection = () => getVoiceConnection(home.guild.id, herald.client.user.id);
/** The library's state of the connection, for tests that break it. */
const networkingState = (): NetworkingReadyState =>
	Reflect.get(connection()?.state ?? {}, "networking").state;
/** The library's socket to the voice gateway. */
const voiceSocket = () => Reflect.get(networkingState().ws, "ws");
const fail = (): never => {
	throw new Error("the library's fault");
};
const failToEncrypt = () => {
	Reflect.get(networkingState() as object, "dave").session.encryptOpus = fail;
};
const loseKeys = () => {
	voice.troubles.keyPackagesLost = true;
	voice.disturbDave(home.guild, "a new epoch");
};
/** Cuts the gateway's connection, which can't be made again. Resolves once Herald knows. */
const loseGateway = async () => {
	playground.gateway.isDown = true;
	playground.gateway.drop();
	await eventually(() => expect(hasGateway(herald.guild())).toBe(false));
};
const isConnected = (is: boolean) => eventually(() => expect(voice.isConnected(home.guild)).toBe(is));

type Row = [how: string, lose: () => unknown, connections?: number];
const disturbances: readonly DaveDisturbance[] = [
	"proposals of another epoch",
	"proposals of another group",
	"proposals that are none",
	"a commit of another group",
	"an invalid welcome",
	"a new epoch",
];

test.each<Row>([
	...[4000, 4006, 4009, 4015, 1001].map(
		(code): Row => [`its connection is closed with ${code}`, () => voice.close(code)],
	),
	["its connection is cut", () => voice.drop()],
	[
		"its connection isn't resumed in time",
		async () => {
			voice.stall(true);
			voice.drop();
			await letPass(herald, "readyMs");
			voice.stall(false);
		},
	],
	[
		"its server is away for a while",
		async () => {
			voice.withdrawServer();
			await isConnected(false);
			await voice.replaceServer();
		},
	],
	["it is moved to another server in the middle of a word", () => voice.replaceServer()],
	["the gateway's connection is lost", () => playground.gateway.drop()],
	["the gateway's connection is lost with its session", () => playground.gateway.forgetSessions()],
	[
		"the gateway's session is lost just after the voice connection",
		async () => {
			voice.close(4014);
			await eventually(() => expect(connection()?.state.status).toBe(VoiceConnectionStatus.Disconnected));
			playground.gateway.forgetSessions();
			await eventually(() => expect(hasGateway(herald.guild())).toBe(false));
			await letPass(herald, "stateMs");
		},
	],
	[
		"the voice connection is lost while the gateway is away",
		async () => {
			await loseGateway();
			voice.close(4006);
			await waitsFor(herald, defaultConnectionTiming.serverMs);
			playground.gateway.isDown = false;
		},
	],
	...disturbances.map(
		(how): Row => [
			`there are messages that don't fit the call's encryption: ${how}`,
			() => voice.disturbDave(home.guild, how),
		],
	),
	["a frame can't be encrypted", failToEncrypt, 2],
	[
		"there are no keys for a while",
		async () => {
			loseKeys();
			await eventually(() => expect(voice.isSpeaking(home.guild)).toBe(false));
			voice.troubles.keyPackagesLost = false;
			await letPass(herald, "daveMs");
		},
	],
	[
		"its socket closes during a send",
		() => {
			const { udp } = networkingState();
			Reflect.get(udp, "socket").removeAllListeners("close").close();
			// Sends as the library's own keep-alive timer does.
			Reflect.get(udp, "keepAlive").call(udp);
		},
		2,
	],
	[
		"a datagram is too short for a packet",
		() => Reflect.get(networkingState().udp, "socket").emit("message", Buffer.alloc(10, 0x80)),
		1,
	],
	[
		"there is an error while the voice gateway's connection closes",
		() => {
			networkingState().ws.prependListener("close", fail);
			voiceSocket().onclose({ code: 1006 });
		},
		2,
	],
	[
		"there is an error in a message of the voice gateway",
		// A binary message has at least three bytes.
		() => voiceSocket().onmessage({ data: Buffer.alloc(1) }),
		2,
	],
	[
		"there is an error in the speaking state",
		() => {
			networkingState().ws.sendPacket = fail;
			Reflect.set(networkingState().connectionData, "speaking", false);
		},
		2,
	],
])("a text is heard to its end, and never in plain, though %s", async (_, lose, connections) => {
	const { text, owner } = await beginText(herald);
	await lose();
	expect(await text.ended).toEqual({ kind: "ended", how: "heard" });
	const { packets, plain } = voice.heard(home.owner);
	expect([linesOf(packets), plain]).toEqual([[1, 2], 0]);
	if (connections) expect(voice.counts.identified).toBe(connections);
	await herald.sessions.leave(owner);
	await expectNothingLeft();
});

type Wait = Parameters<typeof letPass>[1];
test.each<[how: string, reason: string, lose: () => unknown, waits?: readonly Wait[]]>([
	["with close code 4021", "voice_rate_limited", () => voice.close(4021)],
	// Only Herald's voice state says what happened.
	["with close code 4022", "call_ended", () => voice.close(4022), ["stateMs"]],
	["with close code 4014 and no news", "connection_lost", () => voice.close(4014), ["stateMs"]],
	["because its server is away for good", "connection_lost", () => voice.withdrawServer(), ["serverMs"]],
	[
		"again and again",
		"connection_lost",
		() => {
			voice.troubles.refusals.push(...Array.from({ length: 40 }, () => 4006));
			voice.close(4006);
		},
	],
	// As many new connections as are allowed fail, and one more.
	["with its keys in the middle of a text", "connection_lost", loseKeys, Array(6).fill("daveMs")],
])(
	"a connection lost %s ends the session with a reason, without flooding Discord: %s",
	async (_, reason, lose, waits = []) => {
		const { text } = await beginText(herald);
		lose();
		for (const wait of waits) await letPass(herald, wait);
		expect(await text.ended).toMatchObject({ how: "left", trouble: { reason } });
		expect(voice.counts.identified).toBeLessThanOrEqual(7);
		expect(voice.heard(home.owner).plain).toBe(0);
		await expectNothingLeft();
	},
);

test("a connection that keeps being resumed and lost is given up, too", async () => {
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
	expect(await text.ended).toMatchObject({ how: "left", trouble: { reason: "connection_lost" } });
	await expectNothingLeft();
});

test("a voice server that hangs is noticed by its heartbeats, and a new connection is made", async () => {
	await startAnother(undefined, { voiceHeartbeatMs: 100 });
	const { text } = await beginText(herald);
	voice.stall(true);
	// Herald gives up after three heartbeats without an answer.
	await isConnected(false);
	voice.stall(false);
	expect(await text.ended).toMatchObject({ how: "heard" });
});

test("a fault of one guild's encryption costs another guild no frame", async () => {
	const other = await herald.openPlace();
	const member = await herald.enter(other.owner, other.voice);
	const { text } = await beginText(herald, [1]);
	speech.answer = answerAtOnce(60);
	const theirs = await say(member, [7]);
	await eventually(() => expect(voice.heard(other.owner).packets.length).toBeGreaterThan(8));
	failToEncrypt();
	voice.disturbDave(home.guild, "proposals that are none");
	expect(await theirs.ended).toMatchObject({ how: "heard" });
	const heard = () => voice.heard(other.owner).packets.filter(({ opus }) => opus.length === 6);
	// The last frames may still be on their way.
	await eventually(() =>
		expect(heard().map(({ opus }) => opus[4])).toEqual(Array.from({ length: 61 }, (_, index) => index)),
	);
	expect(await text.ended).toMatchObject({ how: "heard" });
});

test("leaving doesn't wait for a gateway that is away, and Discord learns of it once the gateway is back", async () => {
	const owner = await herald.enter(home.owner);
	await herald.sessions.join(owner);
	await loseGateway();
	await herald.sessions.leave(owner);
	await isConnected(false);
	playground.gateway.isDown = false;
	await eventually(() => expect(home.guild.voiceStates.has(home.bot.user.id)).toBe(false));
});

describe("a join", () => {
	const join = async () => {
		const owner = await herald.enter(home.owner);
		return { owner, joined: herald.sessions.join(owner) };
	};

	test.each<[how: string, reason: string, trouble: Partial<typeof voice.troubles>, waits: readonly Wait[]]>([
		["without an answer", "cannot_connect", { ignoreIdentify: true }, ["readyMs", "readyMs"]],
		["without keys", "cannot_connect", { keyPackagesLost: true }, ["daveMs", "daveMs"]],
		["that Discord refuses", "voice_rate_limited", { refusals: Array(9).fill(4021) }, []],
	])(
		"%s is tried as often as Discord allows, and the text that needs it ends with a sentence: %s",
		async (_, reason, trouble, waits) => {
			Object.assign(voice.troubles, trouble);
			const owner = await herald.enter(home.owner);
			const text = makeText(owner.id, [1]);
			const said = herald.sessions.say(owner, text);
			const refused = expect(said).rejects.toMatchObject({ detail: { kind: "voice", reason } });
			for (const wait of waits) await letPass(herald, wait);
			await refused;
			expect(await text.ended).toMatchObject({ how: "left", trouble: { reason } });
			expect(herald.sessions.channelOf(home.guild.id)).toBeUndefined();
			expect(voice.heard(home.owner)).toMatchObject({ packets: [], plain: 0 });
			await expectNothingLeft();
			// Herald doesn't join again after the first 4021.
			expect(voice.troubles.refusals).toHaveLength(trouble.refusals ? 8 : 0);
		},
	);

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

	test("with an error in a message during its handshake leads to a new connection", async () => {
		voice.troubles.ignoreIdentify = true;
		const { joined } = await join();
		await eventually(() => expect(networkingState().ws).toBeDefined());
		voice.troubles.ignoreIdentify = false;
		voiceSocket().onmessage({ data: Buffer.alloc(1) });
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
