import { fileURLToPath } from "node:url";
import { eventually } from "@herald/common/testing/eventually.ts";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type Playground, startPlayground } from "../src/index.ts";
import { BotProcess } from "./clients/bot-process.ts";
import { makePackets, soundOf } from "./voice-support.ts";

let playground: Playground;
let bot: BotProcess;

beforeAll(async () => {
	playground = await startPlayground();
	bot = new BotProcess(
		process.execPath,
		[fileURLToPath(new URL("clients/discordjs/bot.ts", import.meta.url))],
		{
			DISCORD_API_URL: playground.apiUrl,
			DISCORD_TOKEN: playground.token,
			NODE_EXTRA_CA_CERTS: playground.certificateFile,
		},
	);
	await eventually(() => expect(playground.registrations, bot.said).toBe(1));
});
afterAll(async () => {
	await bot.stop();
	await playground.stop();
});
afterEach(({ task }) => {
	if (task.result?.state === "fail") process.stderr.write(`The bot said:\n${bot.said}\n`);
});

test("a discord.js bot in a process of its own speaks for ten seconds with end-to-end encryption, and both listeners hear every packet", async () => {
	const { owner, ordinary } = playground.home;
	playground.voice.join(owner);
	playground.voice.join(ordinary);
	expect((await playground.command(owner, "join").firstAnswer()).content).toBe("joined");
	await eventually(() => expect(playground.voice.isEndToEnd(playground.home.guild)).toBe(true));
	expect((await playground.command(owner, "speak").firstAnswer()).content).toBe("spoken");
	for (const listener of [owner, ordinary])
		await eventually(() => expect(soundOf(playground.voice.heard(listener))).toEqual(makePackets(500)));
});
