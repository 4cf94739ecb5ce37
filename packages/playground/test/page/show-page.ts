import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach } from "vitest";
import type { Playground } from "../../src/index.ts";
import { startTestPlayground } from "../support.ts";
import { closePage, openPage, type Page } from "./browser.ts";
import { startShowBot } from "./show-bot.ts";

export interface ShowPage {
	readonly playground: Playground;
	readonly client: Awaited<ReturnType<typeof startShowBot>>;
	readonly page: Page;
}

let port = 20_000 + (process.pid % 10_000);

/**
 * Starts the playground on the port of the previous test, because the browser has cached files of that address. If the
 * port is taken, uses another port from now on.
 */
const startOnSamePort = async (): Promise<Playground> => {
	const playground = await startTestPlayground({ botName: "Herald", port }).catch(() =>
		startTestPlayground({ botName: "Herald" }),
	);
	({ port } = playground);
	return playground;
};

/**
 * Opens the page for every test, on its own playground with the show bot.
 *
 * @returns a function that returns the current test's `ShowPage`
 */
export const useShowPage = (): (() => ShowPage) => {
	let current: ShowPage;
	beforeEach(async () => {
		const playground = await startOnSamePort();
		const client = await startShowBot(playground);
		const { page } = await openPage(playground.url);
		current = { playground, client, page };
	});
	afterEach(async () => {
		await closePage(current.page);
		await current.client.destroy();
		await current.playground.stop();
		// The next test has the same port, so this process must notice first that the connections to it are closed.
		await setImmediate();
	});
	return () => current;
};
