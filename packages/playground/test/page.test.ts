import { eventually } from "@herald/common/testing/eventually.ts";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ManualClock, type Playground } from "../src/index.ts";
import { handle, logIn, startTestPlayground } from "./support.ts";

let playground: Playground;
let clock: ManualClock;

beforeEach(async () => {
	clock = new ManualClock();
	playground = await startTestPlayground({ clock });
});
afterEach(() => playground.stop());

const postAs = (name: string, fields: object) =>
	fetch(`${playground.url}/playground/api/${name}`, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify(fields),
	});

/** Reads the page's live events until one satisfies `wanted`. @returns the names of all events up to that one */
const liveUntil = async (as: string, wanted: (event: string, data: string) => boolean): Promise<string[]> => {
	const controller = new AbortController();
	const response = await fetch(`${playground.url}/playground/live?as=${as}`, { signal: controller.signal });
	const seen: string[] = [];
	let rest = "";
	for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
		const blocks = (rest + chunk).split("\n\n");
		rest = blocks.pop() ?? "";
		for (const block of blocks) {
			const [, event = "", data = ""] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? [];
			seen.push(event);
			if (wanted(event, data)) {
				controller.abort();
				return seen;
			}
		}
	}
	throw new Error(`the page's events ended after ${seen.join(", ")}`);
};

