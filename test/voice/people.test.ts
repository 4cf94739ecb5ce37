import { eventually } from "@herald/common/testing/eventually.ts";
import type { PermissionName } from "@herald/playground";
import { GuildChannel } from "discord.js";
import { describe, expect, test, vi } from "vitest";
import { inGuild } from "../../src/shared/party.ts";
import { answerAtOnce, makeText } from "./marked-lines.ts";
import {
	clock,
	expectNothingLeft,
	herald,
	home,
	playground,
	say,
	settings,
	speech,
	useVoiceHerald,
	voice,
} from "./set-up.ts";
import { beginText, connected, countFrames, waitsFor } from "./support.ts";

useVoiceHerald();

const refusal = (reason: string) => ({ detail: { kind: "voice", reason } });
/** The channel that Herald is in. */
const channel = () => herald.sessions.channelOf(home.guild.id);
const inAMinute = () => Date.now() + 60_000;
const restore = () => herald.sessions.registry.restore();
/** Has Herald join the owner's channel. */
const join = async () => {
	const owner = await herald.enter(home.owner);
	await herald.sessions.join(owner);
	return owner;
};

describe("before a join is tried,", () => {
	const tryJoin = async (channelId?: string) =>
		herald.sessions.join(await herald.memberOf(home.owner), channelId);
	const deny = (name: PermissionName) => () =>
		playground.setPermissions(home.bot, { deny: [name] }, home.voice);
	test.each<[how: string, reason: string, act: () => unknown]>([
		["without View Channel", "missing_view", deny("ViewChannel")],
		["without Connect", "missing_connect", deny("Connect")],
		["without Speak", "missing_speak", deny("Speak")],
		[
			"for a full channel",
			"channel_full",
			() => playground.world.changeChannel(home.voice, { userLimit: 1 }),
		],
		["to a server muted member", "member_muted", () => voice.setServerMute(home.owner, true)],
		["while Herald is timed out", "herald_timed_out", () => voice.timeout(home.bot, inAMinute())],
	])("it is refused %s: %s", async (_, reason, act) => {
		await herald.enter(home.owner);
		act();
		// Events come in order: once Herald knows of this one, it knows of the one before.
		await herald.enter(home.ordinary, home.secondVoice);
		await expect(tryJoin()).rejects.toMatchObject(refusal(reason));
		expect(home.guild.voiceStates.has(herald.client.user.id)).toBe(false);
	});

	test("it is refused to a member in no channel, for a deleted channel, and for the AFK channel", async () => {
		await expect(tryJoin()).rejects.toMatchObject(refusal("member_not_in_channel"));
		await expect(tryJoin("1")).rejects.toMatchObject(refusal("channel_gone"));
		await expect(tryJoin(home.afk.id)).rejects.toMatchObject(refusal("channel_is_afk"));
	});

	test("a warning is given if Herald is server muted", async () => {
		await herald.enter(home.owner);
		voice.setServerMute(home.bot, true);
		expect(await tryJoin()).toMatchObject({ trouble: { reason: "herald_muted" } });
	});
});

describe("Herald among people", () => {
	test("checks its permissions after a move: if it may not speak there, it waits and says so", async () => {
		playground.setPermissions(home.bot, { deny: ["Speak"] }, home.secondVoice);
		const { text } = await beginText(herald);
		voice.move(home.bot, home.secondVoice);
		await eventually(() =>
			expect(text.events).toContainEqual({
				kind: "hindered",
				trouble: { reason: "missing_speak", channelId: home.secondVoice.id },
			}),
		);
		voice.move(home.owner, home.voice);
		voice.move(home.bot, home.voice);
		expect(await text.ended).toMatchObject({ how: "heard" });
	});

	test("waits while it is muted, says so once, and goes on where it was", async () => {
		const { text } = await beginText(herald);
		voice.setServerMute(home.bot, true);
		await eventually(() => expect(text.events.at(-1)).toMatchObject({ kind: "hindered" }));
		await eventually(() => expect(voice.isSpeaking(home.guild)).toBe(false));
		const before = countFrames(herald);
		voice.setSelfDeaf(home.owner, true);
		voice.setSelfDeaf(home.owner, false);
		voice.setServerMute(home.bot, false);
		expect(await text.ended).toMatchObject({ how: "heard" });
		expect(text.events.map(({ kind }) => kind)).toEqual(["started", "hindered", "heard_again", "ended"]);
		expect(countFrames(herald)).toBeGreaterThan(before);
	});

	test.each<[how: string, reason: string, leave: () => void]>([
		["it is removed", "removed", () => voice.kick(home.bot)],
		["it is timed out", "removed", () => voice.timeout(home.bot, inAMinute())],
		["its channel is deleted", "channel_gone", () => playground.world.removeChannel(home.voice)],
	])("leaves if %s, and tells every waiting member: %s", async (_, reason, leave) => {
		const { text, owner } = await beginText(herald);
		const waiting = await say(owner, [5]);
		leave();
		for (const each of [text, waiting])
			expect(await each.ended).toMatchObject({ how: "left", trouble: { reason } });
		await expectNothingLeft();
	});
});

