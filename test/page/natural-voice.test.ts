import { eventually } from "@herald/common/testing/eventually.ts";
import { runCommandLine } from "@herald/common/testing/run-command.ts";
import { closePage, findViolations, hasBrowser, openPage, type Page } from "@herald/playground/testing";
import { canSpeakNaturally, piperVoice } from "@herald/service/testing/speech-tools.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Herald, startHerald } from "../support/herald.ts";

const text = "The small red boat sails slowly.";
/** The least loudness that counts as speech. Speech is around 0.1, silence is 0. */
const audible = 0.02;

describe.skipIf(!hasBrowser || !canSpeakNaturally)("a natural voice on the page", () => {
	let herald: Herald;
	let page: Page;
	let errors: readonly string[];
	beforeAll(async () => {
		herald = await startHerald({ MEMBER_TEXTS_PER_MINUTE: "0" });
	});
	afterAll(async () => {
		await closePage(page);
		await herald?.stop();
	});
	beforeEach(async () => {
		({ page, errors } = await openPage(herald.playground.url));
	});

	/** Says `text` as a file. @returns the file's bytes in base64 */
	const sayAsFile = async (): Promise<string> => {
		const players = page.locator("article audio");
		const before = await players.count();
		await page.locator("#line").fill(`/say ${text} as:file`);
		await page.locator("#chip-as").waitFor();
		await page.locator("#send").click();
		// The first time, the voice must be loaded, which takes a while.
		await players.nth(before).waitFor({ state: "attached", timeout: 120_000 });
		const address = await players
			.last()
			.evaluate((each: { currentSrc: string; src: string }) => each.currentSrc || each.src);
		return Buffer.from(await (await fetch(address)).arrayBuffer()).toString("base64");
	};

	test("is added while Herald runs, and speaks an earlier text anew, as a file and in a channel", async () => {
		const robot = await sayAsFile();
		expect(await sayAsFile()).toBe(robot);
		const added = await runCommandLine("voices", herald.dataDir, "add", String(piperVoice), "--name", "joe");
		expect(added.err).toMatch(/It speaks for all thirty names in English/);
		let natural = robot;
		while (natural === robot) natural = await sayAsFile();
		expect(await sayAsFile()).toBe(natural);

		const panel = page.locator("#voice");
		await page.getByRole("button", { name: "Join voice: Lounge" }).click();
		await panel.getByText("In Lounge").waitFor();
		await page.locator("#line").fill(`/say ${text} as:voice channel`);
		await page.locator("#chip-as").waitFor();
		await page.locator("#send").click();
		await eventually(async () =>
			expect(Number(await panel.getAttribute("data-loudest"))).toBeGreaterThan(audible),
		);
		expect(await findViolations(page)).toEqual([]);
		expect(errors).toEqual([]);
	}, 300_000);
});
