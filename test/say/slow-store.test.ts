import type { Member } from "@herald/playground";
import { beforeEach, describe, expect, test } from "vitest";
import type { Herald } from "../support/herald.ts";
import { serverPanel } from "../support/server-panel.ts";
import { slowStore, type Travel, travelFor } from "../support/slow-store.ts";
import type { Upstream } from "../support/upstream.ts";
import { startWorld } from "../support/world.ts";

type InteractionTrace = ReturnType<Herald["playground"]["command"]>;

let upstream: Upstream;
let herald: Herald;
let owner: Member;
let member: Member;
let travel: Travel;

beforeEach(async () => {
	travel = () => Promise.resolve();
	const world = await startWorld(
		{ MEMBER_SECONDS_PER_DAY: "60" },
		{ wrapStore: (store) => slowStore(store, (call, nth) => travel(call, nth)) },
	);
	({ upstream, herald, owner, member } = world);
	for (const who of [member, owner]) herald.playground.voice.join(who);
	return async () => {
		travel = () => Promise.resolve();
		await herald.use(owner, "stop").firstAnswer();
		await world.stop();
	};
});

const say = (who: Member, text: string, as = "channel") => herald.say(who, text, { as });
/** A text that is still playing when the last text arrives. */
const longText = (name: string) =>
	`${name} goes on for quite some time, with so many words that it takes a while.`;
/** Each text's place in the queue, as its member is told. */
const placesOf = (traces: readonly InteractionTrace[]) =>
	Promise.all(
		traces.map(async (trace) => {
			const { content } = await trace.message((seen) => /speaks in <#/.test(seen.content));
			return /· (now|\S+)/.exec(content)?.[1];
		}),
	);
/** Each text's store calls are faster than those of the text before, so later texts would overtake earlier ones. */
const everFaster = () => travelFor((_, nth) => Math.max(0, 4 - nth) * 60);

describe("with a slow store,", () => {
	test("texts are heard in the order of their commands, whichever is answered first", async () => {
		travel = everFaster();
		const traces = ["Alpha", "Beta", "Gamma", "Delta"].map((name, index) =>
			say(index % 2 ? owner : member, longText(name)),
		);
		expect(await placesOf(traces)).toEqual(["now", "2nd", "3rd", "4th"]);
	});

	test("a text goes to the channel into which the slower text before it brings Herald", async () => {
		travel = everFaster();
		const traces = [say(member, longText("Alpha")), say(owner, longText("Beta"), "auto")];
		expect(await placesOf(traces)).toEqual(["now", "2nd"]);
	});

	test("a refused text gives up its place, and a file delays nobody", async () => {
		await serverPanel(herald.playground, owner).add("words", { words: "forbidden" });
		const read = Promise.withResolvers<void>();
		const held = Promise.withResolvers<void>();
		travel = (call) => {
			if (call !== "speechDays.reserve") return Promise.resolve();
			read.resolve();
			return held.promise;
		};
		const file = say(member, longText("Alpha"), "file");
		await read.promise;
		travel = everFaster();
		const refused = say(member, "This is forbidden here");
		const next = say(owner, longText("Beta"));
		expect((await refused.firstAnswer()).content).toMatch(/contains a blocked word/);
		expect(await placesOf([next])).toEqual(["now"]);
		held.resolve();
		await file.message((seen) => seen.attachments.length === 1);
	});

	test.each(["file", "channel"])("a text for a %s is acknowledged after one round of reads", async (as) => {
		// These simultaneous calls are one round. Calls that depend on their results would be a second round.
		const atOnce = new Map([
			["settings.readGuild", 3],
			["settings.readMember", 1],
			["presets.read", 1],
			["words.list", 1],
		]);
		const held = Promise.withResolvers<void>();
		const all = Promise.withResolvers<void>();
		let asked = 0;
		travel = (call, nth) => {
			if (nth >= (atOnce.get(call) ?? 0)) return held.promise;
			asked += 1;
			if (asked === 6) all.resolve();
			return all.promise;
		};
		const trace = say(member, longText("Alpha"), as);
		await trace.acknowledged();
		held.resolve();
		await trace.message((seen) => !seen.thinking && seen.content.includes("Alpha"));
	});

	test("a text is answered even if the store keeps nothing for a crash", async () => {
		const held = Promise.withResolvers<void>();
		travel = (call) => (call === "kept.keep" ? held.promise : Promise.resolve());
		await say(member, longText("Alpha"), "file").message((seen) => seen.attachments.length === 1);
		held.resolve();
	});

	test("a text isn't spoken if its member skips all of theirs while it is prepared", async () => {
		const gate = Promise.withResolvers<void>();
		const reads = Promise.withResolvers<void>();
		travel = async (call) => {
			if (call !== "settings.readMember") return;
			reads.resolve();
			await gate.promise;
		};
		const text = say(member, longText("What is skipped"));
		await reads.promise;
		expect((await herald.use(member, "skip", { all: true }).firstAnswer()).content).toBe(
			"Skipped 1 message.",
		);
		gate.resolve();
		expect(await text.message(({ content }) => content !== "")).toMatchObject({
			ephemeral: true,
			content: "This text was skipped before it began.",
		});
		expect(upstream.requests).toEqual([]);
	});

	test("an answer is stored before its member sees that it is coming", async () => {
		let calls = 0;
		let acknowledgedBy: unknown = "not stored";
		travel = async (call) => {
			if (call !== "kept.keep") return;
			await travelFor(() => 20)(call, 0);
			calls += 1;
			// A call takes two steps, to the store and back. At the second, the answer is stored, but Herald doesn't
			// know that.
			if (calls === 2) acknowledgedBy = trace.interaction.acknowledgedBy;
		};
		const trace = say(member, longText("Alpha"), "file");
		await trace.message((seen) => seen.attachments.length === 1);
		expect(acknowledgedBy).toBeUndefined();
	});

	test("of fifteen simultaneous texts, ten are spoken, as many as a minute allows", async () => {
		travel = travelFor((_, nth) => (nth % 4) * 10);
		const traces = Array.from({ length: 15 }, (_, n) => say(member, `Number ${n}`, "file"));
		const answers = await Promise.all(traces.map((trace) => trace.firstAnswer()));
		expect(answers.filter(({ attachments }) => attachments.length === 1)).toHaveLength(10);
		expect(answers.filter(({ content }) => /a lot in one minute/.test(content))).toHaveLength(5);
	});

	test("words added by two managers at once are all saved, each once", async () => {
		travel = travelFor((_, nth) => (nth % 2) * 30);
		const panel = serverPanel(herald.playground, owner);
		await Promise.all([
			panel.add("words", { words: "alpha, beta" }),
			panel.add("words", { words: "Beta, gamma" }),
		]);
		expect((await panel.export("words")).content).toMatch(/3/);
	});
});
