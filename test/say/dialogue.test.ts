import { eventually } from "@herald/common/testing/eventually.ts";
import type { Member } from "@herald/playground";
import { beforeEach, describe, expect, test } from "vitest";
import { toldAlone } from "../support/answers.ts";
import { seeText } from "../support/discord-markup.ts";
import type { Herald } from "../support/herald.ts";
import { measureTurns, packetsIn } from "../support/ogg.ts";
import { serverPanel, textOf } from "../support/server-panel.ts";
import { type Behaviour, readAsked, sound, speakWell } from "../support/upstream.ts";
import { useWorld } from "../support/world.ts";

let owner: Member;
let member: Member;

const { upstream, herald, playground } = await useWorld({
	SPEECH_VOICES: "Note",
	MEMBER_SECONDS_PER_DAY: "0",
	GUILD_SECONDS_PER_DAY: "0",
});
beforeEach(() => {
	({ owner, ordinary: member } = playground.home);
	herald.advance(61_000);
	upstream.behave(speakWell);
});

type Values = Parameters<Herald["playground"]["command"]>[2];
const use = (name: string, values: Values = {}, who = member) => playground.command(who, name, values);
/** Waits for the answer with a sound or with the reason for none. */
const answered = (trace: ReturnType<typeof use>) =>
	trace.message((seen) => seen.attachments.length > 0 || (!seen.thinking && seen.ephemeral));
const say = (text: string, values: Values = {}) => answered(use("say", { text, as: "file", ...values }));

/** Any duration is plausible for a text with a number. */
const secondsOf = (text: string) => text.split(/\s+/).length / 20;
const speakFast: Behaviour = (response, attempt, request) =>
	sound(secondsOf(readAsked(request).text))(response, attempt, request);

const voicesAndTexts = () => upstream.asked().map(({ voice, text }) => [voice, text]);

/** The link that opens `/voice me`. */
const me = () => `</voice me:${playground.commands.list().find(({ name }) => name === "voice")?.id}>`;
const told = (name: string, values?: Values) => toldAlone(use(name, values));
const panel = () => serverPanel(playground, owner);
const namePreset = (values: Values) => told("voice preset", { action: "add", ...values });
const nameForServer = (values: Record<string, string>) => panel().add("presets", values);

