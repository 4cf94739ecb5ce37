import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { eventually } from "@herald/common/testing/eventually.ts";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { withSound } from "../support/answers.ts";
import type { Values } from "../support/herald.ts";
import { serverPanel, textOf } from "../support/server-panel.ts";
import { isStream, sendEvents, speakWords, wholeStream } from "../support/streams.ts";
import {
	type Behaviour,
	readAsked,
	sendJson,
	speakWell,
	startUpstream,
	type Upstream,
} from "../support/upstream.ts";
import { useWorld } from "../support/world.ts";

/** Two pages of voices as Google lists them, with some that Herald must leave out. */
const [page, lastPage] = JSON.parse(readFileSync(new URL("listed-voices.json", import.meta.url), "utf8"));

const listVoices: Parameters<Upstream["listVoices"]>[0] = (response, path) => {
	if (!path.includes("page_token=2")) return sendJson(response, 200, { voices: page, next_page_token: "2" });
	// As some proxies send it.
	response.writeHead(203, { "content-encoding": "gzip" });
	return response.end(gzipSync(JSON.stringify({ voices: lastPage })));
};
const noLimits = { MEMBER_SECONDS_PER_DAY: "0", GUILD_SECONDS_PER_DAY: "0" };
const upstream = await startUpstream();
upstream.listVoices(listVoices);
const service = { SPEECH_BASE_URL: upstream.baseUrl };
const { herald, playground, owner, member } = await useWorld({ ...service, ...noLimits });
afterAll(() => upstream.close());
beforeEach(() => {
	herald.advance(61_000);
	upstream.behave(speakWell);
});

const complete = async (voice: string, locale = "en-US") =>
	(await playground.autocomplete(member, "voice me", { voice }, "voice", { locale })).map(({ name }) => name);
const whenListed = () =>
	eventually(async () =>
		expect(await complete("advisor")).toEqual(["en-gb-advisor-9, Lawyer, Glasgow English, male"]),
	);

