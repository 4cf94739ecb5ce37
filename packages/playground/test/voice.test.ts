import { VoiceConnectionStatus } from "@discordjs/voice";
import { eventually } from "@herald/common/testing/eventually.ts";
import { ChannelType, Events, type VoiceState } from "discord.js";
import { describe, expect, test } from "vitest";
import { codeOf } from "./support.ts";
import { client, clock, playground } from "./use-playground.ts";
import {
	ask,
	daveOf,
	makePackets,
	play,
	ready,
	soundOf,
	type TestConnection,
	until,
	useVoice,
} from "./voice-support.ts";

const guild = () => {
	const found = client.guilds.cache.first();
	if (!found) throw new Error("The client knows no guild.");
	return found;
};
const join = async (channel?: Parameters<typeof ask>[0]) => {
	const connected = ask(channel);
	await until(connected.connection, VoiceConnectionStatus.Ready);
	return connected;
};
const stateOf = (userId: string): VoiceState | undefined => guild().voiceStates.cache.get(userId);
const ownState = () => eventually(() => stateOf(client.user.id) ?? expect.fail("no voice state"));
const isIn = (userId: string, channel: { id: string } | null) =>
	eventually(() => expect(stateOf(userId)?.channelId ?? null).toBe(channel?.id ?? null));

describe("people", () => {
	useVoice();

	test("are reported when they join, mute themselves, are moved and leave", async () => {
		const { home, voice } = playground;
		const { id } = home.ordinary.user;
		voice.join(home.ordinary);
		await isIn(id, home.voice);
		voice.setSelfMute(home.ordinary, true);
		voice.setServerDeaf(home.ordinary, true);
		const muted = { selfMute: true, selfDeaf: false, serverDeaf: true, serverMute: false };
		await eventually(() => expect(stateOf(id)).toMatchObject(muted));
		voice.move(home.ordinary, home.secondVoice);
		await isIn(id, home.secondVoice);
		voice.kick(home.ordinary);
		await isIn(id, null);
	});

	test("leave voice when they are timed out, may rejoin afterwards, but not without permission, or a full channel", async () => {
		const { home, voice } = playground;
		voice.join(home.ordinary);
		voice.timeout(home.ordinary, clock.now() + 60_000);
		expect(home.guild.voiceStates.has(home.ordinary.user.id)).toBe(false);
		expect(() => voice.join(home.ordinary)).toThrow("may not join");
		clock.advance(60_000);
		voice.join(home.ordinary);
		await isIn(home.ordinary.user.id, home.voice);
		voice.leave(home.ordinary);
		playground.setPermissions(home.ordinary, { deny: ["Connect"] }, home.voice);
		expect(() => voice.join(home.ordinary)).toThrow("may not join Lounge");
		playground.world.changeChannel(home.secondVoice, { userLimit: 1 });
		voice.join(home.owner, home.secondVoice);
		expect(() => voice.join(home.ordinary, home.secondVoice)).toThrow("may not join Studio");
	});
});

describe("an application that asks to join a channel", () => {
	useVoice();

	const expectNoAnswer = async () => {
		const answers: unknown[] = [];
		client.on(Events.VoiceStateUpdate, (_, state) => state.id === client.user.id && answers.push(state));
		const { connection } = ask();
		// If there were an answer, it would arrive before the event of this join.
		playground.voice.join(playground.home.owner, playground.home.afk);
		await isIn(playground.home.owner.user.id, playground.home.afk);
		expect(answers).toEqual([]);
		expect(connection.state.status).toBe(VoiceConnectionStatus.Signalling);
		return connection;
	};

	test.each(["Connect", "ViewChannel"] as const)("gets no answer without %s", async (permission) => {
		playground.setPermissions("everyone", { deny: [permission] }, playground.home.voice);
		await expectNoAnswer();
	});

	test("gets no answer while the channel is full, unless it has Move Members", async () => {
		const { home, voice } = playground;
		playground.world.changeChannel(home.voice, { userLimit: 1 });
		voice.join(home.ordinary);
		const connection = await expectNoAnswer();
		playground.setPermissions(home.bot, { allow: ["MoveMembers"] }, home.voice);
		connection.rejoin();
		await until(connection, VoiceConnectionStatus.Ready);
	});

	test("is suppressed if it may not speak, and told when it is muted", async () => {
		playground.setPermissions("everyone", { deny: ["Speak"] }, playground.home.voice);
		await join();
		expect((await ownState()).suppress).toBe(true);
		playground.voice.setServerMute(playground.home.bot, true);
		await eventually(() => expect(stateOf(client.user.id)?.serverMute).toBe(true));
	});

	test("leaves on request, or when its session ends", async () => {
		const { home } = playground;
		const { connection } = await join();
		connection.destroy();
		await isIn(client.user.id, null);
		await eventually(() => expect(playground.voice.isConnected(home.guild)).toBe(false));
		await join();
		await client.destroy();
		await eventually(() => expect(home.guild.voiceStates.has(home.bot.user.id)).toBe(false));
	});
});

