import { join } from "node:path";
import { unpackClip } from "@herald/common/audio/clip.ts";
import { eventually } from "@herald/common/testing/eventually.ts";
import type { Member } from "@herald/playground";
import Database from "better-sqlite3";
import { beforeEach, describe, expect, test } from "vitest";
import { type Herald, patientAttempts } from "../support/herald.ts";
import { lookUpNumber } from "../support/look-into.ts";
import { answer, hold, ifAsked, sound, type Upstream } from "../support/upstream.ts";
import { startWorld } from "../support/world.ts";

let upstream: Upstream;
let herald: Herald;
let member: Member;

beforeEach(async () => {
	const world = await startWorld({}, { timing: patientAttempts });
	({ upstream, herald, member } = world);
	return world.stop;
});

/** The length of each generated Clip, in ms. */
const madeClips = (): number[] => {
	const database = new Database(join(herald.dataDir, "clips.db"), { readonly: true });
	const clips = database.prepare("SELECT clip FROM clips").pluck().all();
	database.close();
	return clips.map((clip) => unpackClip(clip as Buffer).durationMs);
};
/** What is counted for the member today, and for the guild this month. */
const counted = () => {
	const count = (what: string) => lookUpNumber(herald.dataDir, `SELECT ${what}`);
	return {
		dayMs: count("made_ms FROM speech_days"),
		monthMs: count("made_ms FROM speech_months"),
		lines: count("lines FROM speech_months"),
	};
};
/** Waits until exactly these Clips are counted, to within a packet each. */
const countsAs = (clips: () => readonly number[]) =>
	eventually(() => {
		const sumMs = clips().reduce((sum, each) => sum + each, 0);
		const { dayMs, monthMs } = counted();
		expect(dayMs).toBe(monthMs);
		expect(Math.abs(Number(dayMs) - sumMs)).toBeLessThan(20 * clips().length);
	});
const paragraph = (word: string): string =>
	Array(6).fill(`${word} goes on with many words, so that a whole Line is filled with them.`).join(" ");
const say = (words: readonly string[], values: Record<string, string> = {}) =>
	herald.playground.command(member, "say", { text: words.map(paragraph).join("\n\n"), ...values });

/** Speaks well, but holds back the answers to texts with this word. @returns a function that refuses these texts */
const refuseLate = (word: string) => {
	const { release, behave } = hold(answer({ promptFeedback: { blockReason: "PROHIBITED_CONTENT" } }));
	upstream.behave(ifAsked(word, behave));
	return release;
};

describe("generated speech is counted", () => {
	test("if a file fails because of an earlier Line", async () => {
		const refuse = refuseLate("Forbidden");
		const trace = say(["Forbidden", "Alpha", "Beta", "Gamma"]);
		await eventually(() => expect(madeClips()).toHaveLength(3));
		refuse();
		expect((await trace.firstAnswer()).content).toMatch(/won't read this text/);
		await countsAs(madeClips);
		expect(counted().dayMs).toBeGreaterThan(60_000);
	});

	test("if a text in a channel is skipped before it is heard: by estimate at first, and then by its length", async () => {
		herald.playground.voice.join(member);
		const { release, behave } = hold();
		upstream.behave(ifAsked("Beta", behave));
		const trace = say(["Alpha", "Beta", "Gamma", "Delta"], { as: "channel" });
		await trace.message((seen) => /speaks in <#/.test(seen.content));
		await eventually(() => expect(madeClips()).toHaveLength(2));
		await eventually(() => expect(upstream.requests.at(-1)?.body).toMatch("Beta"));
		await herald.playground.command(member, "skip").firstAnswer();
		await trace.message((seen) => / · skipped\n/.test(seen.content));
		await eventually(() => expect(Number(counted().lines)).toBe(madeClips().length));
		const inFlightMs = Number(counted().dayMs) - madeClips().reduce((sum, each) => sum + each, 0);
		expect(inFlightMs).toBeGreaterThan(20_000);
		release();
		await eventually(() => expect(madeClips()).toHaveLength(3));
		await countsAs(madeClips);
	});

	test("if Herald never joins the channel for which it was generated", async () => {
		herald.playground.voice.join(member);
		herald.playground.voice.troubles.ignoreIdentify = true;
		const trace = say(["Alpha", "Beta", "Gamma", "Delta"], { as: "channel" });
		await eventually(() => expect(madeClips().length).toBeGreaterThanOrEqual(3));
		await herald.playground.command(member, "leave").message((seen) => !seen.thinking);
		await trace.message((seen) => !seen.thinking);
		await countsAs(madeClips);
	});

	test("as it was spoken, even for signs, and a text doesn't go on once its member's day is over", async () => {
		const limits = { MEMBER_SECONDS_PER_DAY: "130", GUILD_SECONDS_PER_DAY: "0" };
		await herald.restart(limits);
		const signs = await herald.say(member, `a${"@=".repeat(200)}`).firstAnswer();
		expect(signs.content).toMatch(/day/);
		expect(upstream.requests).toHaveLength(0);
		// Sound that lasts twice as long as the words take is plausible because the texts have numbers.
		upstream.behave(sound(60));
		const cut = say(["Alpha 1", "Beta 2", "Gamma 3"]);
		await cut.message(({ content }) => /speaking time for today is used up/.test(content));
		expect(upstream.requests).toHaveLength(2);
		expect(counted().dayMs).toBe(120_000);
	});
});
