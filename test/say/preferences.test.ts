import type { InteractionTrace, Member } from "@herald/playground";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { alone, button, menuWith, toldAlone, withSound } from "../support/answers.ts";
import type { Herald, Values } from "../support/herald.ts";
import { lookInto, lookUpNumber } from "../support/look-into.ts";
import { readOgg } from "../support/ogg.ts";
import { serverPanel, textOf } from "../support/server-panel.ts";
import { speakWell } from "../support/upstream.ts";
import { useWorld } from "../support/world.ts";

const { upstream, herald, playground, owner, member } = await useWorld({ SPEECH_VOICES: "Robin" });
beforeEach(() => {
	herald.advance(61_000);
	upstream.behave(speakWell);
});

const told = (...used: Parameters<Herald["use"]>) => toldAlone(herald.use(...used));
const panel = serverPanel(playground, owner);
const sent = () => upstream.asked().at(-1);
/** Uses `/forget-me`. */
const askToForget = async () => {
	const asked = await herald.use(member, "forget-me").firstAnswer();
	return {
		press: async (what: "keep" | "erase"): Promise<string> => {
			const pressed = playground.click(member, asked, `forget-me:${what}`);
			return (await pressed.message(({ components }) => components.length === 0)).content;
		},
	};
};

describe("a text's voice and style", () => {
	/** Has a text spoken after a choice of each kind in `chosen`. */
	const check = async (chosen: readonly string[], ofOperator = "Kore") => {
		const [option, own, server] = ["option", "own", "server"].map((who) => chosen.includes(who));
		await told(member, "voice me", { reset: true, ...(own && { voice: "puck", style: "own style" }) });
		await panel.reset("voice");
		if (server) await panel.set({ voice: "zephyr", style: "server style" });
		const values = {
			text: `Chosen by ${[...chosen, ofOperator]}`,
			...(option && { voice: "fenrir", style: "option style" }),
		};
		const { content } = await herald.use(member, "say", values).firstAnswer();
		const ownVoice = own ? "Puck" : server ? "Zephyr" : ofOperator;
		const voice = option ? "Fenrir" : ownVoice;
		expect(content).toContain(`**${voice}**`);
		const [first] = chosen;
		expect(sent()).toMatchObject({ voice, style: first && `${first} style` });
		const from = own ? "your choice" : server ? "this server's choice" : "the default";
		expect(await told(member, "voice show")).toContain(`**Voice** ${ownVoice} (${from})`);
	};

	const all = ["option", "own", "server"];
	const subsets = [...Array(8).keys()].map(
		(bits) => [all.filter((_, at) => (bits >> at) % 2 === 1)] as const,
	);
	test.each(subsets)(
		"are the first that is chosen by the command's option, the member or the server: %j",
		(chosen) => check(chosen),
	);

	test("are by default those of the operator", async () => {
		await herald.restart({ DEFAULT_VOICE: "leda" });
		onTestFinished(() => herald.restart({}));
		await check([], "Leda");
		await check(["server"], "Leda");
	});

	test("a server can give each member without a chosen voice their own one, always the same", async () => {
		await panel.set({ voice: "Leda", memberVoices: "each" });
		const crowd = [...Array(12).keys()].map((n) =>
			playground.world.addMember(owner.guild, { username: `sounding${n}` }),
		);
		const voiceOf = async (who: Member, n: number) => {
			const text = `I sound like this, number ${n}`;
			return /^\*\*(\w+)\*\*/.exec((await herald.say(who, text, { as: "file" }).firstAnswer()).content)?.[1];
		};
		const voices: unknown[] = [];
		for (const who of crowd) voices.push(await voiceOf(who, 1));
		expect(new Set(voices).size).toBeGreaterThan(5);
		await herald.restart();
		for (const [n, who] of crowd.slice(0, 3).entries()) expect(await voiceOf(who, 2)).toBe(voices[n]);
		await told(member, "voice me", { voice: "Puck" });
		expect(await voiceOf(member, 1)).toBe("Puck");
		await told(member, "voice me", { reset: true });
		await panel.set({ memberVoices: null });
		expect(await voiceOf(member, 2)).toBe("Leda");
		await panel.reset("voice");
		for (const who of crowd) playground.world.removeMember(who);
	});

	test("a chosen voice that is gone is replaced by the next choice, and members who can change it are told", async () => {
		await told(member, "voice me", { voice: "Robin" });
		await panel.set({ voice: "Robin", style: null });
		await herald.restart({ SPEECH_VOICES: "" });
		onTestFinished(() => herald.restart({}));
		const mine = (await herald.say(member, "Robin has flown away").firstAnswer()).content;
		expect(mine).toMatch(/^\*\*Kore\*\*[\s\S]*Your voice Robin is no longer available/);
		expect(mine).not.toContain("This server's voice");
		const owners = (await herald.say(owner, "Robin has flown away").firstAnswer()).content;
		expect(owners).toContain("This server's voice Robin is no longer available");
		await panel.reset("voice");
		await told(member, "voice me", { reset: true });
	});
});

