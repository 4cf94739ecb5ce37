import { eventually } from "@herald/common/testing/eventually.ts";
import type { Member, PermissionName } from "@herald/playground";
import { GuildChannel } from "discord.js";
import { describe, expect, test, vi } from "vitest";
import { inGuild } from "../../src/shared/party.ts";
import { answerAtOnce, makeText } from "./marked-lines.ts";
import {
	clock,
	expectNothingLeft,
	herald,
	home,
	places,
	playground,
	say,
	settings,
	speech,
	useVoiceHerald,
	voice,
} from "./set-up.ts";
import { beginText, connected, countFrames, type Place, waitsFor } from "./support.ts";

useVoiceHerald();

const refusal = (reason: string) =>
	expect.objectContaining({ detail: expect.objectContaining({ kind: "voice", reason }) });
/** The channel that Herald is in. Discord is told of a change a little later. */
const channel = () => herald.sessions.channelOf(home.guild.id);
const channelForDiscord = () => home.guild.voiceStates.get(home.bot.user.id)?.channelId;
/** Has a member in voice call Herald. */
const call = async (who = home.owner, channelId?: string) =>
	herald.sessions.join(await herald.memberOf(who), channelId);
const sendAway = async (who: Member = home.owner) => herald.sessions.leave(await herald.memberOf(who));
/** Has Herald join the owner's channel. */
const join = async ({ owner, voice }: Pick<Place, "owner" | "voice"> = home) => {
	const member = await herald.enter(owner, voice);
	await herald.sessions.join(member);
	return member;
};
const inAMinute = () => Date.now() + 60_000;
const restore = () => herald.sessions.registry.restore();

