import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startHerald } from "../support/herald.ts";
import { readOgg } from "../support/ogg.ts";

test("with no service configured, Herald's own speaks: /say gives a playable file, and twice the same is one sound", async () => {
	const herald = await startHerald();
	const say = (text: string) => herald.playground.command(herald.playground.home.owner, "say", { text });
	const { attachments, content } = await say("Hello from Herald, on a machine of its own 🎉").firstAnswer();
	expect(content).toMatch(/^\*\*Kore\*\* · 0:0[2-5]/);
	expect(readOgg(attachments[0]?.bytes as Uint8Array).durationMs).toBeGreaterThan(1_500);
	expect(
		(await say("Hello from Herald, on a machine of its own").firstAnswer()).attachments[0]?.bytes,
	).toEqual(attachments[0]?.bytes);
	await herald.restart();
	expect(
		(await say("Hello from Herald, on a machine of its own").firstAnswer()).attachments[0]?.bytes,
	).toEqual(attachments[0]?.bytes);
	expect(statSync(join(herald.dataDir, "speech-service.key")).mode & 0o777).toBe(0o600);

	const { content: refused } = await say("こんにちは").firstAnswer();
	expect(refused).toMatch(/returned no sound for this text/);
	await herald.stop();
	expect(existsSync(herald.dataDir)).toBe(false);
});
