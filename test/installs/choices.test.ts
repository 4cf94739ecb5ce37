import { eventually } from "@herald/common/testing/eventually.ts";
import type { Member } from "@herald/playground";
import { beforeEach, expect, test } from "vitest";
import type { Herald } from "../support/herald.ts";
import { lookInto } from "../support/look-into.ts";
import { serverPanel } from "../support/server-panel.ts";
import { answerBody, sendJson, toneWav, type Upstream } from "../support/upstream.ts";
import { startWorld } from "../support/world.ts";
import { install, type Places } from "./places.ts";

let upstream: Upstream;
let herald: Herald;
let owner: Member;
let ordinary: Member;
let places: Places;

beforeEach(async () => {
	const world = await startWorld({ INSTALLS: "both", MEMBER_TEXTS_PER_MINUTE: "0" });
	({ upstream, herald, owner, member: ordinary } = world);
	places = install(herald, ordinary, owner);
	return world.stop;
});

type Values = Parameters<Herald["playground"]["command"]>[2];
const use = async (who: Member, name: string, values: Values = {}) => {
	const answer = await herald.playground.command(who, name, values).firstAnswer();
	expect(answer.ephemeral).toBe(true);
	return answer.content;
};
let texts = 0;
/** The voice that speaks for a member, as their answer names it. */
const voiceOf = async (who: Member, values: Record<string, string> = {}) => {
	texts += 1;
	const { content } = await herald
		.say(who, `This is text ${texts}`, { as: "file", ...values })
		.message((seen) => seen.attachments.length === 1);
	return /^\*\*([^*]+)\*\*/.exec(content)?.[1];
};
const rowsOf = (member: Member) =>
	lookInto(herald.dataDir, (database) =>
		["member_settings", "presets", "(SELECT * FROM kept_values WHERE kind <> 'answer')"].flatMap((table) =>
			database.prepare(`SELECT guild_id FROM ${table} WHERE user_id = ?`).pluck().all(member.user.id),
		),
	);
const forget = async (who: Member) => {
	const asked = await herald.playground.command(who, "forget-me").firstAnswer();
	const erased = await herald.playground.click(who, asked, "forget-me:erase").firstAnswer();
	return { asked: asked.content, erased: erased.content };
};

