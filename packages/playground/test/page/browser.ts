import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";

/** The path of the browser, if there is one. The shell without a window is preferred: it takes half the work. */
const executablePath = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"].find((path) =>
	existsSync(path),
);
const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export type { Page } from "playwright-core";

/** Whether the system has Chromium. Tests of the page are skipped without it. */
export const hasBrowser = executablePath !== undefined;

const launchBrowser = (): Promise<Browser> =>
	chromium.launch({
		...(executablePath && { executablePath }),
		args: `--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking
			--disable-component-update --disable-sync --autoplay-policy=no-user-gesture-required`.split(/\s+/),
	});

const viewport = { width: 1280, height: 720 };

/** The browser that all pages of this process share. */
let browser: Promise<Browser> | undefined;

/** The page, open and connected. Exceptions and policy violations are collected in `errors`. */
export interface OpenPage {
	readonly page: Page;
	readonly errors: string[];
}

const newPage = async (options: BrowserContextOptions): Promise<OpenPage> => {
	if (!browser) {
		browser = launchBrowser();
		// A test run that ends without stopping this process would leave the process and the browser behind.
		process.once("disconnect", () => process.exit());
	}
	const context = await (await browser).newContext({
		locale: "en-US",
		// Animations cost a tenth of the browser's work.
		reducedMotion: "reduce",
		colorScheme: "dark",
		viewport,
		...options,
	});
	const page = await context.newPage();
	// Shorter than a test's timeout, so that the error names what was awaited.
	page.setDefaultTimeout(60_000);
	const errors: string[] = [];
	page.on("pageerror", (error) => errors.push(String(error.stack)));
	page.on("console", (message) => {
		// A lost connection isn't an error of the page.
		if (message.type() === "error" && !/Failed to load resource|net::ERR/.test(message.text()))
			errors.push(message.text());
	});
	return { page, errors };
};

/** The page that tests without options share, because it needs to load and compile everything only once. */
let kept: OpenPage | undefined;

/** Opens the page as a new visitor. Call `closePage` afterwards. */
export const openPage = async (url: string, options?: BrowserContextOptions): Promise<OpenPage> => {
	let opened = options ? await newPage(options) : kept;
	if (!opened) {
		opened = await newPage({});
		kept = opened;
	}
	await opened.page.goto(url);
	await opened.page.locator("#start").waitFor();
	return opened;
};

/** Closes the page, or empties the shared page, and erases all that the page stored. */
export const closePage = async (page: Page): Promise<void> => {
	if (page !== kept?.page) return page.context().close();
	await page.evaluate("localStorage.clear(); sessionStorage.clear()");
	await page.goto("about:blank");
	await page.emulateMedia({ colorScheme: "dark" });
	await page.setViewportSize(viewport);
	kept.errors.length = 0;
};

/** Closes the browser, which otherwise keeps this process alive. */
export const closeBrowser = async (): Promise<void> => (await browser)?.close();

/** Makes sounds begin again at their end, so that they still play when a test looks, even on a slow machine. */
export const loopSounds = (page: Page): Promise<unknown> =>
	page.evaluate("document.addEventListener('play', ({ target }) => { target.loop = true; }, true)");

interface AxeResult {
	readonly violations: readonly {
		readonly id: string;
		readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
	}[];
}

/** axe-core's complaints, one line each. */
export const findViolations = async (page: Page): Promise<string[]> => {
	if (!(await page.evaluate<boolean>("'axe' in globalThis"))) await page.evaluate(axeSource);
	// Only violations are described and sent, because other results would take time.
	const { violations } = await page.evaluate<AxeResult>(
		"axe.run({ resultTypes: ['violations'], selectors: false }).then(({ violations }) => ({ violations }))",
	);
	return violations.flatMap(({ id, nodes }) =>
		nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary ?? ""}`),
	);
};
