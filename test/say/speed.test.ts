import { decodeOpus } from "@herald/common/audio/opus.ts";
import type { InteractionTrace } from "@herald/playground";
import { beforeEach, describe, expect, test } from "vitest";
import { measureRms } from "../audio/sounds.ts";
import { button, menuWith, toldAlone, withSound } from "../support/answers.ts";
import type { Herald, Values } from "../support/herald.ts";
import { parseOgg, readOgg } from "../support/ogg.ts";
import { serverPanel } from "../support/server-panel.ts";
import { speakThroughout } from "../support/upstream.ts";
import { useWorld } from "../support/world.ts";

const { upstream, herald, playground, owner, member } = await useWorld();
beforeEach(() => {
	herald.advance(61_000);
	upstream.behave(speakThroughout);
});

const told = (...used: Parameters<Herald["use"]>) => toldAlone(herald.use(...used));
const panel = () => serverPanel(playground, owner);
const lengthOf = async (trace: InteractionTrace): Promise<number> =>
	readOgg((await withSound(trace)).attachments[0]?.bytes as Uint8Array).durationMs;

describe("speed", () => {
	const say = (values: Values = {}) =>
		lengthOf(herald.say(member, "How fast is this?", { as: "file", ...values }));

	test("is the command's, else the member's, else the server's, and other speeds need no further request", async () => {
		const plain = await say();
		const isAt = async (speed: number, values: Values = {}) =>
			expect(Math.abs((await say(values)) - plain / speed), `at ${speed}`).toBeLessThanOrEqual(20);
		const requests = upstream.requests.length;
		expect(await panel().set({ speed: 2 })).toContain("**Speed:** 2×\n");
		expect(await told(member, "voice show")).toContain("**Speed** 2× (this server's choice)");
		await isAt(2);
		expect(await told(member, "voice me", { speed: 0.754 })).toContain("**Speed** 0.75× (your choice)");
		expect(await told(member, "voice show", {}, "de")).toContain("**Tempo** 0,75× (deine Einstellung)");
		await isAt(0.75);
		await isAt(0.5, { speed: 0.5 });
		await isAt(1, { speed: 1 });
		await told(member, "voice me", { reset: true });
		await isAt(2);
		expect(await panel().reset("voice")).toContain("**Speed:** 1× (default)");
		await isAt(1);
		expect(upstream.requests).toHaveLength(requests);
	});

	test("is between 0.5 and 2", () => {
		for (const speed of [0.49, 2.01]) expect(() => herald.use(member, "voice me", { speed })).toThrow();
	});

	test("stays the same when a text is repeated in another voice", async () => {
		const text = "Quickly, and then in another voice";
		const first = await withSound(herald.say(member, text, { as: "file", speed: 2 }));
		const menus = await playground
			.click(member, first, button(first, "say:revoice:"))
			.message((seen) => seen.components.length > 1);
		const again = playground.select(member, menus, menuWith(menus, "Leda"), ["Leda"]);
		const plain = await lengthOf(herald.say(member, text, { as: "file", voice: "Leda" }));
		expect(Math.abs((await lengthOf(again)) - plain / 2)).toBeLessThanOrEqual(20);
	});
});

test("the longest text in a voice channel is limited by its duration at the chosen speed", async () => {
	playground.voice.join(member);
	await panel().set({ textSeconds: 5 });
	const text = "This is a sentence that takes about four seconds to say at a voice's own pace.";
	expect(await told(member, "say", { text, as: "channel", speed: 0.5 })).toMatch(/5 seconds/);
	const trace = herald.say(member, text, { as: "channel", speed: 2 });
	await trace.message((seen) => /speaks in <#/.test(seen.content));
	await herald.use(member, "stop").firstAnswer();
	await panel().reset("limits");
});

test("the volume of voice channels applies from the next text on, cached ones included, and not to files", async () => {
	playground.voice.join(owner);
	playground.voice.join(member);
	const say = { text: "How loud is this?", as: "channel" };
	const hear = async (): Promise<number> => {
		playground.voice.forgetHeard(owner);
		const trace = herald.use(member, "say", say);
		await trace.message((seen) => /speaks in <#/.test(seen.content));
		// The answer's buttons disappear when the text has ended.
		await trace.message((seen) => seen.components.length === 1);
		const packets = playground.voice.heard(owner).packets.filter(({ opus }) => opus.length > 3);
		return 20 * Math.log10(measureRms(decodeOpus(packets.map(({ opus }) => opus))));
	};
	const before = await hear();
	const requests = upstream.requests.length;
	const shown = await panel().set({ volumeDb: -12 });
	expect(shown).toContain("**Volume in voice channels:** -12 dB");
	expect(Math.abs((await hear()) - before + 12)).toBeLessThan(1);
	const quiet = await withSound(herald.use(member, "say", { ...say, as: "file" }));
	const file = decodeOpus(
		parseOgg(quiet.attachments[0]?.bytes as Uint8Array)
			.flatMap(({ packets }) => packets)
			.slice(2),
	);
	expect(Math.abs(20 * Math.log10(measureRms(file)) - before)).toBeLessThan(1);
	const reset = await panel().set({ volumeDb: null });
	expect(reset).toContain("**Volume in voice channels:** 0 dB (default)");
	expect(Math.abs((await hear()) - before)).toBeLessThan(0.5);
	expect(upstream.requests).toHaveLength(requests);
	herald.use(owner, "leave");
});
