import { VoiceConnectionStatus } from "@discordjs/voice";
import { eventually } from "@herald/common/testing/eventually.ts";
import { describe, expect, test } from "vitest";
import {
	ask,
	daveOf,
	makePackets,
	play,
	playground,
	ready,
	soundOf,
	type TestConnection,
	until,
	useVoice,
} from "./voice-support.ts";

const join = async (): Promise<TestConnection> => {
	playground.voice.join(playground.home.owner);
	const connected = ask();
	await ready(connected);
	return connected;
};
const packets = makePackets(10);
const heard = (member = playground.home.owner) => playground.voice.heard(member);

/** Plays `packets`, and expects that a member hears them and nothing else. */
const expectHeard = async ({ connection }: TestConnection, member = playground.home.owner) => {
	playground.voice.forgetHeard(member);
	await play(connection, packets);
	await eventually(() => expect(soundOf(heard(member))).toEqual(packets));
};
const endToEnd = () =>
	eventually(() => expect(playground.voice.isEndToEnd(playground.home.guild)).toBe(true));

describe("sound in a voice channel", () => {
	useVoice();

	test("is heard by a member packet by packet, in order, live, and with end-to-end encryption", async () => {
		const connected = await join();
		const stop = new AbortController();
		const live: number[] = [];
		const listening = (async () => {
			for await (const { sequence } of playground.voice.listen(playground.home.owner, stop.signal))
				live.push(sequence);
		})();
		await expectHeard(connected);
		stop.abort();
		await listening;
		expect(heard()).toMatchObject({ plain: 0, undecipherable: 0 });
		expect(heard().gaps.filter(({ lost }) => lost > 0)).toEqual([]);
		expect(heard().packets.every(({ userId }) => userId === playground.home.bot.user.id)).toBe(true);
		const kept = heard().packets.map(({ sequence }) => sequence);
		expect(live.slice(0, packets.length)).toEqual(kept.slice(0, packets.length));
		expect(connected.errors).toEqual([]);
		await endToEnd();
	});

	test("has gaps if packets are lost, and is discarded without end-to-end encryption", async () => {
		const { connection } = await join();
		playground.voice.troubles.lossShare = 0.25;
		await play(connection, makePackets(20));
		expect(heard().gaps.map(({ lost }) => lost)).toContain(1);
		expect(heard().packets.length).toBeLessThan(20);

		playground.voice.troubles.lossShare = 0;
		playground.voice.forgetHeard(playground.home.owner);
		const dave = daveOf(connection) as { protocolVersion: number };
		dave.protocolVersion = 0;
		await play(connection, packets);
		await eventually(() => expect(heard().plain).toBe(packets.length));
		expect(soundOf(heard())).toEqual([]);
	});

	test("needs DAVE, and a client without it is refused with 4017, unless DAVE is off", async () => {
		const refused = ask(playground.home.voice, { daveEncryption: false });
		await eventually(() => expect(refused.log.join()).toContain('"code":6'));
		await eventually(() => expect(refused.connection.rejoinAttempts).toBeGreaterThan(0));
		refused.connection.destroy();
		playground.voice.changeDaveVersion(0);
		playground.voice.join(playground.home.owner);
		const connected = ask(playground.home.voice, { daveEncryption: false });
		await until(connected.connection, VoiceConnectionStatus.Ready);
		await expectHeard(connected);
	});

	test("stays complete when everybody changes to no DAVE and back", async () => {
		const connected = await join();
		playground.voice.changeDaveVersion(0);
		await eventually(() => expect(daveOf(connected.connection)?.protocolVersion).toBe(0));
		await expectHeard(connected);
		playground.voice.changeDaveVersion(1);
		await endToEnd();
		await ready(connected);
		await expectHeard(connected);
		expect(heard().plain).toBe(0);
	});

	test.each([
		["a listener's", false],
		["the client's", true],
	])("is heard whoever comes and goes, and if %s commit comes first", async (_whose, hesitate) => {
		const { home, voice } = playground;
		voice.troubles.listenersHesitate = hesitate;
		const connected = await join();
		for (const [change, listener] of [
			[() => {}, home.owner],
			[() => voice.join(home.ordinary), home.ordinary],
			[() => voice.leave(home.owner), home.ordinary],
			[() => voice.join(home.owner), home.owner],
			[() => voice.leave(home.ordinary), home.owner],
		] as const) {
			change();
			await endToEnd();
			await expectHeard(connected, listener);
		}
		expect(connected.log.filter((line) => line.includes("errored"))).toEqual([]);
	});

	test("is heard by a member who couldn't process a commit, once they are removed and added again", async () => {
		const connected = await join();
		type Dave = { recoverFromInvalidTransition(id: number): void };
		(daveOf(connected.connection) as unknown as Dave).recoverFromInvalidTransition(1);
		expect(daveOf(connected.connection)?.session?.ready).toBe(false);
		await ready(connected);
		await expectHeard(connected);
	});

	test("of a muted member isn't heard, and a deafened member hears none", async () => {
		const { home, voice } = playground;
		const connected = await join();
		voice.join(home.ordinary);
		voice.setServerDeaf(home.ordinary, true);
		await endToEnd();
		await expectHeard(connected);
		expect(heard(home.ordinary).packets).toEqual([]);
		voice.forgetHeard(home.owner);
		voice.setServerMute(home.bot, true);
		await play(connected.connection, packets);
		expect(heard()).toMatchObject({ packets: [], plain: 0 });
	});
});

