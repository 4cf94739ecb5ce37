import { setImmediate } from "node:timers/promises";
import { afterEach, test as always, beforeEach } from "vitest";
import { ManualClock, type Playground } from "../../src/index.ts";
import { startTestPlayground } from "../support.ts";
import { closePage, hasBrowser, openPage, type Page } from "./browser.ts";
import { startShowBot } from "./show-bot.ts";

/** What {@link useShowPage} has opened for the running test. */
export let playground: Playground;
/** The playground's clock: unless a test advances it, a bot has all the time to answer. */
export let clock: ManualClock;
export let client: Awaited<ReturnType<typeof startShowBot>>;
export let page: Page;
export let errors: readonly string[];

/** A test that is skipped without a browser. */
export const test = always.skipIf(!hasBrowser);

let port = 20_000 + (process.pid % 10_000);

/**
 * Starts a playground on the port of the previous one, because the browser has cached files of that address. If the port
 * is taken, uses another port from now on.
 */
export const start = async (): Promise<void> => {
	clock = new ManualClock();
	const options = { botName: "Herald", clock };
	playground = await startTestPlayground({ ...options, port }).catch(() => startTestPlayground(options));
	({ port } = playground);
};

/** Opens the page for every test, on its own playground with the show bot. */
export const useShowPage = (): void => {
	beforeEach(async () => {
		await start();
		client = await startShowBot(playground);
		({ page, errors } = await openPage(playground.url));
	});
	afterEach(async () => {
		await closePage(page);
		await client.destroy();
		await playground.stop();
		// The next test has the same port, so this process must notice first that the connections to it are closed.
		await setImmediate();
	});
};

/** Writes a line into the message box, and sends it. */
export const send = async (text: string): Promise<void> => {
	await page.locator("#line").fill(text);
	await page.locator("#line").press("Enter");
};

/** Presses one of a message's menu items. */
export const chooseAt = async (text: string, ...items: string[]): Promise<void> => {
	await shown(text).last().click({ button: "right" });
	for (const name of items) await page.getByRole("menuitem", { name }).click();
};

export const heading = (name: string) => page.getByRole("heading", { name, exact: true });

export const press = async (...keys: string[]): Promise<void> => {
	for (const key of keys) await page.keyboard.press(key);
};

/** Types a text where the focus is, then presses the keys. */
export const type = async (text: string, ...keys: string[]): Promise<void> => {
	await page.keyboard.type(text);
	await press(...keys);
};

/** A message on the page, by words in it. */
export const shown = (text: string) => page.locator("article.message", { hasText: text });