test("a voice is chosen by the command, else the member's choice in the server, theirs everywhere, the server's, the operator's", async () => {
	expect(await voiceOf(ordinary)).toBe("Kore");
	await serverPanel(herald.playground, owner).set({ voice: "Zephyr" });
	expect(await voiceOf(ordinary)).toBe("Zephyr");
	const changed = await use(places.direct, "voice me", { voice: "Puck" });
	expect(changed).toContain("Your choices are saved:");
	expect(changed).toContain("**Voice** Puck (your choice)");
	for (const who of [ordinary, places.group, places.stranger]) expect(await voiceOf(who)).toBe("Puck");
	expect(await use(ordinary, "voice show")).toContain("**Voice** Puck (your choice everywhere)");
	await use(ordinary, "voice me", { voice: "Leda" });
	expect([await voiceOf(ordinary), await voiceOf(places.direct)]).toEqual(["Leda", "Puck"]);
	expect(await voiceOf(ordinary, { voice: "Fenrir" })).toBe("Fenrir");
	expect(await voiceOf(owner)).toBe("Zephyr");
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

test("outside of servers, a member has the panel, too, without their spoken name", async () => {
	const { playground } = herald;
	const open = await playground.command(places.direct, "voice me").firstAnswer();
	const shown = JSON.stringify(open.raw.components);
	expect(shown).toContain("How you sound everywhere");
	expect(shown).toContain("Wherever messages are read aloud.");
	expect(shown).not.toContain("How my name is pronounced");
	expect(
		JSON.stringify((await playground.command(ordinary, "voice me").firstAnswer()).raw.components),
	).toContain("How my name is pronounced");
	expect(await use(places.direct, "voice me", { name: "Benny" })).toContain("only works in a server");
});

test("outside of servers, /voice try and its button work", async () => {
	const { playground } = herald;
	const sample = await playground
		.command(places.stranger, "voice try", { voice: "Leda" })
		.message((seen) => seen.attachments.length === 1);
	const use = sample.components.find(({ custom_id: id }) => String(id).startsWith("voice:use"));
	await playground.click(places.stranger, sample, String(use?.custom_id)).firstAnswer();
	expect(await voiceOf(places.direct)).toBe("Leda");
});

test("/forget-me in a server erases a member's data there, and in a direct message all of it", async () => {
	for (const who of [ordinary, places.direct]) {
		await use(who, "voice me", { voice: "Puck" });
		await voiceOf(who);
	}
	await use(owner, "voice me", { voice: "Leda" });
	const here = await forget(ordinary);
	expect(here.asked).toContain("in this server");
	expect(rowsOf(ordinary)).not.toContain(ordinary.guild.id);
	expect(rowsOf(ordinary)).toContain("@me");
	await use(ordinary, "voice me", { voice: "Puck" });
	const everywhere = await forget(places.direct);
	expect(everywhere.asked).toContain("in all servers and DMs");
	expect(everywhere.erased).toContain("your voice preferences");
	expect(rowsOf(ordinary)).toEqual([]);
	expect(rowsOf(owner)).not.toEqual([]);
	expect(await voiceOf(ordinary)).toBe("Kore");
});

test("outside of servers, /help lists only what works there", async () => {
	const shown = await herald.playground.command(places.group, "help").firstAnswer();
	const listed = JSON.stringify(shown.raw.embeds);
	for (const name of ["/say", "/voice", "/redeem", "/forget-me"]) expect(listed).toContain(name);
	for (const name of ["/join", "/server", "/queue"]) expect(listed).not.toContain(name);
});

test("a member who isn't to be read anywhere isn't read in a server, unless they chose otherwise there", async () => {
	const { playground } = herald;
	const { voice: lounge } = playground.home;
	for (const who of [owner, ordinary]) playground.voice.join(who);
	await serverPanel(playground, owner).set({ voiceChat: true });
	await playground.command(owner, "join").firstAnswer();
	const verdict = async (content: string) => {
		const message = playground.post(ordinary, content, { channel: lounge });
		const answer = await playground
			.messageCommand(owner, "Read or not?", message)
			.message((seen) => seen.content !== "");
		return answer.content.split("\n")[0];
	};
	expect(await verdict("First")).toContain("Read aloud** in");
	await use(places.direct, "voice me", { reading: "off" });
	expect(await verdict("Second")).toContain("Not read aloud");
	await use(ordinary, "voice me", { reading: "on" });
	expect(await verdict("Third")).toContain("Read aloud** in");
});

test("turning off being read anywhere silences a member at once in servers, too, where one press turns it on again", async () => {
	const { playground } = herald;
	const { voice } = playground.home;
	upstream.behave((response) => sendJson(response, 200, answerBody(toneWav(5))));
	for (const who of [ordinary, owner]) playground.voice.join(who);
	await serverPanel(playground, owner).set({ voiceChat: true, names: "off" });
	await playground.command(owner, "join").firstAnswer();
	const [first, second] = [1, 2].map((n) => playground.post(ordinary, `Number ${n}`, { channel: voice }));
	const isRead = (id = "") =>
		herald.logs.some(({ event, messages }) => event === "messages_read" && String(messages).includes(id));
	await eventually(() => expect(isRead(first?.id)).toBe(true));
	await eventually(() => expect(playground.voice.isSpeaking(playground.home.guild)).toBe(true));
	await use(places.direct, "voice me", { reading: "off" });
	await eventually(() => expect(playground.voice.isSpeaking(playground.home.guild)).toBe(false));
	const other = playground.post(owner, "Number 3", { channel: voice });
	await eventually(() => expect(isRead(other.id)).toBe(true));
	expect(isRead(second?.id)).toBe(false);
	const panel = await playground.command(ordinary, "voice me").message(({ texts }) => texts.length > 0);
	const ids = panel.components.map(({ custom_id: id }) => String(id));
	expect(ids.filter((id) => id.includes("put:reading"))).toEqual(["voice:put:reading:on"]);
});