describe("the application in a channel", () => {
	useVoice();

	test("follows when it is moved, and is heard there", async () => {
		const { home, voice } = playground;
		voice.join(home.owner, home.secondVoice);
		const connected = await join();
		const { connection } = connected;
		voice.move(home.bot, home.secondVoice);
		await isIn(client.user.id, home.secondVoice);
		await eventually(() => expect(voice.isEndToEnd(home.guild)).toBe(true));
		await ready(connected);
		await play(connection, makePackets(5));
		await eventually(() => expect(soundOf(voice.heard(home.owner))).toEqual(makePackets(5)));
		expect(connection.joinConfig.channelId).toBe(home.secondVoice.id);
	});

	test("is disconnected with close code 4014 when it is kicked", async () => {
		const { connection } = await join();
		playground.voice.kick(playground.home.bot);
		await until(connection, VoiceConnectionStatus.Disconnected);
		expect(connection.state).toMatchObject({ closeCode: 4014 });
		await isIn(client.user.id, null);
	});

	test("is disconnected with close code 4022 when the channel is deleted", async () => {
		const channel = playground.createChannel({ type: ChannelType.GuildVoice, name: "Attic", userLimit: 5 });
		await eventually(() => expect(guild().channels.cache.get(channel.id)).toMatchObject({ userLimit: 5 }));
		const { connection, log } = await join(channel);
		playground.world.removeChannel(channel);
		await isIn(client.user.id, null);
		await eventually(() => expect(guild().channels.cache.has(channel.id)).toBe(false));
		// The library asks for a channel that no longer exists, and gets no answer.
		await until(connection, VoiceConnectionStatus.Signalling);
		expect(log.join()).toContain('"code":6');
	});
});

describe("on a stage,", () => {
	useVoice();

	test("the application becomes a speaker with Mute Members, which isn't possible in other channels", async () => {
		const { home } = playground;
		await join(home.stage);
		expect((await ownState()).suppress).toBe(true);
		expect(await codeOf(Promise.resolve(guild().members.me?.voice.setSuppressed(false)))).toBe(50_013);
		playground.setPermissions(home.bot, { allow: ["MuteMembers"] }, home.stage);
		await guild().members.me?.voice.setSuppressed(false);
		await eventually(() => expect(stateOf(client.user.id)?.suppress).toBe(false));
		playground.voice.move(home.bot, home.voice);
		const path = `/guilds/${home.guild.id}/voice-states/@me` as const;
		expect(await codeOf(client.rest.patch(path, { body: { suppress: false } }))).toBe(50_024);
	});

	test("the application asks to speak without Mute Members, and a moderator lets it", async () => {
		const { home, voice } = playground;
		await join(home.stage);
		await guild().members.me?.voice.setRequestToSpeak(true);
		await eventually(() => expect(stateOf(client.user.id)?.requestToSpeakTimestamp).toBeGreaterThan(0));
		voice.setSuppressed(home.bot, false);
		const speaking = { suppress: false, requestToSpeakTimestamp: null };
		await eventually(() => expect(stateOf(client.user.id)).toMatchObject(speaking));
	});
});

describe("the application as a moderator", () => {
	useVoice();

	test("reads voice states, and moves, mutes and disconnects members only with the permissions", async () => {
		const { home, voice } = playground;
		voice.join(home.ordinary);
		await isIn(home.ordinary.user.id, home.voice);
		const state = await guild().voiceStates.fetch(home.ordinary.user.id, { force: true });
		expect(state.channelId).toBe(home.voice.id);
		expect(await codeOf(guild().voiceStates.fetch("@me", { force: true }))).toBe(10_065);
		const member = await guild().members.fetch(home.ordinary.user.id);
		expect(await codeOf(member.voice.setMute(true))).toBe(50_013);
		const staff = { name: "Staff", permissions: ["MuteMembers", "MoveMembers"] } as const;
		const { id } = playground.world.addRole(home.guild, staff);
		playground.world.changeMember(home.bot, { roles: [...home.bot.roles, id] });
		await member.voice.setMute(true);
		await eventually(() => expect(member.voice.serverMute).toBe(true));
		await member.voice.setChannel(home.secondVoice.id);
		await isIn(member.id, home.secondVoice);
		await member.voice.disconnect();
		await isIn(member.id, null);
		expect(await codeOf(member.voice.setMute(false))).toBe(40_032);
	});
});

const joinListener = async (): Promise<TestConnection> => {
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
		const connected = await joinListener();
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
		const { connection } = await joinListener();
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
		const connected = await joinListener();
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
		const connected = await joinListener();
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
		const connected = await joinListener();
		type Dave = { recoverFromInvalidTransition(id: number): void };
		(daveOf(connected.connection) as unknown as Dave).recoverFromInvalidTransition(1);
		expect(daveOf(connected.connection)?.session?.ready).toBe(false);
		await ready(connected);
		await expectHeard(connected);
	});

	test("of a muted member isn't heard, and a deafened member hears none", async () => {
		const { home, voice } = playground;
		const connected = await joinListener();
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
		const connected = await joinListener();
		playground.voice.close(code);
		await eventually(() => expect(playground.voice.counts).toEqual(counts));
		await ready(connected);
		await expectHeard(connected);
	});

	test("after a cut connection, the client resumes and misses no message", async () => {
		const connected = await joinListener();
		playground.voice.drop();
		playground.voice.join(playground.home.ordinary);
		await eventually(() => expect(playground.voice.counts.resumed).toBe(1));
		await endToEnd();
		await expectHeard(connected, playground.home.ordinary);
	});

	test("clients can be refused with chosen close codes", async () => {
		playground.voice.troubles.refusals.push(4004, 4011);
		const { connection, log } = await joinListener();
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
		const connected = await joinListener();
		const beats = () => connected.log.filter((line) => line.includes('"op":6'));
		await eventually(() => expect(beats().length).toBe(5));
		expect(connected.log.join()).toMatch(/"seq_ack":[1-9]/);
		expect(playground.voice.counts).toEqual({ identified: 1, resumed: 0 });
		await expectHeard(connected);
	});
});