describe("voices that the service lists", () => {
	test("are found by name, language, accent and persona in the member's own language, in /voice and in the panel", async () => {
		await whenListed();
		const glasgow = ["en-gb-advisor-9, Lawyer, Glasgow English, male"];
		expect(await complete("glasgow")).toEqual(glasgow);
		expect(await complete("british male")).toEqual(glasgow);
		expect(await complete("lawyer 50")).toEqual(glasgow);
		expect(await complete("glasgo")).toEqual(glasgow);
		const sage = "ja-jp-storyteller-3, Storyteller & Narrator (Philosopher), Fukuoka";
		expect(await complete("japanisch weiblich", "de")).toEqual([`${sage}, weiblich`]);
		expect(await complete("日本語", "ja")).toEqual([expect.stringContaining("ja-jp-storyteller-3")]);
		const panel = serverPanel(playground, owner);
		const voices = await panel.click(await panel.open("voice"), "server:voices");
		const found = await panel.fill(voices, "server:ask:voice", { value: "Glasgow lawyer" });
		const menu = found.components.find(({ custom_id: id }) => id === "server:choose:voice");
		expect(menu?.options).toMatchObject([{ value: "-" }, { value: "en-gb-advisor-9" }]);
		const chosen = await panel.select(found, "server:choose:voice", ["en-gb-advisor-9"]);
		expect(textOf(chosen)).toMatch(/^Saved\. \*\*Voice:\*\* en-gb-advisor-9$/m);
		await panel.reset();
	});

	test("come after the thirty without duplicates or custom ones, and lists show them only to a search", async () => {
		expect(await complete("achernar")).toEqual(["Achernar, soft, female"]);
		expect(await complete("voice_abc123")).not.toContainEqual(expect.stringContaining("voice_abc"));
		const all = await complete("");
		expect(all).toHaveLength(25);
		expect(all[0]).toBe("Achernar, soft, female");
		const list = await herald.use(member, "voice list").firstAnswer();
		expect(list.content).not.toContain("advisor");
		expect(list.content).toContain("…and 3 more: search for them");
	});

	test("are shown as plain text, whatever the service says about them", async () => {
		const sample = await herald.use(member, "voice try", { voice: "adorned" }).firstAnswer();
		expect(sample.content).toMatch(/^\*\*adorned, \\\*\\\*Host\\\*\\\*, \\\[Rome/);
		expect(sample.content).not.toContain("https://rome");
	});

	test("are sent by their names, and stay known over a restart while the service is away", async () => {
		await herald.use(member, "voice me", { voice: "lawyer" }).firstAnswer();
		const said = await withSound(herald.say(member, "Good morning to you all."));
		expect(said.content).toMatch(/^\*\*en-gb-advisor-9\*\* · /);
		expect(upstream.requests.map(readAsked)[0]).toMatchObject({
			ofLibrary: "en-gb-advisor-9",
			voice: undefined,
		});
		const asked = upstream.listed.length;
		await herald.restart();
		expect((await herald.use(member, "voice show").firstAnswer()).content).toContain(
			"**Voice** en-gb-advisor-9",
		);
		expect(await complete("glasgow")).toHaveLength(1);
		// Herald asked for the list before the restart, and not again.
		expect(upstream.listed).toEqual([
			"/v1beta/voices?page_size=1000",
			"/v1beta/voices?page_size=1000&page_token=2",
		]);
		expect(upstream.listed).toHaveLength(asked);
	});

	test.each([
		["the operator lists some", { SPEECH_VOICES: "Ada" }],
		["SPEECH_EXTRAS is none", { SPEECH_EXTRAS: "none" }],
	])("aren't requested if %s", async (_, settings) => {
		await herald.restart({ ...settings });
		expect(await complete("glasgow")).toEqual([]);
		const gone = await herald.use(member, "voice show").firstAnswer();
		expect(gone.content).toContain("Your voice en-gb-advisor-9 is no longer available");
		await herald.restart({});
		expect(await complete("glasgow")).toHaveLength(1);
		expect(upstream.listed).toHaveLength(2);
	});
});

test.each([
	["has no list", 404, {}],
	["lists nothing", 200, { voices: [] }],
	["answers with something else", 200, { models: [] }],
	["lists endlessly", 200, { voices: [{ id: "again" }], next_page_token: "again" }],
])(
	"a service that %s is asked once for its voices, and the thirty voices remain",
	async (what, status, body) => {
		const other = await startUpstream();
		other.listVoices((response) => sendJson(response, status, body));
		await herald.restart({ SPEECH_BASE_URL: other.baseUrl });
		if (what !== "lists nothing")
			await eventually(() => expect(herald.logs.map((line) => line.event)).toContain("voices_not_listed"));
		expect(await complete("kore")).toEqual(["Kore, firm, female"]);
		await eventually(() => expect(other.listed.length).toBeGreaterThan(0));
		expect(other.listed.length).toBeLessThanOrEqual(2);
		await herald.restart({});
		await other.close();
	},
);

describe("a voice that the service lacks", () => {
	/** Speaks, but refuses the voice Ada, as a service does that has only the thirty prebuilt voices. */
	const refuseAda: Behaviour = (response, attempt, request) => {
		if (/"voice(?:Name)?":"Ada"/.test(request.body))
			return sendJson(response, 400, { error: { message: "No matching speaker voice found", code: 400 } });
		if (isStream(request)) return sendEvents(response, wholeStream(speakWords()));
		return speakWell(response, attempt, request);
	};
	beforeEach(async () => {
		await herald.restart({ SPEECH_STREAM: "on", SPEECH_VOICES: "Ada (female, calm)" });
		upstream.behave(refuseAda);
	});
	const note = "-# The speech service doesn't have this voice, so another one was used.";
	const notesIn = async (name: string, values: Values) => {
		const { content } = await withSound(herald.use(member, name, values));
		if (values?.voice === "Ada") expect(content).toMatch(/^\*\*Ada\b/);
		return content.split("\n").filter((line) => line === note).length;
	};

	test("is replaced by another one, with a note in files, samples and dialogues", async () => {
		const morning = { text: "Good morning to you all.", voice: "Ada" };
		expect(await notesIn("say", morning)).toBe(1);
		// It is known by now that the voice is missing, so it isn't asked for again: each of the three Lines takes one request.
		const { length } = upstream.requests;
		expect(await notesIn("voice try", { voice: "Ada" })).toBe(1);
		const dialogue = "Ada: Who is it, so late?\nPuck: It is the wind.";
		expect(await notesIn("say", { text: dialogue })).toBe(1);
		expect(upstream.requests).toHaveLength(length + 3);
		expect(await notesIn("say", morning)).toBe(1);
		expect(await notesIn("say", { text: "Good evening to you all.", voice: "Leda" })).toBe(0);
	});

	test("is replaced in a stream for a voice channel, with a note in the answer", async () => {
		playground.voice.join(member);
		const text = "Five words and a number follow, 1.";
		const trace = herald.use(member, "say", { text, voice: "Ada", as: "channel" });
		const spoken = await trace.message(({ content }) => content.includes(note));
		expect(spoken.content).toMatch(/^\*\*Ada\*\* /);
		expect(upstream.requests.map(isStream)).toEqual([true, true, true]);
		await trace.message(({ content }) => /finished/.test(content) && content.includes(note));
	});
});

test("a preset with the name of a voice added later is listed once", async () => {
	const panel = serverPanel(playground, owner);
	await panel.add("presets", { name: "Robin", voice: "Kore" });
	await herald.restart({ SPEECH_VOICES: "Robin" });
	const found = await panel.fill(await panel.openVoices(), "server:ask:voice", { value: "Robin" });
	const options = found.components.flatMap((each) => (each.options ?? []) as { readonly value: string }[]);
	expect(options.filter(({ value }) => value === "Robin")).toHaveLength(1);
});
