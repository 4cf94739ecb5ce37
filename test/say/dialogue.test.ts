import tls from "node:tls";
import type { Member } from "@herald/playground";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { eventually } from "../support/eventually.ts";
import { type Herald, startHerald } from "../support/herald.ts";
import { parseOgg } from "../support/ogg.ts";
import {
	answerBody,
	type Behaviour,
	sendJson,
	speakWell,
	startUpstream,
	toneWav,
	type Upstream,
} from "../support/upstream.ts";

const trusted = tls.getCACertificates("default");

let upstream: Upstream;
let herald: Herald;
let owner: Member;
let member: Member;

beforeAll(async () => {
	upstream = await startUpstream();
	herald = await startHerald({
		SPEECH_BASE_URL: upstream.baseUrl,
		SPEECH_API_KEY: "sk",
		SPEECH_VOICES: "Note",
		MEMBER_SECONDS_PER_DAY: "0",
		GUILD_SECONDS_PER_DAY: "0",
	});
	tls.setDefaultCACertificates([...trusted, herald.playground.voice.certificate.certificate]);
	({ owner, ordinary: member } = herald.playground.home);
});
afterAll(async () => {
	await herald.stop();
	await upstream.close();
	tls.setDefaultCACertificates(trusted);
});
beforeEach(() => {
	herald.advance(61_000);
	upstream.behave(speakWell);
});

type Values = Parameters<Herald["playground"]["command"]>[2];
const use = (name: string, values: Values = {}, who = member) => herald.playground.command(who, name, values);
/** A sound, or what prevents it. */
const answered = (trace: ReturnType<typeof use>) =>
	trace.message((seen) => seen.attachments.length > 0 || (!seen.thinking && seen.ephemeral));
const say = (text: string, values: Values = {}) => answered(use("say", { text, ...values }));

/** Of a text with a number in it, whatever its length is plausible. */
const secondsOf = (text: string) => text.split(/\s+/).length / 20;
const speakFast: Behaviour = (response, _attempt, { body }) =>
	sendJson(response, 200, answerBody(toneWav(secondsOf(JSON.parse(body).contents[0].parts[0].text))));

/** What was asked for: whose voice says what. */
const asked = () =>
	upstream.requests
		.map(({ body }) => JSON.parse(body))
		.map(({ contents, generationConfig }) => ({
			voice: generationConfig.speechConfig.voiceConfig.prebuiltVoiceConfig.voiceName as string,
			language: generationConfig.speechConfig.languageCode as string | undefined,
			style: contents[0].parts[0].speechMetadata?.style as string | undefined,
			text: contents[0].parts[0].text as string,
		}));
const voicesAndTexts = () => asked().map(({ voice, text }) => [voice, text]);

const isSilent = (packet: Uint8Array) => packet.length === 3;
/** How long the sounds in packets last and the pauses between them, in ms, in turn. */
const measureTurns = (packets: readonly Uint8Array[]): number[] => {
	const runs: { silent: boolean; ms: number }[] = [];
	for (const packet of packets) {
		const last = runs.at(-1);
		if (last?.silent === isSilent(packet)) last.ms += 20;
		else runs.push({ silent: isSilent(packet), ms: 20 });
	}
	return runs.map(({ ms }) => ms);
};
const packetsIn = (file: Uint8Array) =>
	parseOgg(file)
		.slice(2)
		.flatMap(({ packets }) => packets);

