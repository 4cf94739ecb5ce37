import { eventually } from "@herald/common/testing/eventually.ts";
import { describe, expect, test } from "vitest";
import { ManualClock } from "../../src/index.ts";
import { startTestPlayground, testCommands } from "../support.ts";
import { closePage, hasBrowser, openPage } from "./browser.ts";

const channelHolds = 500;

describe.skipIf(!hasBrowser)("the live page", () => {
	test.each([
		["message", "Is anybody there?", "#line"],
		["command", "/say Is anybody there?", "#chip-text"],
	])(
		"shows that the connection is lost, reconnects by itself, and keeps its member and unsent %s",
		async (_what, line, field) => {
			const first = await startTestPlayground({ botName: "Herald" });
			first.commands.set(testCommands as never);
			const { page } = await openPage(first.url);
			await page.locator("#member").selectOption("ben");
			first.post(first.home.owner, "Before the restart");
			await page.getByText("Before the restart").waitFor();
			await page.locator("#line").fill(line);
			await page.locator(field).waitFor();
			await first.stop();
			await page.getByText("Connection lost. Trying again…").waitFor();
			await page.keyboard.press("Enter");
			const trouble = page.getByText("Can't reach the playground.");
			await trouble.waitFor();

			const second = await startTestPlayground({ botName: "Herald", port: first.port });
			await page.getByText("Connected again.").waitFor();
			for (const gone of [page.getByText("Connection lost"), page.getByText("Before the restart"), trouble])
				await gone.waitFor({ state: "detached" });
			expect(await page.locator("#member").inputValue()).toBe("ben");
			expect(await page.locator(field).inputValue()).toBe("Is anybody there?");
			await closePage(page);
			await second.stop();
		},
	);

	test("leaves voice when it is closed, and stays there when it is reloaded, or if its member rejoins without it", async () => {
		const clock = new ManualClock();
		const playground = await startTestPlayground({ botName: "Herald", clock });
		const { home, voice } = playground;
		voice.join(home.ordinary);
		const { page } = await openPage(playground.url);
		const join = async () => {
			await page.getByRole("button", { name: "Join voice: Lounge" }).click();
			await page.locator("#voice").getByText("In Lounge").waitFor();
		};
		await join();
		await page.reload();
		await page.locator("#voice").getByText("In Lounge").waitFor();
		clock.advance(60_000);
		await page.locator("#member").selectOption("ben");
		await page.locator(".voice-person", { hasText: "Ada" }).waitFor();
		clock.advance(60_000);
		expect([...home.guild.voiceStates.keys()]).toEqual([home.ordinary.user.id, home.owner.user.id]);

		await closePage(page);
		await eventually(() => {
			clock.advance(1_000);
			expect([...home.guild.voiceStates.keys()]).toEqual([home.ordinary.user.id]);
		});

		await openPage(playground.url);
		await join();
		for (const member of [home.owner, home.ordinary]) voice.leave(member);
		voice.join(home.owner);
		await page.locator("#member").selectOption("ben");
		await join();
		await closePage(page);
		await eventually(() => {
			clock.advance(1_000);
			expect([...home.guild.voiceStates.keys()]).toEqual([home.owner.user.id]);
		});
		await playground.stop();
	});

	test("leaves 500 shown messages untouched when another one comes", async () => {
		const playground = await startTestPlayground({ botName: "Herald" });
		const { owner, ordinary } = playground.home;
		for (let at = 0; at < channelHolds; at++)
			playground.post(at % 3 ? owner : ordinary, `Message ${at} with **some** words and \`code\``);
		const { page } = await openPage(playground.url);
		await page.getByText("Message 499").waitFor();
		expect(await page.locator("article.message").count()).toBe(channelHolds);
		await page.evaluate(`{
			globalThis.touched = 0;
			new MutationObserver((changes) => {
				for (const { addedNodes, removedNodes } of changes) touched += addedNodes.length + removedNodes.length;
			}).observe(document.getElementById("list"), { childList: true, subtree: true });
		}`);
		for (let at = 0; at < 20; at++) playground.post(owner, `News ${at}`);
		await page.locator("#line").pressSequentially("Typing goes on");
		await page.getByText("News 19").waitFor();
		expect(await page.locator("article.message").count()).toBe(channelHolds);
		expect(await page.evaluate("touched")).toBeLessThan(100);
		await closePage(page);
		await playground.stop();
	});
});