describe("a dialogue", () => {
	test("with five speakers and 6,000 characters is one request for each turn, in order, with pauses, and is cached", async () => {
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

	test("begins in the member's own voice before the first name in any case, and its file is named after its first words", async () => {
		const text = "It was a dark night.\nkore: Who is there?\nPUCK: Only me!";
		const { attachments } = await say(text, { voice: "Charon" });
		expect(voicesAndTexts().sort()).toEqual([
			["Charon", "It was a dark night."],
			["Kore", "Who is there?"],
			["Puck", "Only me!"],
		]);
		expect(attachments[0]?.filename).toBe("Charon_It_was_a_dark_night_Who.ogg");
		const other = await say("Kore: Good morning!\nPuck: Good night.", { voice: "Charon" });
		expect(other.attachments[0]?.filename).toBe("Kore_Good_morning_Good_night.ogg");
	});

	test("isn't assumed for usual labels, even if the operator names a voice so", async () => {
		const text = "Note: this stays.\nReminder: so does this, and Kore: too.";
		const { content, components } = await say(text);
		expect(content).toContain("**Kore** ·");
		expect(JSON.stringify(components)).toContain("say:revoice:");
		expect(upstream.texts()).toEqual([text]);
	});

	test("in a message needs names in their own case, and keeps code and spoilers whole", async () => {
		playground.voice.leave(member);
		const content = "Kore: Good news.\npuck: None at all.\nLeda: ||It\nPuck: won||";
		await answered(playground.messageCommand(member, "Speak", playground.post(owner, content)));
		expect(voicesAndTexts().sort()).toEqual([
			["Kore", "Good news.\npuck: None at all."],
			["Leda", "spoiler"],
		]);
	});

	test("in messages that are read aloud needs names in their own case, unless the server turns it off", async () => {
		const channel = playground.home.voice;
		playground.voice.join(member);
		playground.voice.join(owner);
		await panel().set({ voiceChat: true, names: "off" });
		await use("join").firstAnswer();
		const readAloud = async (content: string, count: number) => {
			upstream.behave(speakFast);
			upstream.forgetAsked();
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
		await panel().set({ dialogue: false });
		expect((await readAloud("Puck: 5, nobody.", 1)).asked).toEqual([["Kore", "Puck: 5, nobody."]]);
		await panel().reset();
		await use("leave").firstAnswer();
	});
});

describe("presets", () => {
	beforeEach(() => {
		({ owner } = playground.world.addGuild({ name: "Elsewhere", members: [{ username: "ada" }] }));
		member = playground.world.addMember(owner.guild, { username: "ben" });
	});
	const nameNarrator = () =>
		nameForServer({ name: "Narrator", voice: "charon", style: "solemn", language: "German", speed: "0.9" });
	const nameWitch = () => namePreset({ name: "Old  Witch", voice: "Leda", style: "croaking" });
	const nameOwnNarrator = () => namePreset({ name: "narrator", voice: "Puck" });
	const nameGuards = async () => {
		for (let n = 1; n < 10; n++) await nameForServer({ name: `Guard ${n}`, voice: "Orus" });
	};
	const speak = async (text: string, values: Values = {}) => {
		upstream.forgetAsked();
		const { content } = await say(text, { as: "file", ...values });
		return { content, asked: upstream.asked().toSorted((a, b) => a.text.localeCompare(b.text)) };
	};

	test("are named combinations: the command's own options come first, then a member's presets, then the server's", async () => {
		expect(await nameNarrator()).toMatch(/^Added: \*\*Narrator\*\* Charon · solemn · German · 0\.9×\./m);
		await nameWitch();
		const one = await speak("Once upon a time, there was one.", { voice: "narrator" });
		expect(one.content).toMatch(/^\*\*Narrator\*\* ·/);
		expect(one.asked).toMatchObject([{ voice: "Charon", style: "solemn", language: "de" }]);
		const other = await speak("Once upon a time, there was another.", { voice: "Narrator", style: "merry" });
		expect(other.asked).toMatchObject([{ voice: "Charon", style: "merry", language: "de" }]);

		const text = "Narrator: A house.\nold witch: B, who nibbles at it? Kore: C, the wind.";
		const dialogue = await speak(text);
		expect(dialogue.content).toMatch(/^\*\*Narrator, Old Witch, Kore\*\* ·/);
		expect(dialogue.asked).toMatchObject([
			{ voice: "Charon", style: "solemn", text: "A house." },
			{ voice: "Leda", style: "croaking", text: "B, who nibbles at it?" },
			{ voice: "Kore", style: undefined, text: "C, the wind." },
		]);
		await nameOwnNarrator();
		expect((await speak("Narrator: A castle.")).asked).toMatchObject([{ voice: "Puck", style: undefined }]);
		expect(await told("voice preset", { action: "list" })).toBe(
			"Your presets here:\n**Old Witch** Leda · croaking\n**narrator** Puck",
		);
		expect(await told("voice show")).toContain("**Your presets** Old Witch (Leda), narrator (Puck)");
		expect(textOf(await panel().open("presets"))).toContain("**Presets:** 1 entry");
	});

	test("may have a name of one character if that is a word, and apostrophes match as phones type them", async () => {
		await namePreset({ name: "姫", voice: "Leda" });
		await namePreset({ name: "O'Neil", voice: "Orus" });
		const { asked: said } = await speak("姫：A, good day.\nO’Neil: B, good night. \\Kore: no speaker.");
		expect(said).toMatchObject([
			{ voice: "Leda", text: "A, good day." },
			{ voice: "Orus", text: "B, good night. Kore: no speaker." },
		]);
	});

	test("are among the suggestions for an unknown name", async () => {
		await nameWitch();
		expect(await told("say", { text: "Who?", voice: "Old Wich" })).toMatch(
			/Did you mean \*\*Old Witch\*\*, /,
		);
	});

	test("come first in the list of voices, and leave room for twenty voices", async () => {
		for (const name of [nameNarrator, nameWitch, nameOwnNarrator, nameGuards]) await name();
		expect(await nameForServer({ name: "Guard 10", voice: "Orus" })).toMatch(
			/^The list holds at most 10 entries/m,
		);
		const complete = async (name: string, values: NonNullable<Values>, focused = "voice", who = member) =>
			(await playground.autocomplete(who, name, values, focused)).map((choice) => choice.name);
		const all = await complete("say", { voice: "" });
		expect(all.slice(0, 3)).toEqual(["Old Witch (Leda)", "narrator (Puck)", "Guard 1 (Orus)"]);
		expect(all.filter((name) => name.includes("("))).toHaveLength(5);
		expect(all).toHaveLength(25);
		expect(await complete("say", { voice: "guard" })).toHaveLength(9);
		expect(await complete("say", { voice: "Zubenelgenubi" })).toEqual(["Zubenelgenubi, casual, male"]);
		const found = await panel().fill(await panel().openVoices(), "server:ask:voice", { value: "narr" });
		const menu = found.components.find(({ custom_id: id }) => id === "server:choose:voice");
		const labels = ((menu?.options ?? []) as { label: string }[]).map(({ label }) => label);
		expect(labels.slice(0, 2)).toEqual(["Default: Kore", "Narrator (Charon)"]);
		expect(labels[2]).not.toContain("(");
		expect((await complete("voice preset", { action: "add", voice: "narr" })).join()).not.toContain("(");
		expect(await complete("voice preset", { action: "remove", name: "W" }, "name")).toEqual(["Old Witch"]);
	});

	test.each([
		["Kore", /is already a voice/],
		["reminder", /appears in ordinary texts/],
		["Nota", /appears in ordinary texts/],
		["x", /two to 32 letters/],
		["**Bold**", /two to 32 letters/],
		["Darn it", /contains a blocked word/],
	])("can't be called %s", async (name, why) => {
		await panel().add("words", { words: "darn" });
		expect(await namePreset({ name, voice: "Kore" })).toMatch(why);
	});

	test("that a member uses and that are removed are reported once, with the voice used instead", async () => {
		await nameWitch();
		await nameGuards();
		await panel().set({ voice: "Guard 1" });
		expect(await told("voice show")).toContain("**Voice** Guard 1 (Orus) (this server's choice)");
		await told("voice me", { style: "whispering" });
		expect(await told("voice me", { voice: "old witch" })).toContain(
			"**Voice** Old Witch (Leda) (your choice)\n**Style** croaking (your choice)",
		);
		expect((await speak("It is me who speaks.")).asked).toMatchObject([{ voice: "Leda", style: "croaking" }]);
		await told("voice me", { voice: "Guard 9" });
		expect(await panel().remove("presets", "Guard 9")).toMatch(/^Removed: \*\*Guard 9\*\* Orus\./m);
		const { content } = await speak("It is still me.");
		expect(content).toContain(
			`The preset Guard 9 no longer exists, so you sound like Guard 1 now: choose another with ${me()}.`,
		);
		// Herald stores that the member was told, but only after its answer.
		await eventually(async () =>
			expect((await speak("It is me again.")).content).not.toContain("no longer exists"),
		);
		expect(await told("voice preset", { action: "remove", name: "guard 9" })).toContain("Not on the list");

		await told("voice me", { voice: "Guard 8" });
		await panel().remove("presets", "Guard 8");
		const file = playground.upload("long.txt", Buffer.from("Paragraphs of a long text. ".repeat(250)));
		const status = await use("say", { file, as: "file" }).firstAnswer();
		expect(status.content).toContain("The preset Guard 8 no longer exists");
		await eventually(async () => expect(await told("voice show")).not.toContain("Guard 8"));
	});

	test("removed by a member who uses them are reported at once, even if the server's preset replaces them", async () => {
		await nameNarrator();
		await nameOwnNarrator();
		const before = await panel().reset("voice");
		expect(before).toContain("**Style:** none (default)\n**Speed:** 1× (default)");
		expect(await panel().set({ voice: "Narrator" })).toMatch(
			/Voice:\*\* Narrator \(Charon\)\n.*\n\*\*Style:\*\* solemn.*\n\*\*Speed:\*\* 0\.9×.*\n\*\*Language:\*\* German/,
		);
		await told("voice me", { voice: "narrator" });
		expect(await told("voice preset", { action: "remove", name: "NARRATOR" })).toBe(
			`NARRATOR was removed.\n-# The preset narrator no longer exists, so you sound like this server's preset Narrator now: choose another with ${me()}.`,
		);
		await namePreset({ name: "Ogre", voice: "Orus" });
		await told("voice me", { voice: "Ogre" });
		expect(await told("voice preset", { action: "remove", name: "Ogre" })).toContain(
			"so you sound like Narrator now",
		);
		expect((await speak("It was told already.")).content).not.toContain("no longer exists");
		await nameForServer({ name: "Giant", voice: "Orus" });
		await panel().set({ voice: "Giant" });
		const removed = await panel().remove("presets", "Giant");
		expect(removed).toContain("This server's preset Giant no longer exists, so Kore speaks now");
	});

	test("with a language that doesn't exist are refused, with the language shown as it was typed", async () => {
		const given = "**x** [a](https://b.example)";
		for (const values of [{ voice: given }, { language: given }]) {
			const { open } = seeText((await say("Who?", values)).content);
			expect(open.replaceAll("\u200b", "")).toContain(`“${given}”`);
		}
	});

	test("of a member are erased with the member's other data, and the server's stay", async () => {
		await nameNarrator();
		await nameWitch();
		const asks = await use("forget-me").firstAnswer();
		const yes = JSON.stringify(asks.components).match(/forget-me:erase[^"]*/)?.[0] ?? "";
		const done = playground.click(member, asks, yes);
		await done.message(({ content }) => /your preset/.test(content));
		expect(await told("voice preset", { action: "list" })).toBe("You have no presets here.");
		expect(textOf(await panel().open("presets"))).toContain("**Narrator** Charon");
	});
});