describe("a dialogue", () => {
	test("five speakers of 6,000 characters: each turn is one request, in order, with a pause, and kept", async () => {
		const speakers = ["Kore", "Puck", "Leda", "Orus", "Zephyr"];
		const turns = Array.from({ length: 15 }, (_, n) => ({
			voice: speakers[n % 5] as string,
			text: `${"Circumstances deteriorated notwithstanding everything. ".repeat(4 + ((n * 5) % 7))}This is number ${n}.`,
		}));
		const script = turns.map(({ voice, text }) => `${voice}: ${text}`).join("\n");
		expect(script.length).toBeGreaterThan(5_800);
		expect(script.length).toBeLessThanOrEqual(6_000);
		upstream.behave(speakFast);
		const first = await say(script);
		expect(first.content).toMatch(
			/^\*\*Kore, Puck, Leda, Orus …\*\* · \d:\d\d\n> Kore: Circumstances deteriorated/,
		);
		const byText = (a: unknown[], b: unknown[]) => String(a[1]).localeCompare(String(b[1]));
		expect(voicesAndTexts().sort(byText)).toEqual(turns.map(({ voice, text }) => [voice, text]).sort(byText));

		const heard = measureTurns(packetsIn(first.attachments[0]?.bytes as Uint8Array));
		expect(heard).toHaveLength(29);
		turns.forEach(({ text }, n) => {
			expect(Math.abs((heard[2 * n] ?? 0) - secondsOf(text) * 1_000)).toBeLessThan(80);
		});
		const pauses = heard.filter((_, at) => at % 2 === 1);
		expect(Math.min(...pauses)).toBeGreaterThanOrEqual(300);
		expect(Math.max(...pauses)).toBeLessThanOrEqual(500);

		upstream.behave(speakWell);
		const again = await say(script);
		expect(again.attachments[0]?.bytes).toEqual(first.attachments[0]?.bytes);
		expect(upstream.requests).toEqual([]);
	});

	test("what comes before the first name is in the member's own voice, and names count whatever their case", async () => {
		await say("It was a dark night.\nkore: Who is there?\nPUCK: Only me!", { voice: "Charon" });
		expect(voicesAndTexts().sort()).toEqual([
			["Charon", "It was a dark night."],
			["Kore", "Who is there?"],
			["Puck", "Only me!"],
		]);
	});

	test("labels stay words, even if the operator calls a voice so", async () => {
		const text = "Note: this stays.\nReminder: so does this, and Kore: too.";
		const { content, components } = await say(text);
		expect(content).toContain("**Kore** ·");
		expect(JSON.stringify(components)).toContain("say:revoice:");
		expect(asked().map(({ text: said }) => said)).toEqual([text]);
	});

	test("of a message, only names in their own case count, and code and spoilers stay whole", async () => {
		const { playground } = herald;
		const content = "Kore: Good news.\npuck: None at all.\nLeda: ||It\nPuck: won||";
		await answered(playground.messageCommand(member, "Speak", playground.post(owner, content)));
		expect(voicesAndTexts().sort()).toEqual([
			["Kore", "Good news.\npuck: None at all."],
			["Leda", "spoiler"],
		]);
	});

	test("in a channel, the speakers and their pauses are heard, the queue names them, and as a file it costs nothing", async () => {
		const { voice } = herald.playground;
		voice.join(member);
		voice.join(owner);
		const text = "Kore: Who is there, behind the door? Puck: Nobody but me, I am afraid.";
		const trace = use("say", { text, as: "channel" });
		const spoken = await trace.message((seen) => /speaks? in <#/.test(seen.content));
		expect(spoken.content).toMatch(/^\*\*Kore, Puck\*\* /);
		const { content: queue } = await use("queue").firstAnswer();
		expect(queue).toContain("Kore, Puck");
		const over = await trace.message(
			(seen) => seen.components[0] !== undefined && !/skip/.test(JSON.stringify(seen.components)),
		);
		const heard = measureTurns(voice.heard(owner).packets.map(({ opus }) => opus));
		const [words, pause, others] = heard.slice(heard.findIndex((ms) => ms > 1_500));
		expect(Math.min(words ?? 0, others ?? 0)).toBeGreaterThan(1_500);
		expect(pause).toBeGreaterThanOrEqual(300);
		expect(pause).toBeLessThanOrEqual(500);
		expect(upstream.requests).toHaveLength(2);
		const button = JSON.stringify(over.components).match(/say:file:[^"]+/)?.[0] ?? "";
		const file = await answered(herald.playground.click(member, over, button));
		expect(file.content).toContain("**Kore, Puck** ·");
		expect(JSON.stringify(file.components)).not.toContain("say:revoice:");
		expect(measureTurns(packetsIn(file.attachments[0]?.bytes as Uint8Array))).toHaveLength(3);
		expect(upstream.requests).toHaveLength(2);
		await use("leave").firstAnswer();
	});

	test("in messages that are read aloud, names count in their own case, unless the server doesn't want that", async () => {
		const { playground } = herald;
		const channel = playground.home.voice;
		playground.voice.join(member);
		playground.voice.join(owner);
		await use("server reading", { "voice-chat": true, names: "off" }, owner).firstAnswer();
		await use("join").firstAnswer();
		const readAloud = async (content: string, count: number) => {
			upstream.behave(speakFast);
			const message = playground.post(member, content, { channel });
			const { content: verdict } = await playground
				.messageCommand(owner, "Read or not?", message)
				.message((seen) => seen.content !== "");
			await eventually(() => expect(upstream.requests).toHaveLength(count));
			return { verdict, asked: voicesAndTexts().sort() };
		};
		const first = await readAloud("Kore: 1, it begins.\nPuck: 2, it ends. kore: 3.", 2);
		expect(first.verdict).toContain("Kore: 1, it begins. Puck: 2, it ends. kore: 3.");
		expect(first.asked).toEqual([
			["Kore", "1, it begins."],
			["Puck", "2, it ends. kore: 3."],
		]);
		expect((await readAloud("leda: 4, nobody.", 1)).asked).toEqual([["Kore", "leda: 4, nobody."]]);
		await use("server reading", { dialogue: false }, owner).firstAnswer();
		expect((await readAloud("Puck: 5, nobody.", 1)).asked).toEqual([["Kore", "Puck: 5, nobody."]]);
		await use("leave").firstAnswer();
	});
});
