import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { writeWav } from "@herald/common/audio/pcm.ts";
import { eventually } from "@herald/common/testing/eventually.ts";
import type { InteractionTrace, Member } from "@herald/playground";
import { beforeEach, describe, expect, test } from "vitest";
import { patientAttempts, startHerald } from "../support/herald.ts";
import { lookUpNumber } from "../support/look-into.ts";
import { readMetrics, sumOf } from "../support/read-metrics.ts";
import { serverPanel } from "../support/server-panel.ts";
import {
	endEvent,
	hearWords,
	isStream,
	sendEvents,
	soundEvents,
	speakWords,
	wholeStream,
	words,
	writeEvent,
} from "../support/streams.ts";
import { answerBody, type Behaviour, sendJson, speakWell } from "../support/upstream.ts";
import { useWorld } from "../support/world.ts";

const settings = { SPEECH_STREAM: "on", OPERATIONS_PORT: "0", MEMBER_TEXTS_PER_MINUTE: "0" };
const { upstream, herald, playground, owner, member } = await useWorld(settings, { timing: patientAttempts });
const { home, voice } = playground;
voice.join(member);
voice.join(owner);
beforeEach(async () => {
	await silent();
	voice.forgetHeard(owner);
});

const samples = speakWords();
const say = (text: string, as = "channel", who = member): InteractionTrace => herald.say(who, text, { as });
const heard = () => voice.heard(owner).packets.map(({ opus }) => opus);
const sounds = () => heard().filter(({ length }) => length > 10);
const silent = () => eventually(() => expect(voice.isSpeaking(home.guild)).toBe(false));
const pitches = () => hearWords(heard()).map(([hertz]) => hertz);
/** Resolves once a text is heard. */
const isSounding = () => eventually(() => expect(sounds().length).toBeGreaterThan(5));
const finished = (trace: InteractionTrace) => trace.message(({ content }) => /· finished/.test(content));
const asked = () => upstream.requests.map((request) => (isStream(request) ? "stream" : "one piece"));
let texts = 0;
/** A new text, which isn't in the cache, and for which a sound of five words is plausible. */
const nextText = () => {
	texts += 1;
	return `Five words and a number follow, ${texts}.`;
};

/** Has a text spoken in the channel. Resolves once it is heard. */
const begin = async (text = nextText(), who = member): Promise<InteractionTrace> => {
	const trace = say(text, "channel", who);
	await isSounding();
	return trace;
};

const streamWell: Behaviour = (response, attempt, request) =>
	isStream(request) ? sendEvents(response, wholeStream(samples)) : speakWell(response, attempt, request);

/** Makes the service hold its stream after this many events, until the test releases it. */
const holdStreams = (eventsBefore = 8) => {
	const begun = Promise.withResolvers<ServerResponse>();
	const held = Promise.withResolvers<void>();
	const events = soundEvents(samples);
	upstream.behave(async (response, attempt, request) => {
		if (!isStream(request)) {
			speakWell(response, attempt, request);
			return;
		}
		await sendEvents(response, events.slice(0, eventsBefore).join(""), { end: false });
		begun.resolve(response);
		await held.promise;
		response.end(events.slice(eventsBefore).join("") + writeEvent(endEvent(samples.length)));
	});
	return {
		/** Resolves once the connection is closed, to whether the whole stream was sent. */
		closed: async () => {
			const response = await begun.promise;
			if (!response.closed) await once(response, "close");
			return response.writableFinished;
		},
		release: () => held.resolve(),
	};
};

describe("the first Line of a text in a voice channel", () => {
	test("is the only one streamed: later ones, and files, are requested in one piece", async () => {
		upstream.behave(streamWell);
		const long = `${nextText()} ${"This sentence makes it long, as it comes again and again. ".repeat(2)}`;
		await finished(say(long));
		expect(asked()[0]).toBe("stream");
		expect(asked().slice(1)).toContain("one piece");
		expect(asked().slice(1)).not.toContain("stream");
		upstream.behave(streamWell);
		await say(nextText(), "file").message((seen) => seen.attachments.length > 0);
		expect(asked()).toEqual(["one piece"]);
	});

	test.each([
		["Herald's own service", () => ({}), "stream"],
		[
			"another, which may bill streams otherwise",
			() => ({ SPEECH_BASE_URL: upstream.baseUrl, SPEECH_API_KEY: "sk" }),
			"one piece",
		],
	])("is requested as SPEECH_STREAM=auto decides for %s", async (_, settings, how) => {
		upstream.behave(streamWell);
		const paths: string[] = [];
		const note = (message: unknown) => paths.push((message as { request: { path: string } }).request.path);
		subscribe("undici:request:create", note);
		const other = await startHerald(settings());
		const { ordinary } = other.playground.home;
		other.playground.voice.join(ordinary);
		await finished(other.say(ordinary, nextText(), { as: "channel" }));
		await other.stop();
		unsubscribe("undici:request:create", note);
		const speech = paths.filter((path) => /:(?:streamG|g)enerateContent/.test(path));
		expect(speech.map((path) => (isStream({ path }) ? "stream" : "one piece"))).toEqual([how]);
	});

	test("isn't streamed behind another text", async () => {
		const stream = holdStreams();
		const first = await begin();
		const second = say(nextText(), "channel", owner);
		await eventually(() => expect(asked()).toEqual(["stream", "one piece"]));
		stream.release();
		await playground.command(owner, "stop");
		for (const trace of [first, second]) await trace.message((seen) => /topped/.test(seen.content));
	});
});

