import { type VoiceConnection, VoiceConnectionStatus } from "@discordjs/voice";
import { eventually } from "@herald/common/testing/eventually.ts";
import type { Client } from "discord.js";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Playground } from "../src/index.ts";
import { startTestPlayground } from "./support.ts";
import {
	connect,
	daveOf,
	logInForVoice,
	makePackets,
	play,
	ready,
	soundOf,
	type TestConnection,
	trustVoice,
	until,
} from "./voice-support.ts";

let playground: Playground;
let client: Client<true>;
let connections: VoiceConnection[];

const join = (
	options: Parameters<typeof connect>[2] = {},
	channel = playground.home.voice,
): TestConnection => {
	const connected = connect(client, channel, options);
	connections.push(connected.connection);
	return connected;
};
const packets = makePackets(10);
const status = ({ connection }: TestConnection) => connection.state.status;

/** Plays `packets`, and expects that a member hears them and nothing else. */
const expectHeard = async ({ connection }: TestConnection, member = playground.home.owner) => {
	playground.voice.forgetHeard(member);
	await play(connection, packets);
	await eventually(() => expect(soundOf(playground.voice.heard(member))).toEqual(packets));
};

const start = async (options: Parameters<typeof startTestPlayground>[0] = {}) => {
	playground = await startTestPlayground(options);
	trustVoice(playground);
	client = await logInForVoice(playground);
	playground.voice.join(playground.home.owner);
};
const startHurried = async () => {
	await client.destroy();
	await playground.stop();
	await start({ voiceHeartbeatMs: 300 });
};

beforeEach(async () => {
	connections = [];
	await start();
});
afterEach(async () => {
	for (const connection of connections)
		if (connection.state.status !== VoiceConnectionStatus.Destroyed) connection.destroy();
	await client.destroy();
	await playground.stop();
});

describe("sound in a voice channel", () => {
	test("is heard by a member packet by packet, in order, with end-to-end encryption", async () => {
		const connected = join();
		await ready(connected);
		await expectHeard(connected);
		const heard = playground.voice.heard(playground.home.owner);
		expect(heard).toMatchObject({ plain: 0, undecipherable: 0 });
		expect(heard.gaps.filter(({ lost }) => lost > 0)).toEqual([]);
		expect(heard.packets.every(({ userId }) => userId === playground.home.bot.user.id)).toBe(true);
		expect(connected.errors).toEqual([]);
		expect(playground.voice.isEndToEnd(playground.home.guild)).toBe(true);
	});

	test.each(["aead_aes256_gcm_rtpsize", "aead_xchacha20_poly1305_rtpsize"] as const)(
		"needs only %s as its encryption mode",
		async (mode) => {
			playground.voice.troubles.modes = [mode];
			const connected = join();
			await ready(connected);
			expect(connected.log.join()).toContain(`"mode":"${mode}"`);
			await expectHeard(connected);
		},
	);

	test("without end-to-end encryption is discarded", async () => {
		const connected = join();
		await ready(connected);
		const dave = daveOf(connected.connection) as { protocolVersion: number };
		dave.protocolVersion = 0;
		await play(connected.connection, packets);
		await eventually(() => expect(playground.voice.heard(playground.home.owner).plain).toBe(packets.length));
		expect(soundOf(playground.voice.heard(playground.home.owner))).toEqual([]);
	});

	test("needs DAVE, and a client without it is refused with 4017, unless DAVE is off", async () => {
		const refused = join({ daveEncryption: false });
		await eventually(() => expect(refused.log.join()).toContain('"code":6'));
		await eventually(() => expect(refused.connection.rejoinAttempts).toBeGreaterThan(0));
		refused.connection.destroy();
		playground.voice.changeDaveVersion(0);
		const connected = join({ daveEncryption: false });
		await until(connected.connection, VoiceConnectionStatus.Ready);
		await expectHeard(connected);
	});

	test("stays complete when everybody changes to no DAVE and back", async () => {
		const connected = join();
		await ready(connected);
		playground.voice.changeDaveVersion(0);
		await eventually(() => expect(daveOf(connected.connection)?.protocolVersion).toBe(0));
		await expectHeard(connected);
		playground.voice.changeDaveVersion(1);
		await eventually(() => expect(playground.voice.isEndToEnd(playground.home.guild)).toBe(true));
		await ready(connected);
		await expectHeard(connected);
		expect(playground.voice.heard(playground.home.owner).plain).toBe(0);
	});

	test("is heard whichever member's commit comes first, and whoever comes and goes", async () => {
		const { home, voice } = playground;
		for (const hesitate of [false, true]) {
			voice.troubles.listenersHesitate = hesitate;
			const settle = () => eventually(() => expect(voice.isEndToEnd(home.guild)).toBe(true));
			const connected = join();
			await ready(connected);
			await expectHeard(connected);
			voice.join(home.ordinary);
			await settle();
			await expectHeard(connected, home.ordinary);
			voice.leave(home.owner);
			await settle();
			await expectHeard(connected, home.ordinary);
			voice.join(home.owner);
			await settle();
			await expectHeard(connected);
			voice.leave(home.ordinary);
			await settle();
			await expectHeard(connected);
			expect(connected.log.filter((line) => line.includes("errored"))).toEqual([]);
			connected.connection.destroy();
			await eventually(() => expect(home.guild.voiceStates.has(home.bot.user.id)).toBe(false));
		}
	});

	test("is heard by a member who couldn't process a commit, once they are removed and added again", async () => {
		const connected = join();
		await ready(connected);
		const dave = daveOf(connected.connection) as unknown as {
			recoverFromInvalidTransition(id: number): void;
		};
		dave.recoverFromInvalidTransition(1);
		expect(daveOf(connected.connection)?.session?.ready).toBe(false);
		await ready(connected);
		await expectHeard(connected);
	});

	test("of a muted member isn't heard, and a deafened member hears none", async () => {
		const { home, voice } = playground;
		const connected = join();
		await ready(connected);
		voice.join(home.ordinary);
		voice.setServerDeaf(home.ordinary, true);
		await eventually(() => expect(voice.isEndToEnd(home.guild)).toBe(true));
		await expectHeard(connected);
		expect(voice.heard(home.ordinary).packets).toEqual([]);
		voice.forgetHeard(home.owner);
		voice.setServerMute(home.bot, true);
		await play(connected.connection, packets);
		expect(voice.heard(home.owner).packets).toEqual([]);
	});

	test("reaches live listeners as it is spoken", async () => {
		const connected = join();
		await ready(connected);
		const stop = new AbortController();
		const live: number[] = [];
		const listening = (async () => {
			for await (const { sequence } of playground.voice.listen(playground.home.owner, stop.signal))
				live.push(sequence);
		})();
		await expectHeard(connected);
		stop.abort();
		await listening;
		const kept = playground.voice.heard(playground.home.owner).packets.map(({ sequence }) => sequence);
		expect(live.slice(0, packets.length)).toEqual(kept.slice(0, packets.length));
	});

	test("has gaps if packets are lost", async () => {
		const connected = join();
		await ready(connected);
		playground.voice.troubles.lossShare = 0.25;
		await play(connected.connection, makePackets(20));
		const { packets: arrived, gaps } = playground.voice.heard(playground.home.owner);
		expect(gaps.map(({ lost }) => lost)).toContain(1);
		expect(arrived.length).toBeLessThan(20);
	});
});

