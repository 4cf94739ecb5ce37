import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach } from "vitest";
import type { Playground } from "../../src/index.ts";
import { startTestPlayground } from "../support.ts";
import { closePage, openPage, type Page } from "./browser.ts";
import { startShowBot } from "./show-bot.ts";

/** What {@link useShowPage} has opened for the running test. */
export let playground: Playground;
export let client: Awaited<ReturnType<typeof startShowBot>>;
export let page: Page;

let port = 20_000 + (process.pid % 10_000);

/**
 * Starts the playground on the port of the previous test, because the browser has cached files of that address. If the
 * port is taken, uses another port from now on.
 */
const startOnSamePort = async (): Promise<Playground> => {
	const started = await startTestPlayground({ botName: "Herald", port }).catch(() =>
		startTestPlayground({ botName: "Herald" }),
	);
	({ port } = started);
	return started;
};

/** Opens the page for every test, on its own playground with the show bot. */
export const useShowPage = (): void => {
	beforeEach(async () => {
		playground = await startOnSamePort();
		client = await startShowBot(playground);
		({ page } = await openPage(playground.url));
	});
	afterEach(async () => {
		await closePage(page);
		await client.destroy();
		await playground.stop();
		// The next test has the same port, so this process must notice first that the connections to it are closed.
		await setImmediate();
	});
};

export const press = async (...keys: string[]): Promise<void> => {
	for (const key of keys) await page.keyboard.press(key);
};

/** A message on the page, by words in it. */
export const shown = (text: string) => page.locator("article.message", { hasText: text });
