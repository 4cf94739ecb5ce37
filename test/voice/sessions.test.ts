import { eventually } from "@herald/common/testing/eventually.ts";
import { expect, test } from "vitest";
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
import { beginText, waitsFor } from "./support.ts";

useVoiceHerald();

const voiceRefusal = (reason: string) => ({ detail: expect.objectContaining({ kind: "voice", reason }) });
const heraldsChannel = () => home.guild.voiceStates.get(home.bot.user.id)?.channelId;

test("a refused text doesn't make Herald join, and delays nobody", async () => {
	const owner = await herald.enter(home.owner, home.secondVoice);
	const tooLong = makeText(owner.id, [1], 10 * 60_000);
	await expect(herald.sessions.say(owner, tooLong)).rejects.toMatchObject(voiceRefusal("text_too_long"));
	expect(herald.sessions.queue(home.guild.id)).toBeUndefined();
	await expectNothingLeft();

	const ordinary = await herald.enter(home.ordinary);
	expect(await herald.sessions.join(ordinary)).toMatchObject({ channelId: home.voice.id });
	expect(heraldsChannel()).toBe(home.voice.id);
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
		expect(await theirs.ended).toMatchObject({
			how: "failed",
			problem: voiceRefusal(`member_${how}`),
		});
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
	expect(() => herald.sessions.skip(owner, text)).toThrow(
		expect.objectContaining(voiceRefusal("nothing_to_skip")),
	);
	expect(() => herald.sessions.stop(owner, text.id)).toThrow(
		expect.objectContaining(voiceRefusal("nothing_to_stop")),
	);
	expect(await next.ended).toMatchObject({ how: "heard" });
});

test("a member who calls Herald while it is being stopped is told so, and it doesn't join", async () => {
	const owner = await herald.enter(home.owner);
	const closed = herald.sessions.registry.close();
	const refusal = { detail: { kind: "shutting_down" } };
	await expect(herald.sessions.join(owner)).rejects.toMatchObject(refusal);
	await expect(herald.sessions.say(owner, makeText(owner.id, [1]))).rejects.toMatchObject(refusal);
	await closed;
	expect(heraldsChannel()).toBeUndefined();
});

test("a stop is over once Herald has left, and its channels are stored", async () => {
	await herald.sessions.join(await herald.enter(home.owner));
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
	await herald.sessions.join(await herald.enter(home.owner));
	const unwritable = () => Promise.reject(new Error("The database is locked."));
	Object.assign(places, { record: unwritable, take: unwritable });
	await herald.restart();
	await eventually(() => expect(heraldsChannel()).toBeUndefined());
	await herald.sessions.registry.restore();
});

test("if it is stopped before it knows its earlier channels, Herald still returns to them at the next start", async () => {
	await herald.sessions.join(await herald.enter(home.owner));
	await herald.restart();
	const { take } = places;
	const held = Promise.withResolvers<void>();
	places.take = async (...args) => {
		await held.promise;
		return Reflect.apply(take, places, args);
	};
	const restored = herald.sessions.registry.restore();
	const closed = herald.sessions.registry.close();
	held.resolve();
	await Promise.all([restored, closed]);
	clock.advance(1_000);
	await herald.restart();
	await herald.sessions.registry.restore();
	expect(heraldsChannel()).toBe(home.voice.id);
});

test("the time alone begins when the last member leaves, even while its length is still being read", async () => {
	const { readGuild } = settings;
	await herald.sessions.join(await herald.enter(home.owner));
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
	await eventually(() => expect(heraldsChannel()).toBeUndefined());
});

test("a member who comes while Herald is leaving doesn't take it away from members who came before", async () => {
	const owner = await herald.enter(home.owner);
	const ordinary = await herald.enter(home.ordinary, home.secondVoice);
	await herald.sessions.join(owner);
	const left = herald.sessions.leave(owner);
	const first = makeText(owner.id, [1]);
	const second = makeText(ordinary.id, [2]);
	const spoken = herald.sessions.say(owner, first);
	await expect(herald.sessions.say(ordinary, second)).rejects.toMatchObject(voiceRefusal("busy_elsewhere"));
	await left;
	expect(await spoken).toMatchObject({ channelId: home.voice.id });
	expect(await first.ended).toMatchObject({ how: "heard" });
});

test("if joins have to wait, a channel with listeners is rejoined before one without", async () => {
	const other = await herald.openPlace();
	await herald.sessions.join(await herald.enter(home.owner));
	playground.voice.leave(home.owner);
	const listener = await herald.enter(other.owner, other.voice);
	await herald.sessions.join(listener);
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
