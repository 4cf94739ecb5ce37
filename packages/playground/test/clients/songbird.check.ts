import { expect, onTestFinished, test } from "vitest";
import { startFromShell } from "../start-from-shell.ts";
import { BotProcess } from "./bot-process.ts";
import { OutsideMember } from "./outside-member.ts";

test("songbird's driver speaks for ten seconds with end-to-end encryption", async () => {
	const playground = await startFromShell("--port", "0");
	const member = new OutsideMember(playground.pageUrl);
	onTestFinished(async () => {
		member.close();
		await playground.stop("SIGTERM");
	});
	await member.open();
	await member.act("joinVoice", { channelId: member.channel("Lounge") });
	const over = new AbortController();
	const heard = member.listen(over.signal);
	const bot = new BotProcess(playground, process.env.SONGBIRD ?? "");
	expect(await bot.ended, bot.said).toBe(0);
	over.abort();
	// The driver begins to speak before the keys are agreed on, and isn't heard until then.
	expect(heard.length, bot.said).toBeGreaterThan(450);
	expect(heard.length).toBeLessThanOrEqual(502);
});
