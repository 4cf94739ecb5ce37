import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type StartedPlayground, startFromShell } from "../start-from-shell.ts";
import { BotProcess } from "./bot-process.ts";
import { OutsideMember } from "./outside-member.ts";

const entry = fileURLToPath(new URL("discordpy/bot.py", import.meta.url));

let playground: StartedPlayground;
let bot: BotProcess;
let member: OutsideMember;

beforeAll(async () => {
	playground = await startFromShell("--port", "0");
	bot = new BotProcess(playground, process.env.PYTHON ?? "python3", entry);
	member = new OutsideMember(playground.pageUrl);
	await member.open();
});
afterEach(({ task }) => {
	if (task.result?.state === "fail") process.stderr.write(`The bot said:\n${bot.said}\n`);
});
afterAll(async () => {
	member?.close();
	await bot?.stop();
	await playground?.stop("SIGTERM");
});

test("logs in and registers its commands", async () => {
	await member.until("the bot", () => member.guild?.connected || undefined);
	const names = await member.until("commands", () => {
		const commands = member.guild?.commands ?? [];
		return commands.length > 0 ? commands.map(({ name }) => name).sort() : undefined;
	});
	expect(names).toEqual(["Count", "file", "paint", "panel", "speak", "tour", "where"]);
});

test("answers a slash command with files, one of them the member's own", async () => {
	const attached = await member.upload("mine.txt", "my own");
	const { content, attachments } = await member.ask("command", {
		name: "file",
		values: { text: "Grüße", attached },
	});
	expect(content).toBe("2 files");
	const files = await Promise.all(
		attachments.map(async ({ filename, url }) => [filename, await (await fetch(url)).text()]),
	);
	expect(files).toEqual([
		["text.txt", "Grüße"],
		["mine.txt", "my own"],
	]);
});

test("answers buttons and menus, and a form that a button opens", async () => {
	const panel = await member.ask("command", { name: "panel", values: {} });
	const on = { messageId: panel.id };
	await member.ask("click", { ...on, customId: "press" });
	await member.ask("click", { ...on, customId: "press" });
	await member.until(
		"two presses",
		() => member.messages.get(panel.id)?.content === "pressed 2" || undefined,
	);

	const colours = await member.ask("select", { ...on, customId: "colour", values: ["azure", "olive"] });
	expect(colours.content).toBe("azure, olive");
	const ben = member.guild?.members.find(({ username }) => username === "ben")?.id;
	expect((await member.ask("select", { ...on, customId: "person", values: [ben] })).content).toBe("Ben");

	const { interactionId } = await member.act<{ interactionId: string }>("click", { ...on, customId: "form" });
	const modal = await member.until("a form", () =>
		member.modals.find((each) => each.interactionId === interactionId),
	);
	const told = await member.ask("modal", { modal, input: { name: "Ada", story: "first\nsecond" } });
	expect(told.content).toBe("Ada: first\nsecond");
});

test("completes what is typed, and accepts what was chosen", async () => {
	const typed = { name: "paint", values: { colour: "a" }, focused: "colour" };
	expect(await member.act("complete", typed)).toEqual({
		choices: [
			{ name: "Amber", value: "amber" },
			{ name: "Azure", value: "azure" },
		],
	});
	const painted = await member.ask("command", { name: "paint", values: { colour: "azure", times: 2 } });
	expect(painted.content).toBe("azure azure");
});

test("answers a command from a message's menu", async () => {
	await member.act("post", { text: "twelve chars" });
	const message = await member.until("the message", () =>
		[...member.messages.values()].find(({ content }) => content === "twelve chars"),
	);
	const counted = await member.ask("messageCommand", { name: "Count", messageId: message.id });
	expect(counted.content).toBe("12 characters");
});

test("is used by a member who installed it, in direct messages and in a group", async () => {
	await member.act("install", { where: "account", add: true });
	const [bot, ben] = ["Bot", "ben"].map(
		(name) => member.guild?.members.find((each) => each.username === name)?.id,
	);
	const told: string[] = [];
	for (const opened of [
		{ guildId: undefined },
		await member.act<{ guildId: string }>("direct", { userId: bot }),
		await member.act<{ guildId: string }>("group", { name: "Lunch", userIds: [ben] }),
	]) {
		const there = new OutsideMember(playground.pageUrl);
		await there.open(opened.guildId);
		const place = opened.guildId === undefined ? {} : { guild: opened.guildId };
		told.push((await there.ask("command", { ...place, name: "where", values: {} })).content);
		there.close();
	}
	expect(told).toEqual([
		"TextChannel [0] [True, True]",
		// discord.py counts a server's install only in servers.
		"DMChannel [1] [False, True]",
		"GroupChannel [2] [False, True]",
	]);
});

test("reacts, opens a thread, reads history, finds members and roles, and is refused what it may not do", async () => {
	await member.act("post", { text: "just before" });
	const { content } = await member.ask("command", { name: "tour", values: {} });
	expect(content.split("\n")).toEqual([
		"👍 True",
		"thread inside, archived ['Aside']",
		"pinning 50013",
		"members ['Ben']",
		"roles ['@everyone', 'Bot', 'Day Shift', 'Night Shift']",
		// The "thinking" answer, which has no text yet, and the member's message.
		"before ['', 'just before']",
	]);
});

test("speaks for ten seconds with end-to-end encryption, and is heard completely", async () => {
	await member.act("joinVoice", { channelId: member.channel("Lounge") });
	// discord.py may miss the second of two packets that arrive at the same moment, which never happens with Discord.
	await member.act("trouble", { id: "late-packets" });
	const over = new AbortController();
	const heard = member.listen(over.signal);
	const answer = await member.ask("command", { name: "speak", values: {} });
	expect(answer.content).toBe("spoken, error: None");
	// Apart from silence, members hear only frames that are encrypted with the group's keys.
	await member.until("500 packets", () => heard.length >= 500 || undefined);
	over.abort();
	const numbers = heard.map((packet) => packet.readUInt16LE(1));
	expect(numbers).toEqual(Array.from({ length: 500 }, (_, index) => index));
});