/** Adds a member for whom nothing was spoken yet, and has that member join the voice channel. */
const addListener = (): Member => {
	const listener = playground.world.addMember(home.guild, { username: `listener${texts}` });
	voice.join(listener);
	return listener;
};
/** What is counted for a member today, in ms. */
const countedMs = ({ user }: Member): number =>
	lookUpNumber(herald.dataDir, `SELECT total(made_ms) FROM speech_days WHERE user_id = '${user.id}'`);

describe("in the middle of a stream,", () => {
	const ends: readonly [string, (who: Member) => unknown][] = [
		["a skip", (who) => playground.command(who, "skip")],
		["a stop", () => playground.command(owner, "stop")],
		["a leave", () => playground.command(owner, "leave")],
	];
	test.each(ends)(
		"%s takes effect at once, and the stream is received to its end, charged once and cached",
		async (_, end) => {
			const stream = holdStreams();
			const text = nextText();
			const who = addListener();
			const trace = await begin(text, who);
			await end(who);
			await trace.message((seen) => /kipped|topped|left/.test(seen.content));
			const soundsBefore = sounds().length;
			await silent();
			// A few frames were already on their way.
			expect(sounds().length - soundsBefore).toBeLessThanOrEqual(3);
			stream.release();
			expect(await stream.closed()).toBe(true);
			voice.forgetHeard(owner);
			await finished(say(text));
			expect(upstream.requests).toHaveLength(1);
			await silent();
			expect(pitches()).toEqual(words);
			await eventually(() => expect(countedMs(who)).toBe(samples.length / 24));
		},
	);

	test("a stop without a grace cuts the stream off, and its estimate counts", async () => {
		const stream = holdStreams();
		const who = addListener();
		const trace = await begin(nextText(), who);
		const estimateMs = countedMs(who);
		await herald.restart();
		expect(await stream.closed()).toBe(false);
		await trace.message((seen) => /not finished|restarting/.test(seen.content));
		expect(countedMs(who)).toBe(estimateMs);
		expect(estimateMs).toBeGreaterThan(0);
		stream.release();
	});

	test("a stop with a grace receives the stream of a skipped text to its end", async () => {
		const stream = holdStreams();
		const trace = await begin();
		await playground.command(member, "skip");
		await trace.message((seen) => /kipped/.test(seen.content));
		const restarted = herald.restart(undefined, 20_000);
		for (let times = 0; times < 3; times += 1)
			expect((await say(nextText()).firstAnswer()).content).toMatch(/restarting/);
		stream.release();
		expect(await stream.closed()).toBe(true);
		await restarted;
	});
});

test("speech that arrives too slowly pauses, which is counted, and goes on with all its words", async () => {
	const port = herald.logs.findLast(({ event }) => event === "operations_listening")?.port;
	const count = async () =>
		sumOf(await readMetrics(`http://127.0.0.1:${port}`), "herald_voice_underruns_total");
	const before = await count();
	const stream = holdStreams();
	const trace = say(nextText());
	await eventually(async () => expect(await count()).toBe(before + 1));
	stream.release();
	await finished(trace);
	await silent();
	expect(pitches()).toEqual(words);
});

test("a text refused in the middle of its stream ends with a note that part of it was left out", async () => {
	const begin = soundEvents(samples).slice(0, 5).join("");
	upstream.behave(async (response) => {
		await sendEvents(response, begin, { end: false });
		// A refusal before anything is heard would silence the whole text.
		await isSounding();
		response.end(writeEvent(endEvent(0, "SAFETY")));
	});
	const trace = say(nextText());
	const told = await trace.message((seen) => /left out/.test(seen.content));
	expect(told.content).toMatch(/won't read this text/);
	await eventually(() => expect(pitches()).toEqual(words.slice(0, 2)));
});

/** Speaks each text in the same way, streamed or not: as five words, or as one other word for an author's name. */
const speakMessages: Behaviour = (response, _attempt, request) => {
	const said = request.body.includes("Five words") ? samples : speakWords([700]);
	return isStream(request)
		? sendEvents(response, wholeStream(said))
		: sendJson(response, 200, answerBody(writeWav({ samples: said, sampleRate: 24_000 })));
};

/** Has a message read aloud. Resolves once it was heard to its end. */
const hearMessage = async () => {
	voice.forgetHeard(owner);
	upstream.behave(speakMessages);
	playground.post(member, nextText(), { channel: home.voice });
	await eventually(() => expect(pitches().slice(-words.length)).toEqual(words));
	await silent();
};

test("a message that is read aloud is streamed after its cached name", async () => {
	await serverPanel(playground, owner).set({ voiceChat: true });
	await herald.use(member, "join").firstAnswer();
	await hearMessage();
	// The author's name is in the cache by now.
	await hearMessage();
	expect(asked()).toEqual(["stream"]);
});
