import { join } from "node:path";
import { unpackClip } from "@herald/common/audio/clip.ts";
import { eventually } from "@herald/common/testing/eventually.ts";
import type { Member } from "@herald/playground";
import Database from "better-sqlite3";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { patientAttempts } from "../support/herald.ts";
import { lookUpNumber } from "../support/look-into.ts";
import { answer, hold, ifAsked, sound, speakWell } from "../support/upstream.ts";
import { useWorld } from "../support/world.ts";

const { upstream, herald, playground, owner, member } = await useWorld({}, { timing: patientAttempts });

/** Begins another day, with these limits. */
const start = async (limits: Readonly<Record<string, string>>): Promise<void> => {
	upstream.behave(speakWell);
	herald.advance(24 * 60 * 60_000);
	await herald.restart(limits);
};

/** A text of about this many seconds. It has a number, so that longer sound is plausible, too. */
const write = (name: string, seconds: number): string =>
	`${name} 1${" word".repeat(Math.round((seconds - 1.8) * 2.6))}.`;
const say = (who: Member, text: string) => herald.say(who, text, { as: "file" });
const isThere = ({ attachments }: { readonly attachments: readonly unknown[] }) => attachments.length === 1;
const isRefused = ({ content }: { readonly content: string }) => /speaking time for today/.test(content);
const countedMs = () =>
	lookUpNumber(herald.dataDir, "SELECT sum(made_ms) FROM speech_days GROUP BY day ORDER BY day DESC");
const asked = (name: string): boolean => upstream.requests.some(({ body }) => body.includes(name));

const ofMember = { MEMBER_SECONDS_PER_DAY: "60", GUILD_SECONDS_PER_DAY: "0" };
const ofGuild = { MEMBER_SECONDS_PER_DAY: "0", GUILD_SECONDS_PER_DAY: "60" };

describe.each([
	["a member's", ofMember],
	["a server's", ofGuild],
])("%s limit is exceeded by one Line at most", (_whose, limits) => {
	const askedBy = (n: number): Member => (limits === ofGuild && n % 2 === 1 ? owner : member);

	test("if texts for which there was room take longer than estimated", async () => {
		await start(limits);
		upstream.behave(sound(28));
		const traces = ["Alpha", "Beta", "Gamma", "Delta"].map((name, n) => say(askedBy(n), write(name, 12)));
		// On a busy machine, Herald first answers that it waits for the service.
		const answers = await Promise.all(
			traces.map((trace) => trace.message((seen) => isThere(seen) || isRefused(seen))),
		);
		expect(answers.filter(isThere)).toHaveLength(2);
		expect(answers.filter(isRefused)).toHaveLength(2);
		await eventually(() => expect(countedMs()).toBe(56_000));
	});

	test("if requests in flight may reach it: later ones wait for the answers, and then go on", async () => {
		await start(limits);
		const { release, behave } = hold();
		upstream.behave(ifAsked("Alpha", behave));
		const first = say(askedBy(0), write("Alpha", 20));
		await eventually(() => expect(asked("Alpha")).toBe(true));
		const second = say(askedBy(1), write("Beta", 12));
		const third = say(askedBy(2), write("Gamma", 12));
		const elsewhere = playground.world.addGuild({ name: "Elsewhere", members: [{ username: "ida" }] });
		await say(elsewhere.owner, write("Delta", 12)).message(isThere);
		if (limits === ofMember) await say(owner, write("Epsilon", 12)).message(isThere);
		expect([asked("Beta"), asked("Gamma")]).toEqual([false, false]);
		release();
		await Promise.all([first, second, third].map((trace) => trace.message(isThere)));
	});
});

test("a request whose answer is lost no longer delays others", async () => {
	await start({ ...ofMember, MEMBER_SECONDS_PER_DAY: "110" });
	const lost = Promise.withResolvers<void>();
	const answered = Promise.withResolvers<void>();
	upstream.behave(async (response, attempt, request) => {
		if (attempt === 1) {
			await lost.promise;
			response.destroy();
			return;
		}
		if (request.body.includes("Alpha")) await answered.promise;
		speakWell(response, attempt, request);
	});
	const first = say(member, write("Alpha", 30));
	await eventually(() => expect(upstream.requests).toHaveLength(1));
	const second = say(member, write("Beta", 12));
	lost.resolve();
	await eventually(() => expect(upstream.requests.length).toBeGreaterThan(1));
	answered.resolve();
	await Promise.all([first, second].map((trace) => trace.message(isThere)));
});