describe("before a join is tried,", () => {
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
		await expect(call()).rejects.toEqual(refusal(reason));
		expect(channelForDiscord()).toBeUndefined();
	});

	test("it is refused to a member in no channel, for a deleted channel, and for the AFK channel", async () => {
		await expect(call()).rejects.toEqual(refusal("member_not_in_channel"));
		await expect(call(home.owner, "1")).rejects.toEqual(refusal("channel_gone"));
		await expect(call(home.owner, home.afk.id)).rejects.toEqual(refusal("channel_is_afk"));
	});

	test("a warning is given if Herald is server muted", async () => {
		await herald.enter(home.owner);
		voice.setServerMute(home.bot, true);
		expect(await call()).toMatchObject({ trouble: { reason: "herald_muted" } });
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
	const expectGoneAfter = async (ms: number) => {
		expect(present()).toBe(true);
		clock.advance(ms);
		expect(present()).toBe(false);
		await expectNothingLeft();
	};

	test.each(["leaving", "moving"])("a minute after the last person is gone by %s", async (how) => {
		await join();
		if (how === "leaving") await herald.exit(home.owner);
		else await herald.enter(home.owner, home.secondVoice);
		clock.advance(59_000);
		await expectGoneAfter(1_000);
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
		await expectGoneAfter(1_000);
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
		await call();
		await sendAway();
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

		await call();
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
		await sendAway();
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
		await call();
		expect(await endAndStart()).toBe(home.voice.id);
	});

	test("after a crash, reports channels in which messages were waiting, but none in which all were read since", async () => {
		const place = await herald.openPlace();
		for (const each of [home, place]) {
			await join(each);
			herald.sessions.registry.places.noteWaiting(each.guild.id, true);
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
		await join(place);
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
		expect(await call(place.owner)).toMatchObject({ channelId: place.voice.id });
		await restored;
	});

	test("stays away if a member sends it away while its return waits", async () => {
		const { place, restored } = await waitToGoBack();
		await sendAway(place.owner);
		await restored;
		clock.advance(60_000);
		await call();
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

test("a refused text doesn't make Herald join, and delays nobody", async () => {
	const owner = await herald.enter(home.owner, home.secondVoice);
	const tooLong = makeText(owner.id, [1], 10 * 60_000);
	await expect(herald.sessions.say(owner, tooLong)).rejects.toEqual(refusal("text_too_long"));
	expect(herald.sessions.queue(home.guild.id)).toBeUndefined();
	await expectNothingLeft();

	const ordinary = await herald.enter(home.ordinary);
	expect(await herald.sessions.join(ordinary)).toMatchObject({ channelId: home.voice.id });
	expect(channelForDiscord()).toBe(home.voice.id);
	playground.voice.leave(home.ordinary);
});

test("when a member moves Herald, members with waiting texts are told", async () => {
	const { text, owner } = await beginText(herald);
	const ordinary = await herald.enter(home.ordinary);
	const waiting = makeText(ordinary.id, [5]);
	expect(await herald.sessions.say(ordinary, waiting)).toMatchObject({ before: 1, waitMs: 1_000 });
	await herald.sessions.join(owner, home.secondVoice.id);
	for (const { events } of [text, waiting])
		expect(events).toContainEqual({ kind: "moved", channelId: home.secondVoice.id });
});

test.each(["muted", "timed_out"] as const)(
	"the text of a member who was %s after the command isn't heard, and others' texts are",
	async (how) => {
		const { text } = await beginText(herald, [1, 2, 3, 4]);
		const ordinary = await herald.enter(home.ordinary);
		const theirs = await say(ordinary, [5]);
		if (how === "muted") voice.setServerMute(home.ordinary, true);
		else voice.timeout(home.ordinary, Date.now() + 60_000);
		expect(await theirs.ended).toMatchObject({ how: "failed", problem: refusal(`member_${how}`) });
		expect(await text.ended).toMatchObject({ how: "heard" });
	},
);

test("a button of a text that has ended affects no other text", async () => {
	const owner = await herald.enter(home.owner);
	speech.answer = answerAtOnce(3);
	const before = makeText(owner.id, [1]);
	const { item: text } = await herald.sessions.say(owner, before);
	await before.ended;
	await herald.sessions.leave(owner);
	const { text: next } = await beginText(herald);
	expect(() => herald.sessions.skip(owner, text)).toThrow(refusal("nothing_to_skip"));
	expect(() => herald.sessions.stop(owner, text.id)).toThrow(refusal("nothing_to_stop"));
	expect(await next.ended).toMatchObject({ how: "heard" });
});

test("a member who calls Herald while it is being stopped is told so, and it doesn't join", async () => {
	const owner = await herald.enter(home.owner);
	const closed = herald.sessions.registry.close();
	const refusal = { detail: { kind: "shutting_down" } };
	await expect(herald.sessions.join(owner)).rejects.toMatchObject(refusal);
	await expect(herald.sessions.say(owner, makeText(owner.id, [1]))).rejects.toMatchObject(refusal);
	await closed;
	expect(channelForDiscord()).toBeUndefined();
});

test("a stop is over once Herald has left, and its channels are stored", async () => {
	await join();
	const written = Promise.withResolvers<void>();
	places.record = () => written.promise;
	const order: string[] = [];
	const closed = herald.sessions.registry.close().then(() => order.push("stopped"));
	await herald.seen(home.bot, undefined);
	order.push("left");
	written.resolve();
	await closed;
	expect(order).toEqual(["left", "stopped"]);
});

test("an unwritable database keeps Herald neither from leaving nor from starting", async () => {
	await join();
	const unwritable = () => Promise.reject(new Error("The database is locked."));
	Object.assign(places, { record: unwritable, take: unwritable });
	await herald.restart();
	await eventually(() => expect(channelForDiscord()).toBeUndefined());
	await restore();
});

test("if it is stopped before it knows its earlier channels, Herald still returns to them at the next start", async () => {
	await join();
	await herald.restart();
	const { take } = places;
	const held = Promise.withResolvers<void>();
	places.take = async (...args) => {
		await held.promise;
		return Reflect.apply(take, places, args);
	};
	const restored = restore();
	const closed = herald.sessions.registry.close();
	held.resolve();
	await Promise.all([restored, closed]);
	clock.advance(1_000);
	await herald.restart();
	await restore();
	expect(channelForDiscord()).toBe(home.voice.id);
});

test("the time alone begins when the last member leaves, even while its length is still being read", async () => {
	const { readGuild } = settings;
	await join();
	// Keeps other timers from falling on the same moment.
	clock.advance(1_000);
	const held = Promise.withResolvers<void>();
	const asked = Promise.withResolvers<void>();
	settings.readGuild = async (guildId) => {
		asked.resolve();
		await held.promise;
		return Reflect.apply(readGuild, settings, [guildId]);
	};
	playground.voice.leave(home.owner);
	await asked.promise;
	clock.advance(40_000);
	held.resolve();
	await waitsFor(herald, 20_000);
	clock.advance(20_000);
	await eventually(() => expect(channelForDiscord()).toBeUndefined());
});

test("a member who comes while Herald is leaving doesn't take it away from members who came before", async () => {
	const owner = await herald.enter(home.owner);
	const ordinary = await herald.enter(home.ordinary, home.secondVoice);
	await herald.sessions.join(owner);
	const left = herald.sessions.leave(owner);
	const first = makeText(owner.id, [1]);
	const second = makeText(ordinary.id, [2]);
	const spoken = herald.sessions.say(owner, first);
	await expect(herald.sessions.say(ordinary, second)).rejects.toEqual(refusal("busy_elsewhere"));
	await left;
	expect(await spoken).toMatchObject({ channelId: home.voice.id });
	expect(await first.ended).toMatchObject({ how: "heard" });
});

test("if joins have to wait, a channel with listeners is rejoined before one without", async () => {
	const other = await herald.openPlace();
	await join();
	playground.voice.leave(home.owner);
	const listener = await join(other);
	// Uses up the JoinLimiter's events for joins that no member waits for (`laterMax`).
	for (let n = 0; n < 9; n += 1)
		for (const { id } of [other.secondVoice, other.voice]) await herald.sessions.join(listener, id);
	playground.gateway.forgetSessions();
	const here = ({ guild, bot }: typeof other) => guild.voiceStates.has(bot.user.id);
	await eventually(() => expect([home, other].filter(here)).toEqual([]));
	const order: string[] = [];
	playground.world.feed.listen({
		voice: () => {
			for (const place of [home, other])
				if (here(place) && !order.includes(place.guild.name)) order.push(place.guild.name);
		},
	});
	await waitsFor(herald, 15_000);
	clock.advance(15_000);
	await eventually(() => expect(order).toEqual([other.guild.name, home.guild.name]));
});