describe("Herald leaves by itself", () => {
	const present = () => channel() !== undefined;

	test.each(["leaving", "moving"])("a minute after the last person is gone by %s", async (how) => {
		await join();
		if (how === "leaving") await herald.exit(home.owner);
		else await herald.enter(home.owner, home.secondVoice);
		clock.advance(59_000);
		expect(present()).toBe(true);
		clock.advance(1_000);
		expect(present()).toBe(false);
		await expectNothingLeft();
	});

	test("unless somebody has come back in that minute", async () => {
		await join();
		await herald.exit(home.owner);
		clock.advance(59_000);
		await herald.enter(home.ordinary);
		clock.advance(59_000);
		expect(present()).toBe(true);
	});

	test("if the last person left while it was joining", async () => {
		const owner = await herald.enter(home.owner);
		const joined = herald.sessions.join(owner);
		playground.voice.leave(home.owner);
		await joined;
		await herald.seen(home.owner, undefined);
		// The minute begins once the server's settings are read.
		await eventually(() => {
			clock.advance(60_000);
			expect(present()).toBe(false);
		});
	});

	test("ten minutes after the last word, and not while it speaks", async () => {
		const owner = await join();
		clock.advance(9 * 60_000);
		speech.answer = answerAtOnce(20);
		const text = await say(owner, [1]);
		clock.advance(2 * 60_000);
		expect(present()).toBe(true);
		await text.ended;
		await waitsFor(herald, 10 * 60_000);
		clock.advance(599_000);
		expect(present()).toBe(true);
		clock.advance(1_000);
		expect(present()).toBe(false);
		await expectNothingLeft();
	});

	test("after a time that was changed during the wait, counted from its beginning", async () => {
		await join();
		await waitsFor(herald, 600_000);
		clock.advance(500_000);
		await settings.changeGuild(inGuild(home.guild.id), { idleSeconds: 1_200 });
		herald.sessions.applySettings(home.guild.id);
		await waitsFor(herald, 700_000);
		clock.advance(700_000);
		await eventually(() => expect(present()).toBe(false));
		await expectNothingLeft();
	});
});