describe("in trouble on the way,", () => {
	useVoice();

	test.each([
		["resumes", 1000, { identified: 1, resumed: 1 }],
		["resumes", 4015, { identified: 1, resumed: 1 }],
		["joins anew", 4006, { identified: 2, resumed: 0 }],
		["joins anew", 4009, { identified: 2, resumed: 0 }],
		["joins anew", 4021, { identified: 2, resumed: 0 }],
	])("the client %s after close code %i, and is heard", async (_how, code, counts) => {
		const connected = await join();
		playground.voice.close(code);
		await eventually(() => expect(playground.voice.counts).toEqual(counts));
		await ready(connected);
		await expectHeard(connected);
	});

	test("after a cut connection, the client resumes and misses no message", async () => {
		const connected = await join();
		playground.voice.drop();
		playground.voice.join(playground.home.ordinary);
		await eventually(() => expect(playground.voice.counts.resumed).toBe(1));
		await endToEnd();
		await expectHeard(connected, playground.home.ordinary);
	});

	test("clients can be refused with chosen close codes", async () => {
		playground.voice.troubles.refusals.push(4004, 4011);
		const { connection, log } = await join();
		expect(connection.rejoinAttempts).toBe(0);
		expect(playground.voice.counts.identified).toBe(1);
		expect(log.filter((line) => line.includes('"op":0')).length).toBe(3);
	});
});

describe("with heartbeats every 300 ms,", () => {
	useVoice({ voiceHeartbeatMs: 300 });

	test("a client whose identify isn't answered stays connecting", async () => {
		playground.voice.join(playground.home.owner);
		playground.voice.troubles.ignoreIdentify = true;
		const connected = ask();
		await eventually(() => expect(connected.log.join()).toContain('"op":6'));
		expect(connected.connection.state.status).toBe(VoiceConnectionStatus.Connecting);
		playground.voice.troubles.ignoreIdentify = false;
		connected.connection.rejoin();
		await ready(connected);
	});

	test("a client that sends heartbeats stays connected, and acknowledges what it received", async () => {
		const connected = await join();
		const beats = () => connected.log.filter((line) => line.includes('"op":6'));
		await eventually(() => expect(beats().length).toBe(5));
		expect(connected.log.join()).toMatch(/"seq_ack":[1-9]/);
		expect(playground.voice.counts).toEqual({ identified: 1, resumed: 0 });
		await expectHeard(connected);
	});
});
