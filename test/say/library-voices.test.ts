import { beforeEach, expect, test } from "vitest";
import { withSound } from "../support/answers.ts";
import type { Values } from "../support/herald.ts";
import { serverPanel } from "../support/server-panel.ts";
import { isStream, sendEvents, speakWords, wholeStream } from "../support/streams.ts";
import { type Behaviour, sendJson, speakWell } from "../support/upstream.ts";
import { useWorld } from "../support/world.ts";

/** Speaks, but refuses the voice Ada, as a service does that has only the thirty prebuilt voices. */
const refuseLibrary: Behaviour = (response, attempt, request) => {
	if (/"voice(?:Name)?":"Ada"/.test(request.body))
		return sendJson(response, 400, { error: { message: "No matching speaker voice found", code: 400 } });
	if (isStream(request)) return sendEvents(response, wholeStream(speakWords()));
	return speakWell(response, attempt, request);
};

const { upstream, herald, playground, member } = await useWorld({
	SPEECH_STREAM: "on",
	SPEECH_VOICES: "Ada (female, calm)",
	MEMBER_SECONDS_PER_DAY: "0",
	GUILD_SECONDS_PER_DAY: "0",
});
beforeEach(() => {
	herald.advance(61_000);
	upstream.behave(refuseLibrary);
});

const note = "-# The speech service doesn't have this voice, so another one was used.";
const heard = (name: string, values: Values) => withSound(herald.use(member, name, values));

test("if the service lacks a voice, another one speaks, with a note in files, samples and dialogues", async () => {
	const file = await heard("say", { text: "Good morning to you all.", voice: "Ada" });
	expect(file.content).toMatch(/^\*\*Ada\*\* · /);
	expect(file.content.split("\n")).toContain(note);
	// It is known by now that the voice is missing, so it isn't asked for again: each of the three Lines takes one request.
	const { length } = upstream.requests;
	const sample = await heard("voice try", { voice: "Ada" });
	expect(sample.content.split("\n")).toContain(note);
	const dialogue = await heard("say", { text: "Ada: Who is it, so late?\nPuck: It is the wind." });
	expect(dialogue.content.split("\n").filter((line) => line === note)).toHaveLength(1);
	expect(upstream.requests).toHaveLength(length + 3);
	const again = await heard("say", { text: "Good morning to you all.", voice: "Ada" });
	expect(again.content.split("\n")).toContain(note);
	const own = await heard("say", { text: "Good evening to you all.", voice: "Leda" });
	expect(own.content).not.toContain(note);
});

test("in a voice channel, the replacing voice is streamed, with a note in the answer", async () => {
	playground.voice.join(member);
	await herald.restart();
	upstream.behave(refuseLibrary);
	const text = "Five words and a number follow, 1.";
	const trace = herald.use(member, "say", { text, voice: "Ada", as: "channel" });
	const spoken = await trace.message(({ content }) => content.includes(note));
	expect(spoken.content).toMatch(/^\*\*Ada\*\* /);
	expect(upstream.requests.map(isStream)).toEqual([true, true, true]);
	await trace.message(({ content }) => /finished/.test(content) && content.includes(note));
});

test("a preset with the name of a voice added later is listed once", async () => {
	const { owner } = playground.home;
	const panel = serverPanel(playground, owner);
	await panel.add("presets", { name: "Robin", voice: "Kore" });
	await herald.restart({ SPEECH_VOICES: "Robin" });
	const found = await panel.fill(await panel.openVoices(), "server:ask:voice", { value: "Robin" });
	const options = found.components.flatMap((each) => (each.options ?? []) as { readonly value: string }[]);
	expect(options.filter(({ value }) => value === "Robin")).toHaveLength(1);
});