test("a Line delayed by one member's limit is made for another member who requests it and can pay", async () => {
	await start(ofMember);
	const { release, behave } = hold();
	upstream.behave(ifAsked("Alpha", behave));
	const first = say(member, write("Alpha", 20));
	await eventually(() => expect(asked("Alpha")).toBe(true));
	const same = say(member, write("Beta", 12));
	await herald.use(owner, "queue").firstAnswer();
	await say(owner, write("Beta", 12)).message(isThere);
	await same.message(isThere);
	expect(first.messages.some(isThere)).toBe(false);
	release();
	await first.message(isThere);
});

describe("generated speech is counted", () => {
	/** The speech and the Lines counted in all months before a test. */
	let before: { readonly ms: number; readonly lines: number };
	const countMonths = () => {
		const sum = (what: string) => lookUpNumber(herald.dataDir, `SELECT total(${what}) FROM speech_months`);
		return { ms: sum("made_ms"), lines: sum("lines") };
	};
	beforeEach(async () => {
		await start({});
		before = countMonths();
	});

	/** The lengths of the generated Clips, in ms. */
	const madeClips = (): number[] => {
		const database = new Database(join(herald.dataDir, "clips.db"), { readonly: true });
		const clips = database.prepare("SELECT clip FROM clips").pluck().all();
		database.close();
		return clips.map((clip) => unpackClip(clip as Buffer).durationMs);
	};
	const sumMade = () => madeClips().reduce((sum, each) => sum + each, 0);
	/** Waits until exactly the generated Clips are counted, to within a packet each. */
	const countsClips = () =>
		eventually(() => {
			expect(countMonths().ms - before.ms).toBe(countedMs());
			expect(Math.abs(countedMs() - sumMade())).toBeLessThan(20 * madeClips().length);
		});
	const paragraph = (word: string): string =>
		Array(6).fill(`${word} goes on with many words, so that a whole Line is filled with them.`).join(" ");
	const say = (words: readonly string[], as: string) =>
		herald.say(member, words.map(paragraph).join("\n\n"), { as });

	test("if a file fails because of an earlier Line", async () => {
		const { release, behave } = hold(answer({ promptFeedback: { blockReason: "PROHIBITED_CONTENT" } }));
		upstream.behave(ifAsked("Forbidden", behave));
		const trace = say(["Forbidden", "Alpha", "Beta", "Gamma"], "file");
		await eventually(() => expect(madeClips()).toHaveLength(3));
		release();
		expect((await trace.firstAnswer()).content).toMatch(/won't read this text/);
		await countsClips();
		expect(countedMs()).toBeGreaterThan(60_000);
	});

	test("if a text in a channel is skipped before it is heard: by estimate at first, and then by its length", async () => {
		playground.voice.join(member);
		const { release, behave } = hold();
		upstream.behave(ifAsked("Beta", behave));
		const trace = say(["Alpha", "Beta", "Gamma", "Delta"], "channel");
		await trace.message((seen) => /speaks in <#/.test(seen.content));
		await eventually(() => expect(madeClips()).toHaveLength(2));
		await eventually(() => expect(upstream.requests.at(-1)?.body).toMatch("Beta"));
		await herald.use(member, "skip").firstAnswer();
		await trace.message((seen) => / · skipped\n/.test(seen.content));
		await eventually(() => expect(countMonths().lines - before.lines).toBe(madeClips().length));
		expect(countedMs() - sumMade()).toBeGreaterThan(20_000);
		release();
		await eventually(() => expect(madeClips()).toHaveLength(3));
		await countsClips();
		await herald.use(member, "leave").message((seen) => !seen.thinking);
	});

	test("if Herald never joins the channel for which it was generated", async () => {
		const { troubles } = playground.voice;
		troubles.ignoreIdentify = true;
		onTestFinished(() => {
			troubles.ignoreIdentify = false;
		});
		playground.voice.join(member);
		const trace = say(["Alpha", "Beta", "Gamma", "Delta"], "channel");
		await eventually(() => expect(madeClips().length).toBeGreaterThanOrEqual(3));
		await herald.use(member, "leave").message((seen) => !seen.thinking);
		await trace.message((seen) => !seen.thinking);
		await countsClips();
	});

	test("as it was spoken, even for signs, and a text doesn't go on once its member's day is over", async () => {
		await start({ MEMBER_SECONDS_PER_DAY: "130", GUILD_SECONDS_PER_DAY: "0" });
		const signs = await herald.say(member, `a${"@=".repeat(200)}`).firstAnswer();
		expect(signs.content).toMatch(/day/);
		expect(upstream.requests).toHaveLength(0);
		// Sound that lasts twice as long as the words take is plausible because the texts have numbers.
		upstream.behave(sound(60));
		const cut = say(["Alpha 1", "Beta 2", "Gamma 3"], "file");
		await cut.message(({ content }) => /speaking time for today is used up/.test(content));
		expect(upstream.requests).toHaveLength(2);
		expect(countedMs()).toBe(120_000);
	});
});
