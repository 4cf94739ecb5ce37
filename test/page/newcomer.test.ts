import { eventually } from "@herald/common/testing/eventually.ts";
import { closePage, hasBrowser, loopSounds, openPage } from "@herald/playground/testing";
import { mintCodes, openCodeSecret, openServiceDatabase } from "@herald/service/testing/internals.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Herald, startHerald } from "../support/herald.ts";

describe.skipIf(!hasBrowser)("a newcomer", () => {
	let herald: Herald;

	beforeAll(async () => {
		herald = await startHerald();
	});
	afterAll(async () => {
		await herald?.stop();
	});

	test("picks /say in the first message, writes a text, chooses a voice and hears it", async () => {
		const { page, errors } = await openPage(herald.playground.url);
		await loopSounds(page);
		await page.getByRole("button", { name: /^\/say/ }).click();
		await page.keyboard.type("Hello from the playground voice:Pu");
		await page.getByRole("option", { name: /^Puck/ }).click();
		await page.keyboard.press("Enter");

		const answer = page.locator("article", { hasText: "Puck" });
		await answer.locator(".player").waitFor();
		expect(await answer.locator(".used").textContent()).toMatch(/Ada\s+used\s+\/say/);
		expect(await answer.locator("header .badge").textContent()).toBe("APP");
		await answer.getByRole("button", { name: "Play" }).click();
		await answer.getByRole("button", { name: "Pause" }).waitFor();
		const audio = answer.locator("audio");
		const position = () => audio.evaluate((each: { currentTime: number }) => each.currentTime);
		await eventually(async () => expect(await position()).toBeGreaterThan(0.2));
		expect(Number(await answer.getByRole("slider").inputValue())).toBeGreaterThan(0);
		expect(errors).toEqual([]);
		await closePage(page);
	});

	test("reads a sentence about why a text was not spoken", async () => {
		const { page } = await openPage(herald.playground.url);
		await page.locator("#line").fill("/say ?!…");
		await page.keyboard.press("Enter");
		await page.getByText("There is nothing in this text to read aloud").waitFor();
		await page.getByText("Only you can see this").waitFor();
		await closePage(page);
	});

	test("redeems a code, and is answered privately", async () => {
		const database = openServiceDatabase(herald.dataDir);
		const [minted] = mintCodes(database, openCodeSecret(herald.dataDir), { count: 1, units: 500_000 });
		database.close();
		const { page, errors } = await openPage(herald.playground.url);
		await page.locator("#line").fill(`/redeem ${minted?.code}`);
		await page.keyboard.press("Enter");
		const answer = page.locator("article", { hasText: "Added 500,000 units" });
		await answer.getByText("Only you can see this").waitFor();
		expect(await answer.textContent()).not.toContain(minted?.code);
		expect(errors).toEqual([]);
		await closePage(page);
	});
});
