import { eventually } from "@herald/common/testing/eventually.ts";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { inGuild } from "../../src/shared/party.ts";
import type { QueueItem, VoiceWatcher } from "../../src/voice/voice-channels.ts";
import { answerAtOnce, linesOf, makeText } from "./marked-lines.ts";
import { countFrames, startVoiceHerald, type VoiceHerald } from "./support.ts";

let herald: VoiceHerald;
beforeAll(async () => {
	herald = await startVoiceHerald();
});
afterAll(() => herald.stop());

/** Makes Herald join the owner's channel until the end of the test, with nothing heard yet. */
const join = async () => {
	const { sessions, home, voice } = herald;
	const owner = await herald.enter(home.owner);
	await sessions.join(owner);
	onTestFinished(async () => {
		await sessions.leave(owner);
	});
	voice.forgetHeard(home.owner);
};
const readText = (lines: readonly number[]) => ({ ...makeText("reader", lines), priority: "read" as const });

test("watchers of sessions are told where Herald is, who comes and goes, and why Herald left", async () => {
	const { sessions, home, voice, guild } = herald;
	const seen: unknown[] = [];
	let people = 0;
	const watcher: Partial<VoiceWatcher> = {
		onOpened: (...what) => seen.push(["opened", ...what]),
		onPeople: () => {
			people += 1;
		},
		onGone: (...what) => seen.push(["gone", ...what]),
	};
	const fault = () => {
		throw new Error("another's fault");
	};
	sessions.registry.watch({ onOpened: fault, onPeople: fault, onGone: fault });
	sessions.registry.watch(watcher);
	const owner = await herald.enter(home.owner);
	expect(sessions.readInto(guild().id, readText([1]))).toBeUndefined();
	await sessions.join(owner);
	expect(seen).toEqual([["opened", guild().id, home.voice.id, "join", owner.id]]);
	const before = people;
	await herald.enter(home.ordinary);
	expect(people).toBeGreaterThan(before);
	await sessions.leave(owner);
	expect(seen.slice(1)).toEqual([["gone", guild().id, home.voice.id, "asked"]]);
	voice.leave(home.ordinary);
});

test("a text withdrawn while it is heard is silent within two frames", async () => {
	const { sessions, home, voice, speech, guild } = herald;
	speech.answer = answerAtOnce(100);
	await join();
	const text = readText([5, 6]);
	const queued = sessions.readInto(guild().id, text);
	await eventually(() => expect(countFrames(herald)).toBeGreaterThan(3));
	const heard = countFrames(herald);
	sessions.withdraw(guild().id, ({ id }) => id === queued?.id);
	expect(text.events.at(-1)).toEqual({ kind: "ended", how: "withdrawn" });
	await eventually(() => expect(voice.isSpeaking(home.guild)).toBe(false));
	expect(countFrames(herald) - heard).toBeLessThanOrEqual(2);
	expect(linesOf(voice.heard(home.owner).packets)).toEqual([5]);
});

test("a text that may no longer start when Herald can be heard again isn't heard", async () => {
	const { sessions, home, voice, speech, guild } = herald;
	speech.answer = answerAtOnce(5);
	await join();
	voice.setServerMute(home.bot, true);
	await eventually(() =>
		expect(sessions.queue(guild().id)?.trouble).toMatchObject({ reason: "herald_muted" }),
	);
	let may = true;
	const text = { ...readText([7]), mayStart: () => may };
	const next = readText([8]);
	sessions.readInto(guild().id, text);
	sessions.readInto(guild().id, next);
	await eventually(() => expect(herald.asked).toContain("7"));
	may = false;
	voice.setServerMute(home.bot, false);
	expect(await next.ended).toMatchObject({ how: "heard" });
	expect(await text.ended).toMatchObject({ how: "withdrawn" });
	await eventually(() => expect(countFrames(herald)).toBe(6));
});

test("in quiet hours, neither a text that was prepared before them nor one that comes first is heard", async () => {
	const { sessions, home, voice, settings, guild, memberOf, clock } = herald;
	await join();
	const owner = await memberOf(home.owner);
	const place = inGuild(guild().id);
	const prepared = Promise.withResolvers<QueueItem>();
	const asked = makeText(owner.id, [1]);
	const said = sessions.say(owner, prepared.promise);
	const dayMinutes = 24 * 60;
	const minuteIn = (minutes: number) =>
		(Math.floor(clock.now() / 60_000) + minutes + dayMinutes) % dayMinutes;
	await settings.changeGuild(place, { quietHours: { from: minuteIn(-1), to: minuteIn(60) } });
	prepared.resolve(asked);
	await expect(said).rejects.toMatchObject({ kind: "quiet_hours" });
	expect(await asked.settled).toEqual([]);
	const read = readText([2]);
	sessions.readInto(guild().id, read);
	expect(await read.ended).toMatchObject({ how: "failed", problem: { kind: "quiet_hours" } });
	expect(linesOf(voice.heard(home.owner).packets)).toEqual([]);
	await settings.changeGuild(place, { quietHours: null });
});