describe("in trouble on the way,", () => {
	test.each([1000, 4015])("after close code %i, the client resumes and is heard", async (code) => {
		const connected = join();
		await ready(connected);
		playground.voice.close(code);
		await eventually(() => expect(playground.voice.counts).toEqual({ identified: 1, resumed: 1 }));
		await ready(connected);
		await expectHeard(connected);
	});

	test("after a cut connection, the client resumes and misses no message", async () => {
		const connected = join();
		await ready(connected);
		playground.voice.drop();
		playground.voice.join(playground.home.ordinary);
		await eventually(() => expect(playground.voice.counts.resumed).toBe(1));
		await eventually(() => expect(playground.voice.isEndToEnd(playground.home.guild)).toBe(true));
		await expectHeard(connected, playground.home.ordinary);
	});

	test.each([4006, 4009, 4021])("after close code %i, the client joins anew", async (code) => {
		const connected = join();
		await ready(connected);
		playground.voice.close(code);
		await eventually(() => expect(playground.voice.counts).toEqual({ identified: 2, resumed: 0 }));
		await ready(connected);
		await expectHeard(connected);
	});

	test("after close code 4014, the client is disconnected", async () => {
		const connected = join();
		await ready(connected);
		playground.voice.close(4014);
		await until(connected.connection, VoiceConnectionStatus.Disconnected);
		expect(playground.voice.isConnected(playground.home.guild)).toBe(false);
	});

	test("clients can be refused with chosen close codes", async () => {
		playground.voice.troubles.refusals.push(4004, 4011);
		const connected = join();
		await ready(connected);
		expect(connected.connection.rejoinAttempts).toBe(0);
		expect(playground.voice.counts.identified).toBe(1);
		expect(connected.log.filter((line) => line.includes('"op":0')).length).toBe(3);
	});

	test("a client whose identify isn't answered stays connecting", async () => {
		await startHurried();
		playground.voice.troubles.ignoreIdentify = true;
		const connected = join();
		await eventually(() => expect(connected.log.join()).toContain('"op":6'));
		expect(status(connected)).toBe(VoiceConnectionStatus.Connecting);
		playground.voice.troubles.ignoreIdentify = false;
		connected.connection.rejoin();
		await ready(connected);
	});

	test("a server that stalls is given up, and resumes the client when it goes on", async () => {
		await startHurried();
		const connected = join();
		await ready(connected);
		playground.voice.stall(true);
		await until(connected.connection, VoiceConnectionStatus.Connecting);
		playground.voice.stall(false);
		await ready(connected);
		expect(playground.voice.counts).toEqual({ identified: 1, resumed: 1 });
		await expectHeard(connected);
	});

	test("a client that sends heartbeats stays connected, and acknowledges what it received", async () => {
		await startHurried();
		const connected = join();
		await ready(connected);
		await eventually(() => expect(connected.log.filter((line) => line.includes('"op":6')).length).toBe(5));
		expect(connected.log.join()).toMatch(/"seq_ack":[1-9]/);
		expect(playground.voice.counts).toEqual({ identified: 1, resumed: 0 });
		await expectHeard(connected);
	});

	test("a withdrawn server disconnects its clients, and another one takes over", async () => {
		const connected = join();
		await ready(connected);
		playground.voice.withdrawServer();
		await until(connected.connection, VoiceConnectionStatus.Disconnected);
		await playground.voice.replaceServer();
		await ready(connected);
		await expectHeard(connected);
	});
});
