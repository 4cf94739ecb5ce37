import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";

/** Without its window, Chromium does the same for half the work. */
const executablePath = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"].find((path) =>
	existsSync(path),
);
const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export type { Browser, Page } from "playwright-core";

/** Tests of the page need the system's Chromium and are skipped without it. */
export const hasBrowser = executablePath !== undefined;

export const launchBrowser = (): Promise<Browser> =>
	chromium.launch({
		...(executablePath && { executablePath }),
		args: [
			"--headless",
			"--no-sandbox",
			"--disable-gpu",
			"--disable-quic",
			"--no-first-run",
			"--disable-background-networking",
			"--disable-component-update",
			"--disable-sync",
			"--autoplay-policy=no-user-gesture-required",
		],
	});

/** The page, open and connected; exceptions and policy violations are collected in `errors`. */
export interface OpenPage {
	readonly page: Page;
	readonly errors: readonly string[];
}

export const openPage = async (
	browser: Browser,
	url: string,
	options: BrowserContextOptions = {},
): Promise<OpenPage> => {
	const context = await browser.newContext({ locale: "en-US", colorScheme: "dark", ...options });
	const page = await context.newPage();
	// Shorter than a test's timeout, so that the error names what was awaited.
	page.setDefaultTimeout(60_000);
	const errors: string[] = [];
	page.on("pageerror", (error) => errors.push(String(error.stack)));
	page.on("console", (message) => {
		// A lost connection isn't the page's fault.
		if (message.type() === "error" && !/Failed to load resource|net::ERR/.test(message.text()))
			errors.push(message.text());
	});
	await page.goto(url);
	await page.locator("#start").waitFor();
	return { page, errors };
};

/** From now on what is played begins again at its end: on a slow machine, too, it is still played when a test looks. */
export const loopSounds = (page: Page): Promise<unknown> =>
	page.evaluate("document.addEventListener('play', ({ target }) => { target.loop = true; }, true)");

interface AxeResult {
	readonly violations: readonly {
		readonly id: string;
		readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
	}[];
}

/** What axe-core objects to, one line each. */
export const findViolations = async (page: Page): Promise<string[]> => {
	if (!(await page.evaluate<boolean>("'axe' in globalThis"))) await page.evaluate(axeSource);
	// What is right is not described.
	const { violations } = await page.evaluate<AxeResult>("axe.run({ resultTypes: ['violations'] })");
	return violations.flatMap(({ id, nodes }) =>
		nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary ?? ""}`),
	);
};