describe("when it is started again, Herald", () => {
	/** @param to - the id of the channel to which Herald returns, if it returns */
	const expectReturn = async (to?: string) => {
		await restore();
		expect(channel()).toBe(to);
	};

	test("stays away if members have called it elsewhere or sent it away meanwhile", async () => {
		await herald.enter(home.ordinary);
		await join();
		await herald.restart();
		await herald.sessions.join(await herald.enter(home.owner, home.secondVoice));
		await expectReturn(home.secondVoice.id);
		await herald.crash();
		await herald.sessions.join(await herald.memberOf(home.owner));
		await herald.sessions.leave(await herald.memberOf(home.owner));
		await expectReturn();
	});

	test("returns to a channel in which members joined it before it had returned to its others", async () => {
		await join();
		await restore();
		await herald.crash();
		await expectReturn(home.voice.id);
	});

	test("stays away if nobody is there any more, or too much time has passed", async () => {
		await join();
		await herald.restart();
		clock.advance(5 * 60_000 + 1);
		await expectReturn();

		await herald.sessions.join(await herald.memberOf(home.owner));
		playground.voice.leave(home.owner);
		await herald.restart();
		await expectReturn();
	});

	test("after a crash, returns to the channel of its last sign of life", async () => {
		await join();
		voice.move(home.owner, home.secondVoice);
		voice.move(home.bot, home.secondVoice);
		await herald.seen(home.bot, home.secondVoice.id);
		await connected(herald);
		for (const ms of [60_000, 60_000, 59_000]) clock.advance(ms);
		await herald.crash();
		clock.advance(4 * 60_000);
		await expectReturn(home.secondVoice.id);
		await herald.sessions.leave(await herald.memberOf(home.owner));
		await herald.crash();
		await expectReturn();
	});

	test("after a crash, stays away if its last sign of life is too old", async () => {
		await join();
		await herald.crash();
		clock.advance(5 * 60_000 + 1);
		await expectReturn();
	});

	test("after the third crash in ten minutes, stays away", async () => {
		const endAndStart = async () => {
			await herald.crash();
			clock.advance(200_000);
			await restore();
			return channel();
		};
		await join();
		expect(await endAndStart()).toBe(home.voice.id);
		expect(await endAndStart()).toBe(home.voice.id);
		expect(await endAndStart()).toBeUndefined();
		clock.advance(600_000);
		await herald.sessions.join(await herald.memberOf(home.owner));
		expect(await endAndStart()).toBe(home.voice.id);
	});

	test("after a crash, reports channels in which messages were waiting, but none in which all were read since", async () => {
		const place = await herald.openPlace();
		for (const { owner, voice, guild } of [home, place]) {
			await herald.sessions.join(await herald.enter(owner, voice));
			herald.sessions.registry.places.noteWaiting(guild.id, true);
		}
		clock.advance(1_000);
		herald.sessions.registry.places.noteWaiting(home.guild.id, false);
		clock.advance(1_000);
		await herald.crash();
		const cutOff: string[] = [];
		herald.sessions.registry.watchers.add({ onCutOff: (guildId) => cutOff.push(guildId) });
		await restore();
		expect(cutOff).toEqual([place.guild.id]);
	});

	/** Restarts Herald, which then has to wait before it can return to its channel in another guild. */
	const waitToGoBack = async () => {
		const place = await herald.openPlace();
		await herald.sessions.join(await herald.enter(place.owner, place.voice));
		await herald.restart();
		const owner = await herald.enter(home.owner);
		// Uses up the JoinLimiter's events for joins that no member waits for (`laterMax`).
		for (let n = 0; n < 10; n += 1) {
			await herald.sessions.join(owner);
			await herald.sessions.leave(owner);
		}
		const restored = restore();
		await waitsFor(herald, 15_000);
		return { place, restored };
	};

	test("returns at once if a member calls it, even if other channels would have to wait", async () => {
		const { place, restored } = await waitToGoBack();
		const joined = await herald.sessions.join(await herald.memberOf(place.owner));
		expect(joined).toMatchObject({ channelId: place.voice.id });
		await restored;
	});

	test("stays away if a member sends it away while its return waits", async () => {
		const { place, restored } = await waitToGoBack();
		await herald.sessions.leave(await herald.memberOf(place.owner));
		await restored;
		clock.advance(60_000);
		await herald.sessions.join(await herald.memberOf(home.owner));
		expect(place.guild.voiceStates.has(herald.client.user.id)).toBe(false);
	});
});

test("movements in other channels delay nobody", async () => {
	const { owner } = await beginText(herald, [1, 2]);
	await herald.sessions.say(owner, makeText(owner.id, [3]));
	const bystander = playground.world.addMember(home.guild, { username: "bystander" });
	const looks = vi.spyOn(GuildChannel.prototype, "permissionsFor");
	playground.voice.join(bystander, home.secondVoice);
	await herald.seen(bystander, home.secondVoice.id);
	const ofOwner = looks.mock.calls.filter(([who]) => (who as { id?: string }).id === owner.id);
	looks.mockRestore();
	expect(ofOwner).toEqual([]);
});
