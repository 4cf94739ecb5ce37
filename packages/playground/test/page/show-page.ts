import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import type { Playground } from "../../src/index.ts";
import { startTestPlayground } from "../support.ts";
import { launchBrowser, openPage } from "./browser.ts";
import { startShowBot } from "./show-bot.ts";

/** What a page test works with; new for each test. */
export interface ShowPage {
	readonly browser: Browser;
	readonly playground: Playground;
	readonly client: Awaited<ReturnType<typeof startShowBot>>;
	readonly page: Page;
}

/** Opens the page for every test, on its own playground with the show bot. */
export const useShowPage = (): (() => ShowPage) => {
	let browser: Browser;
	let current: ShowPage;
	beforeAll(async () => {
		browser = await launchBrowser();
	});
	afterAll(() => browser?.close());
	beforeEach(async () => {
		const playground = await startTestPlayground({ botName: "Herald" });
		const client = await startShowBot(playground);
		const { page } = await openPage(browser, playground.url);
		current = { browser, playground, client, page };
	});
	afterEach(async () => {
		await current.page.context().close();
		await current.client.destroy();
		await current.playground.stop();
	});
	return () => current;
};
