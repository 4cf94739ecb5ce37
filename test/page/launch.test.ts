import { once } from "node:events";
import { type AddressInfo, createServer, type Server } from "node:net";
import { eventually } from "@herald/common/testing/eventually.ts";
import {
	closePage,
	findViolations,
	hasBrowser,
	loopSounds,
	openPage,
	type Page,
} from "@herald/playground/testing";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type LaunchedHerald, launch } from "./launched.ts";

let taken: Server;
let launched: LaunchedHerald;

beforeAll(async () => {
	taken = createServer().listen(0, "127.0.0.1");
	await once(taken, "listening");
	launched = await launch((taken.address() as AddressInfo).port);
});
afterAll(async () => {
	await launched?.stop();
	taken.close();
});

test("without a token, the playground starts, on the next port if its own is taken, and says so", () => {
	const { port } = taken.address() as AddressInfo;
	expect(launched.told).toEqual([
		"Starting…",
		`Port ${port} is in use, so the playground uses ${new URL(launched.url).port}.`,
		`Herald's playground is at ${launched.url}`,
		expect.stringMatching(/^Codes for \/redeem:(\s+HRLD(-\S{1,4}){8}){3}$/),
	]);
	expect(Number(new URL(launched.url).port)).toBeGreaterThan(port);
});

describe.skipIf(!hasBrowser)("a person who tries the playground's troubles", () => {
	let page: Page;
	let errors: readonly string[];
	const use = async (line: string) => {
		await page.locator("#line").fill(line);
		await page.keyboard.press("Enter");
	};
	const tool = (name: string) => page.locator("#trouble-list").getByRole("button", { name });

	beforeEach(async () => {
		({ page, errors } = await openPage(launched.url));
		await page.locator("#troubles summary").click();
	});
	afterEach(() => closePage(page));

	test("sees that members chat while nothing is read aloud, with a button for the settings", async () => {
		await page.getByRole("button", { name: "Let members chat" }).click();
		const notice = page.locator("#silence");
		await notice.getByText("Nothing is read aloud here yet.").waitFor();
		expect(await findViolations(page)).toEqual([]);
		await notice.getByRole("button", { name: "/server" }).click();
		await page.locator("article", { hasText: "Channels that are read: none" }).waitFor();
		await page.getByRole("button", { name: "Stop the chat" }).click();
		await notice.getByText("Nothing").waitFor({ state: "detached" });
	});

	test("finds a button for each code at the card for /redeem, and how to get a natural voice, with nothing in front of it", async () => {
		// A trial doesn't click, but fails if something covers the button.
		const note = page.locator("#start").getByRole("button", { name: "Get a natural voice" });
		await note.click({ trial: true });
		const codes = page.locator("#start").getByRole("button", { name: /^HRLD-/ });
		expect(await codes.allTextContents()).toEqual(launched.told.at(-1)?.match(/HRLD-\S+/g));
		const last = await codes.nth(2).textContent();
		await codes.nth(2).click();
		expect(await page.locator("#chip-code").inputValue()).toBe(last);
	});

	test("sees what members see: no credit, a code that helps, a failing service, a slow one, a refused answer", async () => {
		await tool("Use up all credit").click();
		await use("/say Nobody pays for this");
		const broke = page.locator("article", { hasText: "account that pays for speech has no credit left" });
		await broke.getByRole("button", { name: "Redeem a code" }).waitFor();
		// The channel's welcome message suggests a valid code.
		const start = page.locator("#start");
		await start.getByRole("button", { name: /^\/redeem/ }).click();
		await page.keyboard.press("Enter");
		await page.locator("article", { hasText: "Added 100,000 units" }).waitFor();
		await use("/say Now it is paid for");
		await page.locator("article", { hasText: "Now it is paid for" }).locator(".player").waitFor();

		await tool("Failing speech service").click();
		await page.locator('[data-trouble="failing-speech"][aria-pressed="true"]').waitFor();
		await use("/say This one fails");
		const failed = page.locator("article", { hasText: "The speech service is having problems" });
		await failed.getByText("Only you can see this").waitFor();

		await tool("Slow speech service").click();
		await page.locator('[data-trouble="failing-speech"][aria-pressed="false"]').waitFor();
		await page.locator('[data-trouble="slow-speech"][aria-pressed="true"]').waitFor();
		await use("/say This one takes its time");
		await page.getByText("Herald is thinking").waitFor();
		await tool("Slow speech service").click();
		await page.locator("article", { hasText: "This one takes its time" }).locator(".player").waitFor();

		const refuses = (isOn: boolean) => page.locator(`[data-trouble="refuse-answer"][aria-pressed="${isOn}"]`);
		await tool("Refuse the next answer after").click();
		await refuses(true).waitFor();
		await use("/say Refused by Discord");
		await refuses(false).waitFor();
		const told = page.locator("article.private", { hasText: "Something went wrong" });
		await told.getByText("Only you can see this").waitFor();
		expect(errors).toEqual([]);
	});

	test("hears Herald by one press, and can pause it", async () => {
		await loopSounds(page);
		const suggested = page.locator("#start").getByRole("button", { name: /^\/say/ });
		await suggested.click();
		const answer = page.locator("article", { hasText: "this is what I sound like" }).last();
		await answer.getByRole("button", { name: "Pause" }).waitFor();
		expect(await answer.locator(".used").textContent()).toMatch(/Ada\s+used\s+\/say/);
		const sound = answer.locator("audio");
		const isHeard = () =>
			sound.evaluate(
				(each: { currentTime: number; paused: boolean }) => each.currentTime > 0 && !each.paused,
			);
		await eventually(async () => expect(await isHeard()).toBe(true));
		expect(await findViolations(page)).toEqual([]);
		await answer.getByRole("button", { name: "Pause" }).click();
		await answer.getByRole("button", { name: "Play" }).waitFor();

		// The answer to a typed command isn't played until the member presses Play.
		await use("/say Not by itself");
		const other = page.locator("article", { hasText: "Not by itself" });
		await other.getByRole("button", { name: "Play" }).waitFor();
		expect(await answer.getByRole("button", { name: "Pause" }).count()).toBe(0);
		expect(errors).toEqual([]);
	});

	test("restarts the bot, which returns to the voice channel with people", async () => {
		const herald = page.locator(".voice-person", { hasText: "Herald" });
		await page.getByRole("button", { name: "Join voice: Lounge" }).click();
		await page.locator("#voice").getByText("In Lounge").waitFor();
		// The first Enter picks the command from the list, the second one sends it.
		await use("/join");
		await page.keyboard.press("Enter");
		await herald.waitFor();
		await tool("Restart the bot").click();
		await herald.waitFor({ state: "detached" });
		await page.getByText("Done: Restart the bot.").waitFor();
		await page.locator("#line").fill("/say Hello voice:kor");
		await page.getByRole("option", { name: /^Kore, / }).waitFor();
		for (const key of ["Escape", "Escape"]) await page.keyboard.press(key);
		await herald.waitFor();
		await use("/say Here I am again");
		await page.locator("article", { hasText: "speaks in #Lounge" }).waitFor();
		expect(errors).toEqual([]);
	});
});
