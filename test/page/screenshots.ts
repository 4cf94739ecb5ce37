import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { offerHelp } from "@herald/common/process/command-line.ts";
import type { Page } from "@herald/playground/testing";

const size = { width: 1200, height: 750 };
const phone = { width: 360, height: 700 };
const texts = [
	"Good evening, everyone. I am Herald.",
	"The meeting starts in five minutes, in the lounge.",
	"I can also speak right where you are.",
] as const;

const say = async (page: Page, text: string, voice: string): Promise<void> => {
	const before = await page.locator(".player").count();
	await page.locator("#line").fill(`/say ${text} voice:${voice}`);
	await page.locator("#chip-voice").press("Enter");
	await page.locator(".player").nth(before).waitFor();
};

const take = async (url: string, folder: string): Promise<void> => {
	const { openPage } = await import("@herald/playground/testing");
	const { page } = await openPage(url, { viewport: size, deviceScaleFactor: 2 });
	const shoot = (name: string) => page.screenshot({ path: join(folder, `${name}.png`) });
	const shootBoth = async (name: string) => {
		for (const colorScheme of ["light", "dark"] as const) {
			await page.emulateMedia({ colorScheme });
			await shoot(`${name}-${colorScheme}`);
		}
	};
	await shootBoth("start");
	await say(page, texts[0], "Kore");
	await page.locator("#member").selectOption("ben");
	await page.locator("#line").fill("Oh, it speaks! **Thank you**, Ada.");
	await page.locator("#line").press("Enter");
	await say(page, texts[1], "Puck");
	const player = page.locator(".player").last();
	await player.getByRole("button", { name: "Play" }).click();
	await player.getByText("0:01 /").waitFor();
	await player.getByRole("button", { name: "Pause" }).click();
	await page.locator("#line").focus();
	await shootBoth("channel");
	await page.locator("#line").fill("/say Who is speaking? voice:female");
	await page
		.getByRole("option", { name: /female/ })
		.first()
		.waitFor();
	await shoot("command-dark");
	await page.keyboard.press("Escape");
	await page.keyboard.press("Escape");
	await page.getByRole("button", { name: "Join voice: Lounge" }).click();
	await page.getByText("In Lounge").waitFor();
	await page.locator("#troubles summary").click();
	await page.locator("#line").fill(`/say ${texts[2]} as:voice channel`);
	await page.locator("#chip-as").waitFor();
	await page.locator("#send").click();
	await page.locator(".voice-person.speaking", { hasText: "Herald" }).waitFor();
	await shootBoth("playground");
	await page.setViewportSize(phone);
	await shoot("phone-dark");
};

/** Takes the README's pictures of the page: `npm run screenshots -- FOLDER`. */
const main = async (folder: string): Promise<void> => {
	const { closeBrowser } = await import("@herald/playground/testing");
	const { startHerald } = await import("../support/herald.ts");
	mkdirSync(folder, { recursive: true });
	const herald = await startHerald();
	try {
		await take(herald.playground.url, folder);
	} finally {
		await closeBrowser();
		await herald.stop();
	}
};

const usage = "Take the README's pictures of the page: npm run screenshots -- FOLDER\n";

offerHelp(usage);
const [, , folder] = process.argv;
if (!folder) {
	process.stderr.write(usage);
	process.exitCode = 2;
} else await main(folder);
