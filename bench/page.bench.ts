import { setTimeout as wait } from "node:timers/promises";
import { createLogger } from "@herald/common/log.ts";
import { startPlayground } from "@herald/playground";
import { closeBrowser, closePage, hasBrowser, openPage } from "@herald/playground/testing";
import type { Result } from "./index.ts";

const held = [0, 100, 500] as const;
const news = 100;
const newsEveryMs = 25;

/** Watches the page from inside: the length of every frame, and every task over 50 ms. */
const watch = `{
	globalThis.frames = [];
	globalThis.longest = 0;
	new PerformanceObserver((list) => {
		for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
	}).observe({ type: "longtask" });
	let last = performance.now();
	const frame = (now) => {
		frames.push(now - last);
		last = now;
		requestAnimationFrame(frame);
	};
	requestAnimationFrame(frame);
}`;

const measure = async (messages: number) => {
	const logger = createLogger("bench", "silent");
	const playground = await startPlayground({ port: 0, logger, botToken: "bench", botName: "Herald" });
	const { owner, ordinary } = playground.home;
	for (let at = 0; at < messages; at++)
		playground.post(at % 3 ? owner : ordinary, `Message ${at} with **some** words and \`code\``);
	const startedAt = performance.now();
	const { page } = await openPage(playground.url, {});
	if (messages > 0) await page.getByText(`Message ${messages - 1} with`).waitFor();
	const openMs = performance.now() - startedAt;
	await page.evaluate(watch);
	for (let at = 0; at < news; at++) {
		playground.post(owner, `News ${at}`);
		await wait(newsEveryMs);
	}
	await page.getByText(`News ${news - 1}`).waitFor();
	const frames = (await page.evaluate<number[]>("frames")).sort((a, b) => a - b);
	const longest = await page.evaluate<number>("longest");
	await closePage(page);
	await playground.stop();
	const at = (share: number) => (frames[Math.floor((frames.length - 1) * share)] ?? 0).toFixed(1);
	return {
		"messages held": messages,
		"open ms": Math.round(openMs),
		"frame p50 ms": at(0.5),
		"frame p99 ms": at(0.99),
		"task over 50 ms": longest === 0 ? "none" : `${Math.round(longest)} ms`,
	};
};

/** How smooth the playground's page stays while messages arrive, by how many it shows; skipped without Chromium. */
export const run = async (): Promise<Result> => {
	const rows: Result["rows"][number][] = [];
	if (hasBrowser) {
		for (const messages of held) rows.push(await measure(messages));
		await closeBrowser();
	}
	return { title: `the page while ${news} messages come in ${(news * newsEveryMs) / 1_000} s`, rows };
};
