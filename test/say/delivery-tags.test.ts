import { describe, expect, onTestFinished, test } from "vitest";
import type { Herald } from "../support/herald.ts";
import { measureTurns, packetsIn } from "../support/ogg.ts";
import { serverPanel } from "../support/server-panel.ts";
import { speakThroughout, type Upstream } from "../support/upstream.ts";
import { startWorld } from "../support/world.ts";

let upstream: Upstream;
let herald: Herald;

const start = async (SPEECH_MODELS: string, SPEECH_STYLE = "auto") => {
	const world = await startWorld({ SPEECH_MODELS, SPEECH_STYLE, MEMBER_TEXTS_PER_MINUTE: "0" });
	onTestFinished(world.stop);
	({ upstream, herald } = world);
};

const say = (text: string, values: Record<string, string> = {}) => {
	const { playground } = herald;
	return playground
		.command(playground.home.ordinary, "say", { text, as: "file", ...values })
		.message(({ attachments }) => attachments.length > 0);
};

/** The texts that were requested, each with its style. Lines of one text are requested side by side, in any order. */
const asked = () => upstream.asked().map(({ text, style = "" }) => [text, style]);

const newest = "gemini-3.8-flash-tts";
const older = "gemini-3.1-flash-tts-preview";

describe("delivery tags are written as each model accepts them", () => {
	test.each([
		[
			newest,
			"auto",
			[
				["Well [laughs] done", "Well <laugh> done", ""],
				["Na gut [seufzt] komm", "Na gut <sigh> komm", ""],
				["Il dit [tousse] bonjour", "Il dit <cough> bonjour", ""],
				["Y luego [grito ahogado] nada", "Y luego <gasp> nada", ""],
				["[sussurra] Vem [arfa] aqui", "Vem <gasp> aqui", "whispering"],
				["[悲しい] さようなら", "さようなら", "sad"],
				["［悲しい］ またね", "またね", "sad"],
				["[giggles] So [chuckles] funny", "<giggle> So <chuckle> funny", ""],
				["Sie [weint] und [schluchzt]", "Sie <cry> und <sob>", ""],
				["Il [bâille] et [éternue]", "Il <yawn> et <sneeze>", ""],
				["Ella [gruñe] y [carraspea]", "Ella <groan> y <throat-clearing>", ""],
				["[叫ぶ] 逃げろ", "<shout> 逃げろ", ""],
				["[moans] no <scream>", "moans no scream", ""],
				["See [this] and [3], 1 < 2 > 0", "See this and [3], 1 < 2 > 0", ""],
				["[laughs](https://example.org) there", "laughs there", ""],
				["It is `[laughs]` there", "It is laughs there", ""],
			],
		],
		[
			newest,
			"none",
			[
				["[excited] Hello all", "Hello all", ""],
				["[sighs] [sad] I miss you", "<sigh> I miss you", ""],
				["Oh no [pause 1s] [laughs]", "Oh no <laugh>", ""],
			],
		],
		[newest, "prompt", [["[excited] Hello you", "Hello you", "excited"]]],
		[
			older,
			"auto",
			[
				["Well [Laughs] done", "Well [laughs] done", ""],
				["[whispers] Come here", "[whispers] Come here", ""],
				["[excited] Come here", "Come here", "excited"],
				["Well [coughs] done", "Well done", "coughing"],
				["[grita] Fora daqui", "Fora daqui", "shouting"],
			],
		],
		[older, "metadata", [["Well [coughs] done", "Well done", ""]]],
	])("with %s and SPEECH_STYLE=%s", async (model, styles, rows) => {
		await start(model, styles);
		for (const [text = ""] of rows) await say(text);
		expect(asked()).toEqual(rows.map(([, sent, style]) => [sent, style]));
	});

	test("a lasting tag counts up to the next tag or the end of the line, and is combined with the member's style", async () => {
		await start(newest);
		await say("One [whispers] two. [sad] Three\nfour", { style: "slowly" });
		expect(asked().toSorted()).toEqual([
			["One", "slowly"],
			["Three", "slowly, sad"],
			["four", "slowly"],
			["two.", "slowly, whispering"],
		]);
	});

	test("a text of tags alone isn't sent", async () => {
		await start(newest);
		const { playground } = herald;
		const answer = playground.command(playground.home.ordinary, "say", { text: "[laughs] [pause 2s]" });
		expect((await answer.firstAnswer()).content).toMatch(/needs a letter or a digit/);
		expect(upstream.requests).toHaveLength(0);
	});
});

test("pauses are silence without a request, and count towards the longest text in a voice channel", async () => {
	await start(newest);
	upstream.behave(speakThroughout);
	const texts: readonly (readonly [string, number])[] = [
		["One [pause 2s] two", 2_000],
		["Three [Pause 1,5 s] four", 1_500],
		["Five [pausa] six", 1_000],
		["Seven [間 0.5秒] eight", 500],
		["Six ［間 2秒］ seven", 2_000],
		["Eight [Pause 2 Sekunden] nine", 2_000],
		["Nine [pause 60s] ten", 5_000],
		["Eleven [pause 0s] twelve", 200],
		["Then [pause 5s] [pause 5s] [pause 5s] more", 10_000],
	];
	for (const [text, ms] of texts) {
		const { attachments } = await say(text);
		const [, pause = 0] = measureTurns(packetsIn(attachments[0]?.bytes as Uint8Array));
		expect(Math.abs(pause - ms), text).toBeLessThanOrEqual(120);
	}
	expect(
		asked()
			.map(([text]) => text)
			.sort(),
	).toEqual(texts.flatMap(([text]) => text.split(/(?: [[［][^\]］]+[\]］])+ /)).sort());

	const { playground } = herald;
	const { owner, ordinary } = playground.home;
	await serverPanel(playground, owner).set({ textSeconds: 5 });
	playground.voice.join(ordinary);
	const values = { text: "Again [pause 5s] two", as: "channel" };
	expect((await playground.command(ordinary, "say", values).firstAnswer()).content).toMatch(/5 seconds/);
	expect(upstream.requests).toHaveLength(2 * texts.length);
});