test("the page and its modules are local, under a strict content security policy", async () => {
	const page = await fetch(`${playground.url}/`);
	expect(page.status).toBe(200);
	expect(page.headers.get("content-security-policy")).toContain("default-src 'none'; script-src 'self'");
	const html = await page.text();
	expect(html).not.toMatch(/<script(?![^>]*src=)|https?:\/\//);
	const script = await fetch(`${playground.url}/main.js`);
	expect(script.headers.get("content-type")).toContain("javascript");
});

test("a command used on the page reaches the application, and its answer reaches the page", async () => {
	const client = await logIn(playground);
	handle(client, async (interaction) => {
		if (interaction.isChatInputCommand())
			await interaction.reply(`said ${interaction.options.getString("text")}`);
	});
	const { id } = playground.home.ordinary.user;
	const seen = liveUntil(id, (event, data) => event === "message" && data.includes("said Hello there"));
	const command = { as: id, name: "say", values: { text: "Hello there" } };
	expect((await postAs("command", command)).status).toBe(200);
	expect((await seen).slice(0, 2)).toEqual(["guild", "messages"]);
	await client.destroy();
});

test("an option being typed on the page is completed by the application", async () => {
	const client = await logIn(playground);
	handle(client, async (interaction) => {
		if (interaction.isAutocomplete())
			await interaction.respond([{ name: interaction.options.getFocused().toUpperCase(), value: "Kore" }]);
	});
	const as = playground.home.owner.user.id;
	const completed = await postAs("complete", {
		as,
		name: "say",
		values: { text: "Hello", voice: "kor" },
		focused: "voice",
	});
	expect(await completed.json()).toEqual({ choices: [{ name: "KOR", value: "Kore" }] });
	const nothing = await postAs("complete", { as, name: "say", values: { text: "Hello" }, focused: "text" });
	expect(await nothing.json()).toEqual({ choices: [] });
	await client.destroy();
	let status: number | undefined;
	void postAs("complete", { as, name: "say", values: { voice: "kor" }, focused: "voice" }).then((silent) => {
		status = silent.status;
	});
	await eventually(() => {
		clock.advance(1_000);
		expect(status).toBe(400);
	});
});

test("input that the client wouldn't send is answered with a sentence", async () => {
	const response = await postAs("command", {
		as: playground.home.owner.user.id,
		name: "nothing",
		values: {},
	});
	expect(response.status).toBe(400);
	const texts = {
		en: "There is no command /nothing.",
		de: "Es gibt keinen Befehl /nothing.",
		es: "No existe el comando /nothing.",
		fr: "Il n'y a pas de commande /nothing.",
		ja: "/nothingというコマンドはありません。",
		pt: "Não existe o comando /nothing.",
	};
	expect(await response.json()).toEqual({ message: texts.en, texts });
	expect((await postAs("post", { as: playground.home.bot.user.id, text: "hi" })).status).toBe(400);
});

test("a member who joined voice on a page leaves it once all of that page's connections are closed", async () => {
	const { home, voice } = playground;
	const [ada, ben] = [home.owner.user.id, home.ordinary.user.id];
	const isThere = (id: string) => home.guild.voiceStates.has(id);
	const open = async () => {
		const controller = new AbortController();
		const { signal } = controller;
		await fetch(`${playground.url}/playground/live?as=${ada}&page=one`, { signal });
		return () => controller.abort();
	};
	const closeFirst = await open();
	await postAs("joinVoice", { as: ada, page: "one", channelId: home.voice.id });
	await postAs("joinVoice", { as: ben, channelId: home.voice.id });
	closeFirst();
	const closeSecond = await open();
	clock.advance(60_000);
	expect([isThere(ada), isThere(ben)]).toEqual([true, true]);

	// Ada leaves and rejoins without the page, so the page's closing no longer takes her out of the channel.
	voice.leave(home.owner);
	voice.join(home.owner);
	closeSecond();
	const closeThird = await open();
	await postAs("joinVoice", { as: ben, page: "one", channelId: home.voice.id });
	closeThird();
	await eventually(() => {
		clock.advance(1_000);
		expect([isThere(ada), isThere(ben)]).toEqual([true, false]);
	});
});

test("closed pages and finished interactions leave no listeners behind", async () => {
	const listeners = () => playground.world.feed.listenerCount("interaction");
	const before = listeners();
	await liveUntil("ada", (event) => event === "guild");
	await eventually(() => expect(listeners()).toBe(before));
	playground.commands.set([{ name: "say", description: "Says something" }]);
	playground.command(playground.home.owner, "say");
	expect(listeners()).toBe(before + 1);
	clock.advance(16 * 60_000);
	expect(listeners()).toBe(before);
});

test("a private answer reaches only its reader's page, and disappears when it is dismissed", async () => {
	const client = await logIn(playground);
	handle(client, async (interaction) => {
		if (interaction.isChatInputCommand()) await interaction.reply({ content: "psst", flags: 64 });
	});
	const { owner, ordinary } = playground.home;
	const message = await playground.command(owner, "say", { text: "x" }).firstAnswer();
	const texts: string[] = [];
	await liveUntil(ordinary.user.id, (event, data) => {
		texts.push(data);
		return event === "messages";
	});
	expect(texts.join()).not.toContain("psst");
	expect((await postAs("dismiss", { as: ordinary.user.id, messageId: message.id })).status).toBe(400);
	expect((await postAs("dismiss", { as: owner.user.id, messageId: message.id })).status).toBe(200);
	expect(playground.messagesFor(owner)).toEqual([]);
	await client.destroy();
});

test("actions for servers are refused in direct messages, and groups accept neither apps nor strangers", async () => {
	const { guild, owner, ordinary, voice } = playground.home;
	const direct = playground.openDirect(owner).guild.id;
	const refused = async (name: string, fields: object, place = direct) => {
		const answer = await postAs(name, { as: "ada", guild: place, ...fields });
		return [answer.status, ((await answer.json()) as { message: string }).message];
	};
	expect(await refused("chat", {})).toEqual([400, "Members may not write here."]);
	expect(await refused("joinVoice", { channelId: voice.id })).toEqual([400, "There is no such channel."]);
	expect(await refused("thread", { name: "x", text: "y" })).toEqual([400, "You can't write here."]);
	const mayNot = [400, "You don't have permission to do that here."];
	expect(await refused("install", { where: "server", add: false })).toEqual(mayNot);
	expect(await refused("install", { as: "ben", where: "server", add: false }, guild.id)).toEqual(mayNot);
	const noMember = [400, "There is no such member."];
	expect(await refused("direct", { userId: owner.user.id })).toEqual(noMember);
	expect(await refused("group", { name: "", userIds: [ordinary.user.id, "1"] })).toEqual(noMember);
	const withApp = { name: "", userIds: [guild.bot.user.id] };
	expect(await refused("group", withApp)).toEqual([400, "Apps can't be in groups."]);
	expect(await refused("post", { as: "ben", text: "Hello" })).toEqual(noMember);
});