describe("the language of a text", () => {
	const say = async (text: string, language?: string) => {
		await herald.use(member, "say", { text, ...(language && { language }) }).firstAnswer();
		return sent()?.language;
	};

	test("is sent to another service only if it was set, and may be any that the service might speak", async () => {
		expect(await say("Which language is this?")).toBeUndefined();
		expect(await told(member, "voice show")).toContain("**Language** the language each text is written in");
		expect(await say("And this?", "Brazilian Portuguese")).toBe("pt-BR");
		await panel.set({ language: "german" });
		expect(await say("And that?")).toBe("de");
		await told(member, "voice me", { language: "tlh" });
		expect(await say("And those?")).toBe("tlh");
		await panel.reset("voice");
		await told(member, "voice me", { reset: true });
		expect(await say("And these?")).toBeUndefined();
	});
});

describe("speed", () => {
	const lengthOf = async (trace: InteractionTrace): Promise<number> =>
		readOgg((await withSound(trace)).attachments[0]?.bytes as Uint8Array).durationMs;
	const say = (values: Values = {}) =>
		lengthOf(herald.say(member, "How fast is this?", { as: "file", ...values }));

	test("is the command's, else the member's, else the server's, and other speeds need no further request", async () => {
		const plain = await say();
		const isAt = async (speed: number, values: Values = {}) =>
			expect(Math.abs((await say(values)) - plain / speed), `at ${speed}`).toBeLessThanOrEqual(20);
		const requests = upstream.requests.length;
		expect(await panel.set({ speed: 2 })).toContain("**Speed:** 2×\n");
		expect(await told(member, "voice show")).toContain("**Speed** 2× (this server's choice)");
		await isAt(2);
		expect(await told(member, "voice me", { speed: 0.754 })).toContain("**Speed** 0.75× (your choice)");
		expect(await told(member, "voice show", {}, "de")).toContain("**Tempo** 0,75× (deine Einstellung)");
		await isAt(0.75);
		await isAt(0.5, { speed: 0.5 });
		await isAt(1, { speed: 1 });
		await told(member, "voice me", { reset: true });
		await isAt(2);
		expect(await panel.reset("voice")).toContain("**Speed:** 1× (default)");
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

describe("/voice", () => {
	test("lists all voices and plays a sample of each, for the member alone, charged and cached", async () => {
		const list = await herald.use(member, "voice list").firstAnswer();
		expect(list.ephemeral).toBe(true);
		expect(list.content.match(/\*\*\w+\*\*/g)).toHaveLength(31);
		const hear = () => withSound(playground.select(member, list, menuWith(list, "Sulafat"), ["Sulafat"]));
		expect(await hear()).toMatchObject({ ephemeral: true, content: "**Sulafat, warm, female**" });
		await hear();
		expect(upstream.requests).toHaveLength(1);
	});

	describe("try", () => {
		const heard = async (trace: InteractionTrace) => {
			const sample = await withSound(trace);
			expect(sample.ephemeral).toBe(true);
			return sample;
		};
		type HeardSample = Awaited<ReturnType<typeof heard>>;
		const press = (who: Member, sample: HeardSample) =>
			playground.click(who, sample, button(sample, "voice:use:"));

		test("speaks a member's own sentence to that member alone, as it would sound", async () => {
			const values = { text: "Is this me?", voice: "leda", style: "whispering", speed: 0.5 };
			const sample = await heard(herald.use(member, "voice try", values));
			expect(sample.content).toBe("**Leda, youthful, female** · whispering · 0.5×");
			expect(sent()).toMatchObject({ voice: "Leda", text: "Is this me?", style: "whispering" });
			const requests = upstream.requests.length;
			await heard(herald.use(member, "voice try", { ...values, speed: 2 }));
			expect(upstream.requests).toHaveLength(requests);
			expect(await told(member, "voice show")).toContain("**Voice** Kore (the default)");
		});

		test("has the voice introduce itself in the member's language", async () => {
			await heard(herald.use(member, "voice try", { voice: "Zephyr" }, "de"));
			expect(sent()?.text).toBe("Hallo, ich bin Zephyr. So klinge ich.");
			await heard(herald.use(member, "voice try", { voice: "Zephyr", language: "fr" }));
			expect(sent()).toMatchObject({ text: "Bonjour, ici Zephyr. Voici ma voix.", language: "fr" });
		});

		test("has a button to choose the voice, for the member alone, even after a restart", async () => {
			const sample = await heard(
				herald.use(member, "voice try", { voice: "Puck", style: "calm", speed: 1.25 }),
			);
			await herald.restart();
			expect(() => press(owner, sample)).toThrow();
			expect(await toldAlone(press(member, sample))).toMatch(
				/saved:\n\*\*Voice\*\* Puck \(your choice\)\n\*\*Style\*\* calm \(your choice\)\n\*\*Speed\*\* 1.25×/,
			);
			// A sample from the list has a voice without a style or speed, so only the voice is saved.
			const list = await herald.use(member, "voice list").firstAnswer();
			const listed = await heard(playground.select(member, list, menuWith(list, "Umbriel"), ["Umbriel"]));
			expect(await toldAlone(press(member, listed))).toMatch(/Umbriel \(your choice\)\n\*\*Style\*\* calm/);
			herald.advance(15 * 60_000);
			expect(await toldAlone(press(member, listed))).toMatch(/only worked for 14 minutes/);
			await told(member, "voice me", { reset: true });
		});

		test("keeps the server's rules and the member's limits", async () => {
			await panel.add("words", { words: "mellon" });
			expect(await told(member, "voice try", { text: "Speak, mellon, and enter" })).toMatch(
				/contains a blocked word/,
			);
			await panel.remove("words", "mellon");
			expect(() => herald.use(member, "voice try", { text: "x".repeat(201) })).toThrow();
			herald.advance(61_000);
			for (let n = 0; n < 10; n++) await heard(herald.use(member, "voice try", { text: "Again" }));
			expect(await told(member, "voice try", { text: "Again" })).toMatch(/a lot in one minute/);
		});
	});
});

describe("/server", () => {
	test("is hidden from ordinary members by Discord, and shows the settings", async () => {
		expect(() => herald.use(member, "server")).toThrow();
		const shown = ["voice", "limits", "who"].map(async (page) => textOf(await panel.open(page)));
		expect((await Promise.all(shown)).join("\n")).toMatch(
			/\*\*Voice:\*\* Kore \(default\)[\s\S]*1 hour \(default\)[\s\S]*everyone \(default\)/,
		);
	});

	test("limits texts, speakers and seconds", async () => {
		const { home } = playground;
		const role = [...home.guild.roles.keys()].find(
			(id) => id !== home.guild.id && !member.roles.includes(id),
		) as string;
		await panel.set({ textMax: 20, speakerRole: role });
		expect(await told(member, "say", { text: "Hello" })).toBe(
			`Only members with <@&${role}> can use Herald here.`,
		);
		expect(await told(owner, "say", { text: "This one is longer than twenty" })).toMatch(
			/at most 20 characters/,
		);
		expect(await panel.set({ textMax: null, secondsPerDay: 3, speakerRole: home.guild.id })).toContain(
			"**Who can use Herald:** everyone (default)",
		);
		expect(
			await told(member, "say", { text: "This would take rather more than three seconds to say" }),
		).toMatch(/longer than today's limit of 3 seconds/);
		expect(await panel.set({ secondsPerDay: 80_000 })).toMatch(/allows at most 3,600 seconds/);
		await panel.reset("limits");
	});

	test("blocks whole words in texts, whatever their case or disguise", async () => {
		expect(await panel.add("words", { words: "Voldemort, you know who\nass" })).toMatch(
			/^\*\*Blocked words:\*\* 3 entries\n[\s\S]*\nAdded: Voldemort, you know who, ass\.$/,
		);
		for (const text of ["voldemort lives", "VOLDE\u200bMORT", "You  Know Who is here", "||Voldemort||"])
			expect(await told(member, "say", { text })).toMatch(/contains a blocked word/);
		expect((await herald.say(member, "Voldemorts assistant passes").firstAnswer()).ephemeral).toBe(false);
		expect(await panel.remove("words", "Voldemort")).toMatch(
			/^\*\*Blocked words:\*\* 2 entries\n[\s\S]*\nRemoved: Voldemort\.$/,
		);
		expect((await herald.say(member, "voldemort lives").firstAnswer()).ephemeral).toBe(false);
	});

	test("blocks words in styles, with a private answer", async () => {
		await panel.add("words", { words: "grumpily" });
		const refused = await herald.say(owner, "hello", { style: "Grumpily, please" }).firstAnswer();
		expect(refused).toMatchObject(alone(/contains a blocked word/));
		await panel.remove("words", "grumpily");
	});

	test("imports and exports blocked words as a text file, and a file that isn't text changes nothing", async () => {
		const words = Buffer.from("one\r\ntwo words\n\n  three \nONE\n");
		expect(await panel.import("words", words, "replace")).toMatch(/the file's 3 words/);
		for (const bytes of [Buffer.from([0xff, 0xfe, 0x80]), Buffer.alloc(70_000, "a\n")])
			expect(await panel.import("words", bytes)).toMatch(/can't read that file/);
		expect(await panel.add("words", { words: " ,\n" })).toMatch(/^Nothing was entered/m);
		const { attachments } = await panel.export("words");
		const exported = Buffer.from(attachments[0]?.bytes ?? []).toString();
		expect(exported.split("\n").sort()).toEqual(["", "ONE", "three", "two words"]);
		await panel.remove("words", "ONE", "three", "two words");
	});
});

test("/forget-me erases a member's data after a confirmation, says which, and keeps other members'", async () => {
	await told(member, "voice me", { voice: "Puck" });
	await told(owner, "voice me", { voice: "Leda" });
	await herald.say(member, "Remember me").firstAnswer();
	expect(await (await askToForget()).press("keep")).toBe("Nothing was erased.");
	expect(await told(member, "voice show")).toContain("Puck");

	expect(await (await askToForget()).press("erase")).toMatch(
		/^Erased: your voice preferences, (?:the text behind the buttons of an answer|\d+ texts behind the buttons of your answers)/,
	);
	expect(await told(member, "voice show")).toContain("Kore");
	expect(await told(owner, "voice show")).toContain("Leda");
	const count = `SELECT count(*) FROM member_settings WHERE user_id = '${member.user.id}'`;
	expect(lookUpNumber(herald.dataDir, count)).toBe(0);
});

describe("German", () => {
	test("answers and command names are in the member's language", async () => {
		expect(await told(member, "voice show", {}, "de")).toMatch(/\*\*Stimme\*\* Kore \(Standard\)/);
		expect(await told(member, "say", { text: "…" }, "de")).toMatch(
			/^Dieser Text enthält nichts, was sich vorlesen lässt/,
		);
		const names = playground.commands.list().map(({ name_localizations: names }) => names?.de);
		expect(names).toEqual(expect.arrayContaining(["sagen", "stimme", "vergiss-mich", "Vorlesen"]));
	});

	test("searches find voices and styles by words in the member's language and in English", async () => {
		const complete = async (option: "voice" | "style", typed: string) => {
			const values = { text: "x", [option]: typed };
			const choices = await playground.autocomplete(member, "say", values, option, { locale: "de" });
			return choices.map(({ name }) => name);
		};
		expect(await complete("voice", "warm weiblich")).toEqual(["Sulafat, warm, weiblich"]);
		expect(await complete("voice", "warm female")).toEqual(["Sulafat, warm, weiblich"]);
		expect(await complete("voice", "weib")).toHaveLength(14);
		expect(await complete("style", "flüst")).toEqual(["flüst", "flüsternd, als wäre es ein Geheimnis"]);
		expect(await told(member, "voice list", {}, "de")).toContain("**Kore** bestimmt");
	});
});

test("a forgotten member's name stays in the day's speaking time until the day is over", async () => {
	const select = "SELECT user_id FROM speech_days WHERE made_ms > 0";
	const names = () => lookInto(herald.dataDir, (database) => database.prepare(select).pluck().all());
	await herald.say(member, "Speech of today.").firstAnswer();
	await (await askToForget()).press("erase");
	await herald.restart();
	expect(names()).toContain(member.user.id);
	herald.advance(24 * 60 * 60_000);
	await herald.restart();
	await vi.waitFor(() => expect(names()).not.toContain(member.user.id));
	expect(names()).toContain("");
});
