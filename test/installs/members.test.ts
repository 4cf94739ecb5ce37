import { eventually } from "@herald/common/testing/eventually.ts";
import type { Member } from "@herald/playground";
import { afterAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { ofGuild, ofMember } from "../../src/shared/party.ts";
import { LanguageDetector } from "../../src/speech/language/choose-language.ts";
import { button, toldAlone, withSound } from "../support/answers.ts";
import type { Values } from "../support/herald.ts";
import { lookInto } from "../support/look-into.ts";
import { serverPanel } from "../support/server-panel.ts";
import { answerBody, sendJson, speakWell, toneWav } from "../support/upstream.ts";
import { useWorld } from "../support/world.ts";
import { install, type Places } from "./places.ts";

const detector = new LanguageDetector(60_000);
const detect = vi.spyOn(detector, "detect");
const spoken = new Map(["en", "de"].map((language) => [language, "voices"]));
const { upstream, herald, playground, owner } = await useWorld(
	{ INSTALLS: "both", MEMBER_TEXTS_PER_MINUTE: "0" },
	{ detector, spoken: () => spoken },
);
afterAll(() => detector.close());
const { home, voice, world } = playground;
const server = serverPanel(playground, owner);
let ordinary: Member;
let other: Member;
let places: Places;
let otherDirect: Member;
let members = 0;

// Each test has members of its own, who have chosen nothing and said nothing.
beforeEach(async () => {
	[ordinary, other] = [0, 1].map(() => {
		members += 1;
		return world.addMember(home.guild, { username: `member${members}` });
	}) as [Member, Member];
	places = install(herald, ordinary, other);
	world.setInstalled(other.user, true);
	otherDirect = playground.openDirect(other);
	upstream.behave(speakWell);
	return async () => {
		if (home.guild.voiceStates.has(home.bot.user.id)) voice.kick(home.bot);
		await server.reset();
	};
});

const use = (who: Member, name: string, values: Values = {}) =>
	toldAlone(playground.command(who, name, values));
let texts = 0;
/** The voice that speaks for a member, as their answer names it. */
const voiceOf = async (who: Member, values: Record<string, string> = {}) => {
	texts += 1;
	const text = `This is text ${texts}`;
	const { content } = await withSound(herald.say(who, text, { as: "file", ...values }));
	return /^\*\*([^*]+)\*\*/.exec(content)?.[1];
};
const rowsOf = (member: Member) =>
	lookInto(herald.dataDir, (database) =>
		["member_settings", "presets", "(SELECT * FROM kept_values WHERE kind <> 'answer')"].flatMap((table) =>
			database.prepare(`SELECT guild_id FROM ${table} WHERE user_id = ?`).pluck().all(member.user.id),
		),
	);
const forget = async (who: Member) => {
	const asked = await playground.command(who, "forget-me").firstAnswer();
	const erased = await playground.click(who, asked, "forget-me:erase").firstAnswer();
	return { asked: asked.content, erased: erased.content };
};

test("a voice is chosen by the command, else the member's choice in the server, theirs everywhere, the server's, the operator's", async () => {
	expect(await voiceOf(ordinary)).toBe("Kore");
	await server.set({ voice: "Zephyr" });
	expect(await voiceOf(ordinary)).toBe("Zephyr");
	const changed = await use(places.direct, "voice me", { voice: "Puck" });
	expect(changed).toContain("Your choices are saved:");
	expect(changed).toContain("**Voice** Puck (your choice)");
	for (const who of [ordinary, places.group, places.stranger]) expect(await voiceOf(who)).toBe("Puck");
	expect(await use(ordinary, "voice show")).toContain("**Voice** Puck (your choice everywhere)");
	await use(ordinary, "voice me", { voice: "Leda" });
	expect([await voiceOf(ordinary), await voiceOf(places.direct)]).toEqual(["Leda", "Puck"]);
	expect(await voiceOf(ordinary, { voice: "Fenrir" })).toBe("Fenrir");
	expect(await voiceOf(other)).toBe("Zephyr");
	await use(ordinary, "voice me", { reset: true });
	expect(await voiceOf(ordinary)).toBe("Puck");
});

test("a member's preset for everywhere also speaks in servers, unless they have one of the same name there", async () => {
	const add = (who: Member, voice: string) =>
		use(who, "voice preset", { action: "add", name: "Old Witch", voice });
	await add(places.direct, "Leda");
	await use(places.direct, "voice me", { voice: "Old Witch" });
	expect([await voiceOf(ordinary), await voiceOf(places.group)]).toEqual(["Old Witch", "Old Witch"]);
	const sent = () =>
		JSON.parse(upstream.requests.at(-1)?.body ?? "{}").generationConfig.speechConfig.voiceConfig
			.prebuiltVoiceConfig.voiceName;
	expect(sent()).toBe("Leda");
	await add(ordinary, "Puck");
	await voiceOf(ordinary);
	expect(sent()).toBe("Puck");
	await voiceOf(places.stranger);
	expect(sent()).toBe("Leda");
});

test("outside of servers, a member has the panel, too, without their spoken name, and /voice try with its button", async () => {
	const panelOf = async (who: Member) =>
		JSON.stringify((await playground.command(who, "voice me").firstAnswer()).raw.components);
	const shown = await panelOf(places.direct);
	expect(shown).toContain("How you sound everywhere");
	expect(shown).toContain("Wherever messages are read aloud.");
	expect(shown).not.toContain("How my name is pronounced");
	expect(await panelOf(ordinary)).toContain("How my name is pronounced");
	expect(await use(places.direct, "voice me", { name: "Benny" })).toContain("only works in a server");
	const sample = await withSound(playground.command(places.stranger, "voice try", { voice: "Leda" }));
	await playground.click(places.stranger, sample, button(sample, "voice:use")).firstAnswer();
	expect(await voiceOf(places.direct)).toBe("Leda");
});

test("/forget-me in a server erases a member's data there, and in a direct message all of it", async () => {
	for (const who of [ordinary, places.direct]) {
		await use(who, "voice me", { voice: "Puck" });
		await voiceOf(who);
	}
	await use(other, "voice me", { voice: "Leda" });
	const here = await forget(ordinary);
	expect(here.asked).toContain("in this server");
	expect(rowsOf(ordinary)).not.toContain(ordinary.guild.id);
	expect(rowsOf(ordinary)).toContain("@me");
	await use(ordinary, "voice me", { voice: "Puck" });
	const everywhere = await forget(places.direct);
	expect(everywhere.asked).toContain("in all servers and DMs");
	expect(everywhere.erased).toContain("your voice preferences");
	expect(rowsOf(ordinary)).toEqual([]);
	expect(rowsOf(other)).not.toEqual([]);
	expect(await voiceOf(ordinary)).toBe("Kore");
});

/** Has messages in the voice channel's chat read aloud there. */
const readAloud = async () => {
	for (const who of [owner, ordinary]) voice.join(who);
	await server.set({ voiceChat: true, names: "off" });
	await playground.command(owner, "join").firstAnswer();
};
const post = (who: Member, content: string) => playground.post(who, content, { channel: home.voice });

test("a member who isn't to be read anywhere isn't read in a server, unless they chose otherwise there", async () => {
	await readAloud();
	const verdict = async (content: string) => {
		const trace = playground.messageCommand(owner, "Read or not?", post(ordinary, content));
		return (await trace.message((seen) => seen.content !== "")).content.split("\n")[0];
	};
	expect(await verdict("First")).toContain("Read aloud** in");
	await use(places.direct, "voice me", { reading: "off" });
	expect(await verdict("Second")).toContain("Not read aloud");
	await use(ordinary, "voice me", { reading: "on" });
	expect(await verdict("Third")).toContain("Read aloud** in");
});

test("turning off being read anywhere silences a member at once in servers, too, where one press turns it on again", async () => {
	upstream.behave((response) => sendJson(response, 200, answerBody(toneWav(5))));
	await readAloud();
	const [first, second] = [1, 2].map((n) => post(ordinary, `Number ${n}`));
	const isRead = (id = "") =>
		herald.logs.some(({ event, messages }) => event === "messages_read" && String(messages).includes(id));
	const isSpeaking = (expected: boolean) =>
		eventually(() => expect(voice.isSpeaking(home.guild)).toBe(expected));
	await eventually(() => expect(isRead(first?.id)).toBe(true));
	await isSpeaking(true);
	await use(places.direct, "voice me", { reading: "off" });
	await isSpeaking(false);
	const { id } = post(owner, "Number 3");
	await eventually(() => expect(isRead(id)).toBe(true));
	expect(isRead(second?.id)).toBe(false);
	const panel = await playground.command(ordinary, "voice me").message(({ texts }) => texts.length > 0);
	const ids = panel.components.map(({ custom_id: id }) => String(id));
	expect(ids.filter((id) => id.includes("put:reading"))).toEqual(["voice:put:reading:on"]);
});

test("outside of servers, texts' languages are detected in turn by member, and in a server by server", async () => {
	detect.mockClear();
	const { direct, friend, group } = places;
	const said = [direct, friend, group, home.owner].map((who, n) => {
		const text = `Diese Nachricht ist lang genug, um sie zu erkennen, und sie hat die Nummer ${n}`;
		return withSound(herald.say(who, text));
	});
	await Promise.all(said);
	const turns = new Map(detect.mock.calls.map(([text, party]) => [text.at(-1), party]));
	expect([...turns].sort()).toEqual([
		["0", ofMember(direct.user.id)],
		["1", ofMember(friend.user.id)],
		["2", ofMember(direct.user.id)],
		["3", ofGuild(home.guild.id)],
	]);
});

describe("the limits of a member who installed Herald:", () => {
	const start = async (limits: Readonly<Record<string, string>>) => {
		// A new day, of which nothing is used.
		herald.advance(24 * 60 * 60_000);
		await herald.restart(limits);
		onTestFinished(() => herald.restart({}));
	};
	const say = async (who: Member, text: string) => (await withSound(herald.say(who, text))).content;
	const told = async (who: Member, text: string) =>
		(await herald.say(who, text).message((seen) => seen.ephemeral && !seen.thinking)).content;
	/** A text of about eight seconds. */
	const longText = (name: string) => `${name}${" word".repeat(20)}.`;

	test("a member's day counts in all places outside of servers together, over restarts, and for this member alone", async () => {
		await start({ USER_SECONDS_PER_DAY: "12", ALL_USERS_SECONDS_PER_DAY: "0" });
		await say(places.direct, longText("One"));
		const refusal = "Your speaking time for today is used up";
		expect(await told(places.group, longText("Two"))).toContain(refusal);
		await herald.restart();
		expect(await told(places.stranger, longText("Three"))).toContain(refusal);
		expect(upstream.requests).toHaveLength(1);
		expect(await told(places.direct, "word ".repeat(60))).toContain(
			"longer than today's limit of 12 seconds",
		);
		// In a server, that server's limits apply.
		await say(ordinary, longText("Four"));
		await say(otherDirect, longText("Five"));
	});

	test("all members outside of servers have a common limit, and are told when it is reached", async () => {
		await start({ USER_SECONDS_PER_DAY: "0", ALL_USERS_SECONDS_PER_DAY: "12" });
		await say(places.direct, longText("One"));
		expect(await told(otherDirect, longText("Two"))).toContain(
			"speaking time, shared by everyone outside Herald's servers, is used up",
		);
		await say(ordinary, longText("Three"));
	});

	test("each member's texts a minute are counted in the database, and their seconds, unless these are from the cache", async () => {
		await start({ MEMBER_TEXTS_PER_MINUTE: "2" });
		await say(places.direct, longText("One"));
		const query = `SELECT guild_id, made_ms FROM speech_days WHERE user_id = '${ordinary.user.id}'`;
		const days = () => lookInto(herald.dataDir, (database) => database.prepare(query).raw().all());
		const made = days();
		expect(made).toEqual([["@me", expect.toSatisfy((ms) => ms > 5_000)]]);
		await say(places.group, longText("One"));
		expect(days()).toEqual(made);
		await herald.restart();
		expect(await told(places.stranger, "Three")).toContain("a lot in one minute");
		await say(ordinary, "Four");
		await say(otherDirect, "Five");
	});

	test("in a server, its rules also apply to members who installed Herald themselves", async () => {
		await start({ USER_SECONDS_PER_DAY: "1" });
		await server.set({ textMax: 20 });
		expect(await told(ordinary, "More than twenty characters")).toContain("20 characters");
		await say(ordinary, longText("").slice(0, 20));
		// Outside of servers, the limit of one second a day applies.
		expect(await told(places.direct, longText("One"))).toContain("1 second");
	});

	test("one member's many texts don't hold up another member's", async () => {
		await start({ SPEECH_REQUESTS: "1", MEMBER_TEXTS_PER_MINUTE: "0", USER_SECONDS_PER_DAY: "0" });
		const answers: (() => void)[] = [];
		upstream.behave((response, attempt, request) => {
			answers.push(() => speakWell(response, attempt, request));
		});
		const acknowledged = () => playground.requests.filter(({ path }) => path.endsWith("/callback")).length;
		const before = acknowledged();
		const mine = [...Array(6).keys()].map((n) => herald.say(places.direct, `Mine, number ${n}`));
		await expect.poll(() => answers.length).toBe(1);
		const theirs = herald.say(otherDirect, "Only one");
		await expect.poll(acknowledged).toBe(before + 7);
		upstream.behave(speakWell);
		answers[0]?.();
		await withSound(theirs);
		expect(upstream.texts().indexOf("Only one")).toBeLessThanOrEqual(2);
		await Promise.all(mine.map(withSound));
	});
});
