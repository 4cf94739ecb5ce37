import { eventually } from "@herald/common/testing/eventually.ts";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { inGuild } from "../../src/shared/party.ts";
import { leadInFrames } from "../../src/voice/playback.ts";
import type { QueueItem } from "../../src/voice/voice-channels.ts";
import { linesOf, makeLines, makeText, markedClip } from "./marked-lines.ts";
import { startVoiceHerald } from "./support.ts";

const herald = await startVoiceHerald();
afterAll(() => herald.stop());
const { home, voice, settings, clock, sessions } = herald;
const guildId = home.guild.id;

/** Makes Herald join the owner's channel until the end of the test, with nothing heard yet. */
const join = async () => {
	const owner = await herald.enter(home.owner);
	await sessions.join(owner);
	onTestFinished(async () => {
		await sessions.leave(owner);
	});
	voice.forgetHeard(home.owner);
	return owner;
};
const readText = (line: number, lead: readonly number[] = []) => {
	const text = { ...makeText("reader", [line]), priority: "read" as const, lead: makeLines(lead) };
	sessions.readInto(guildId, text);
	return text;
};
const heard = () => voice.heard(home.owner).packets;
const isMarked = ({ opus }: { readonly opus: Uint8Array }) => opus.length === 6;
/** Resolves once nothing is sent any more. */
const silent = () => eventually(() => expect(voice.isSpeaking(home.guild)).toBe(false));

/** Has the service report `kind` about Line 1 at once, and answer the Line once the returned function is called. */
const holdLine = (kind: "begun" | "answering") => {
	const answered = Promise.withResolvers<void>();
	herald.speech.answer = async (line, _, listen) => {
		if (line.text === "1") {
			// The Line is in the queue only after it was asked for.
			await Promise.resolve();
			listen({ kind });
			await answered.promise;
		}
		return markedClip(Number(line.text), 5);
	};
	return answered.resolve;
};

test.each(["begun", "answering"] as const)(
	"a Line that is %s already has its silence before it",
	async (kind) => {
		await join();
		const answer = holdLine(kind);
		const text = readText(1);
		await eventually(() => expect(heard().length).toBeGreaterThan(leadInFrames));
		await silent();
		expect(text.events).toEqual([]);
		expect(heard().some(isMarked)).toBe(false);
		const between = heard().length;
		answer();
		await text.ended;
		await silent();
		expect(heard().slice(between).findIndex(isMarked)).toBe(0);
		expect(heard().filter(isMarked)).toHaveLength(6);
	},
);

test("a name that is ready is heard at once, and the text follows without silence of its own", async () => {
	await join();
	const answer = holdLine("begun");
	const text = readText(1, [7]);
	await eventually(() => expect(heard().filter(isMarked)).toHaveLength(6));
	await silent();
	const between = heard().length;
	answer();
	await text.ended;
	await silent();
	expect(heard().slice(between).findIndex(isMarked)).toBeLessThanOrEqual(1);
});

test("watchers of sessions are told where Herald is, who comes and goes, and why Herald left", async () => {
	const seen: unknown[] = [];
	let people = 0;
	const fault = () => {
		throw new Error("another's fault");
	};
	sessions.registry.watchers.add({ onOpened: fault, onPeople: fault, onGone: fault });
	sessions.registry.watchers.add({
		onOpened: (...what) => seen.push(["opened", ...what]),
		onPeople: () => {
			people += 1;
		},
		onGone: (...what) => seen.push(["gone", ...what]),
	});
	const owner = await herald.enter(home.owner);
	expect(sessions.readInto(guildId, { ...makeText("reader", [1]), priority: "read" })).toBeUndefined();
	await sessions.join(owner);
	const before = people;
	await herald.enter(home.ordinary);
	expect(people).toBeGreaterThan(before);
	await sessions.leave(owner);
	const here = [herald.guild().id, home.voice.id];
	expect(seen).toEqual([
		["opened", ...here, "join", owner.id],
		["gone", ...here, "asked"],
	]);
	voice.leave(home.ordinary);
});

test("in quiet hours, neither a text that was prepared before them nor one that comes first is heard", async () => {
	const owner = await join();
	const prepared = Promise.withResolvers<QueueItem>();
	const asked = makeText(owner.id, [1]);
	const said = sessions.say(owner, prepared.promise);
	const dayMinutes = 24 * 60;
	const minuteIn = (minutes: number) =>
		(Math.floor(clock.now() / 60_000) + minutes + dayMinutes) % dayMinutes;
	const quietHours = { from: minuteIn(-1), to: minuteIn(60) };
	await settings.changeGuild(inGuild(guildId), { quietHours });
	prepared.resolve(asked);
	await expect(said).rejects.toMatchObject({ kind: "quiet_hours" });
	expect(await asked.settled).toEqual([]);
	expect(await readText(2).ended).toMatchObject({ how: "failed", problem: { kind: "quiet_hours" } });
	expect(linesOf(heard())).toEqual([]);
});
