import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Client, Routes } from "discord.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ManualClock, type Playground } from "../../src/index.ts";
import { endBoth, startTestPlayground } from "../support.ts";
import { closePage, findViolations, hasBrowser, openPage, type Page } from "./browser.ts";
import { startShowBot } from "./show-bot.ts";

const folders = ["page", "options"].map((name) =>
	fileURLToPath(new URL(`../../src/${name}/`, import.meta.url)),
);
const mostScriptBytes = 170_000;
const comments = /\/\*\*[\s\S]*?\*\/|^\s*\/\/.*\n/gm;

test("the page's own JavaScript is under 170 kB, without its comments", () => {
	const scripts = folders.flatMap((folder) =>
		readdirSync(folder, { recursive: true, encoding: "utf8" })
			.filter((name) => name.endsWith(".js"))
			.map((name) => readFileSync(join(folder, name), "utf8").replace(comments, "")),
	);
	expect(scripts.length).toBeGreaterThan(10);
	expect(Buffer.byteLength(scripts.join(""))).toBeLessThan(mostScriptBytes);
});

describe.skipIf(!hasBrowser)("the look", () => {
	let playground: Playground;
	let client: Client;

	beforeAll(async () => {
		const clock = new ManualClock();
		playground = await startTestPlayground({ botName: "Herald", clock });
		client = await startShowBot(playground);
		const { owner, ordinary } = playground.home;
		playground.post(
			ordinary,
			`# Hi\n> <@${owner.user.id}> ||x|| \`y\` https://example.com/${"long".repeat(40)}`,
		);
		const poll = playground.postPoll(ordinary, { question: "Tea?", answers: ["Yes", "No"] });
		playground.vote(owner, poll, 1);
		playground.reply(owner, playground.forward(ordinary, playground.post(owner, "News")), "Good");
		for (const kind of ["private", "voice", "components", "layout", "thinking"])
			await playground.command(owner, `show ${kind}`).acknowledged();
		const unanswered = playground.command(owner, "show nothing");
		clock.advance(3_001);
		await unanswered.failed();
	});
	afterAll(() => endBoth(client, playground));

	const walkThrough = async (page: Page, check: (where: string) => Promise<void>) => {
		const press = (key: string) => page.keyboard.press(key);
		const open = async (what: string, line: string, role: "dialog" | "option", name: string) => {
			await page.locator("#line").fill(line);
			if (role === "dialog") await press("Enter");
			await page.getByRole(role, { name }).waitFor();
			await check(what);
		};
		await page.locator(".voice-message").waitFor();
		await check("the channel");
		await open("the commands", "/", "option", "/say");
		await open("a command", "/say Hi voice:", "option", "Kore");
		await press("Escape");
		await press("Escape");
		await page.locator("article.message").first().focus();
		await press("Enter");
		await page.getByRole("menu").waitFor();
		await check("a menu");
		await press("Escape");
		await page.getByRole("button", { name: "A colour" }).click();
		await page.getByRole("listbox").waitFor();
		await check("a select");
		await press("Escape");
		await open("a modal", "/show modal ", "dialog", "A question");
		await press("Escape");
		await open("a form", "/show form ", "dialog", "A form");
		await press("Escape");
		if (await page.locator("#open-sidebar").isVisible()) await page.locator("#open-sidebar").click();
		await page.locator("#troubles summary").click();
		await check("the troubles");
	};

	test.each([
		["light", 1280, 720],
		["dark", 360, 640],
	] as const)(
		"has no accessibility violations and doesn't scroll sideways in the %s theme at %i px",
		async (colorScheme, width, height) => {
			const { page, errors } = await openPage(playground.url);
			await page.emulateMedia({ colorScheme });
			await page.setViewportSize({ width, height });
			await walkThrough(page, async (where) => {
				expect(await page.evaluate("document.documentElement.scrollWidth"), where).toBe(width);
				const sideways = await page.evaluate(
					"[...document.querySelectorAll('#messages, #panel, #command, .popup, dialog')].filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.id || each.className)",
				);
				expect(sideways, where).toEqual([]);
				expect(await findViolations(page), where).toEqual([]);
			});
			expect(errors).toEqual([]);
			await closePage(page);
		},
	);

	test("keeps everything on a file's card inside it at 320 px, also the note that it can't be played, and shortens a name before its extension", async () => {
		const file = {
			contentType: "audio/ogg",
			data: Buffer.from("no sound"),
			name: `${"long_".repeat(20)}.ogg`,
		};
		const files = [file, { ...file, contentType: "text/plain", name: `${"long_".repeat(15)}end.txt` }];
		await client.rest.post(Routes.channelMessages(playground.home.text.id), { files, body: {} });
		const { page } = await openPage(playground.url, { locale: "es-ES" });
		await page.setViewportSize({ width: 320, height: 640 });
		await page.locator(".player .play").last().click();
		await page.locator(".player .times", { hasText: "no se puede" }).waitFor();
		const outside = await page.evaluate(
			"[...document.querySelectorAll('.player, .plain-file, .voice-message')].flatMap((card) => [...card.querySelectorAll('*')].filter((inner) => inner.getBoundingClientRect().right > card.getBoundingClientRect().right - 8 || inner.scrollWidth > inner.clientWidth + 1 && inner.matches('.controls, .file-name')).map(({ className }) => className))",
		);
		expect(outside).toEqual([]);
		const card = page.locator(".plain-file", { hasText: "end.txt" });
		const hidden = (of: ReturnType<Page["locator"]>) =>
			of.evaluate(
				({ scrollWidth, clientWidth }: { scrollWidth: number; clientWidth: number }) =>
					scrollWidth - clientWidth,
			);
		expect(await hidden(card)).toBe(0);
		expect(await hidden(card.locator(".stem"))).toBeGreaterThan(0);
		expect(await card.locator("a").textContent()).toBe(files[1]?.name);
		await closePage(page);
	});

	test("follows the system's theme until one is chosen, and keeps that choice", async () => {
		const { page } = await openPage(playground.url);
		await page.emulateMedia({ colorScheme: "light" });
		const background = () => page.evaluate("getComputedStyle(document.body).backgroundColor");
		const light = await background();
		await page.emulateMedia({ colorScheme: "dark" });
		const dark = await background();
		expect(dark).not.toBe(light);
		await page.getByRole("button", { name: "Theme: System" }).click();
		await page.getByRole("button", { name: "Theme: Light" }).waitFor();
		expect(await background()).toBe(light);
		await page.reload();
		await page.locator("#start").waitFor();
		expect(await background()).toBe(light);
		await closePage(page);
	});
});
