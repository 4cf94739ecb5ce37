import { eventually } from "@herald/common/testing/eventually.ts";
import type { TextChannel } from "discord.js";
import { describe, expect, test } from "vitest";
import { hasBrowser } from "./browser.ts";
import { client, page, playground, press, send, shown, type, useShowPage } from "./show-page.ts";

describe.skipIf(!hasBrowser)("everyday habits", () => {
	useShowPage();
	const line = () => page.locator("#line");

	test("typing after a click on a message or a button goes into the message box", async () => {
		playground.post(playground.home.ordinary, "Click me");
		await shown("Click me").click();
		await type("hello");
		expect(await line().inputValue()).toBe("hello");
		await page.locator("#theme").click();
		await type("!");
		expect(await line().inputValue()).toBe("hello!");
	});

	test("Escape closes a command, and so does becoming another member", async () => {
		const command = page.locator("#command");
		await line().fill("/say ");
		await page.locator("#chip-text").waitFor();
		await type("something", "Escape", "Escape", "Escape");
		expect([await command.isVisible(), await line().inputValue()]).toEqual([false, ""]);
		await line().fill("/say ");
		await page.locator("#chip-text").waitFor();
		await page.locator("#member").selectOption("ben");
		await command.waitFor({ state: "hidden" });
		expect(await line().inputValue()).toBe("");
	});

	test("Enter picks no command that only its description matches, lists the commands that an incomplete one may be, and explains one for other members only", async () => {
		await line().fill("/something");
		await page.locator("#panel .option").first().waitFor();
		await press("Enter");
		await page.getByText("There is no command /something.").waitFor();
		expect(await page.locator("#command").isVisible()).toBe(false);
		await line().fill("/show ");
		await page.locator("#send").click();
		await page.locator("#panel").getByRole("option", { name: "/show voice" }).waitFor();
		expect(await page.getByText("There is no command /show").count()).toBe(0);
		await page.locator("#member").selectOption("ben");
		await page.locator("#you .avatar", { hasText: "B" }).waitFor();
		await line().fill("/manage");
		await page.locator("#send").click();
		await page.getByText("/manage is only for Ada here.").waitFor();
	});

	test("members in voice are sorted by name, and all are seen by one who joins, and who leaves by its one button; the channel's chat has its icon", async () => {
		const { guild, voice } = playground.home;
		const expected = Array.from({ length: 11 }, (_, at) => `Zoe ${String(at).padStart(2, "0")}`);
		for (const [at, name] of expected.toReversed().entries())
			playground.voice.join(playground.world.addMember(guild, { username: `zoe${at}`, name }), voice);
		await page.getByRole("button", { name: "Join voice: Lounge" }).click();
		const names = page.locator(".voice-person .channel-name");
		await eventually(async () => expect(await names.allTextContents()).toEqual(["Ada", ...expected]));
		const below = page.locator("#voice");
		await below.getByText("In Lounge").waitFor();
		await eventually(async () => {
			const [last, panel] = [await names.last().boundingBox(), await below.boundingBox()];
			expect((last?.y ?? 9_999) + (last?.height ?? 0)).toBeLessThanOrEqual(panel?.y ?? 0);
		});
		const shape = () => page.locator("#top h1 .icon path").getAttribute("d");
		const before = await shape();
		await page.getByRole("button", { name: "Open chat: Lounge" }).click();
		await eventually(async () => expect(await shape()).not.toBe(before));
		await page.getByRole("button", { name: "Leave voice" }).click();
		await below.waitFor({ state: "hidden" });
	});

	test("an edit is marked after the text, outside of code blocks", async () => {
		const { ordinary } = playground.home;
		for (const text of ["- one\n- two", "```\ncode\n```", "plain"])
			playground.editMessage(ordinary, playground.post(ordinary, "before"), text);
		await eventually(async () => expect(await page.locator(".edited").count()).toBe(3));
		expect(await page.locator("li > .edited").count()).toBe(1);
		expect(await page.locator("pre .edited").count()).toBe(0);
	});

	test("a click on a member shows their roles", async () => {
		const { guild, ordinary } = playground.home;
		const role = playground.world.addRole(guild, { name: "Storytellers" });
		playground.world.changeMember(ordinary, { roles: [role.id] });
		const card = page.getByRole("dialog", { name: "Ben" });
		await eventually(async () => {
			await page.locator("#members").getByRole("button", { name: /^Ben/ }).click();
			expect(await card.textContent()).toBe("BenbenRolesStorytellers");
		});
		await press("Escape");
		await card.waitFor({ state: "detached" });
	});

	test("at 320 px, a file's name is shortened before its extension, and fits its card", async () => {
		await page.setViewportSize({ width: 320, height: 640 });
		const name = `${"a_very_long_name_".repeat(4)}end.txt`;
		const channel = client.channels.cache.get(playground.home.text.id) as TextChannel;
		await channel.send({ files: [{ attachment: Buffer.from("words"), name }] });
		const card = page.locator(".plain-file");
		await card.waitFor();
		const hidden = (selector: string) =>
			page.evaluate<number>(
				`(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector("${selector}"))`,
			);
		expect(await hidden(".plain-file")).toBe(0);
		expect(await hidden(".plain-file .stem")).toBeGreaterThan(0);
		expect(await card.locator("a").textContent()).toBe(name);
	});

	test("on a phone, a tap beside the drawer only closes the drawer", async () => {
		await page.setViewportSize({ width: 390, height: 844 });
		await page.locator("#open-sidebar").click();
		await page.locator("#sidebar.open").waitFor();
		const { x = 0, y = 0 } = (await page.locator("#open-people").boundingBox()) ?? {};
		await page.mouse.click(x + 5, y + 5);
		await page.locator("#sidebar:not(.open)").waitFor({ state: "attached" });
		expect(await page.locator("#people.open").count()).toBe(0);
		await page.locator("#open-people").click();
		await page.locator("#people.open").waitFor();
	});

	test("the list of messages scrolls to the end for one's own message, and stays in place for others'", async () => {
		client.removeAllListeners("interactionCreate");
		for (let at = 0; at < 40; at++) playground.post(playground.home.ordinary, `Message ${at}\nof two lines`);
		await page.getByText("Message 39").waitFor();
		const fromEnd = () => page.evaluate<number>("document.getElementById('messages').scrollTop");
		const scrollUp = async () => {
			await page.evaluate("document.getElementById('messages').scrollTop = -1000");
			expect(await fromEnd()).toBeLessThan(-900);
		};
		await scrollUp();
		playground.post(playground.home.ordinary, "From somebody else");
		await page.getByRole("button", { name: "New messages" }).waitFor();
		expect(await fromEnd()).toBeLessThan(-900);

		await send("From me");
		await page.getByText("From me").waitFor();
		await eventually(async () => expect(await fromEnd()).toBe(0));
		await page.locator("#jump").waitFor({ state: "hidden" });

		await scrollUp();
		await send("/say Nobody answers");
		await page.getByText("Sending command…").waitFor();
		expect(await fromEnd()).toBe(0);
	});
});
