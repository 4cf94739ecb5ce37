import { afterAll, beforeAll, expect, test } from "vitest";
import { type StartedPlayground, startFromShell } from "../start-from-shell.ts";
import { BotProcess } from "./bot-process.ts";
import { OutsideMember } from "./outside-member.ts";

const silence = Buffer.from([0xf8, 0xff, 0xfe]);

let playground: StartedPlayground;
let member: OutsideMember;

beforeAll(async () => {
	playground = await startFromShell("--port", "0");
	member = new OutsideMember(playground.pageUrl);
	await member.open();
});
afterAll(async () => {
	member?.close();
	await playground?.stop("SIGTERM");
});

test("songbird's driver speaks for ten seconds with end-to-end encryption", async () => {
	await member.act("joinVoice", { channelId: member.channel("Lounge") });
	const over = new AbortController();
	let heard = 0;
	const listening = (async () => {
		for await (const packet of member.listen(over.signal)) if (!packet.equals(silence)) heard += 1;
	})().catch(() => {});
	const bot = new BotProcess(process.env.SONGBIRD ?? "", [], {
		DISCORD_GATEWAY_URL: playground.gatewayUrl,
		DISCORD_TOKEN: playground.token,
		SSL_CERT_FILE: playground.certificateFile,
	});
	expect(await bot.ended, bot.said).toBe(0);
	over.abort();
	await listening;
	// The driver begins to speak before the keys are agreed on, and isn't heard until then.
	expect(heard, bot.said).toBeGreaterThan(450);
	expect(heard).toBeLessThanOrEqual(502);
});
