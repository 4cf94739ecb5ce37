import { beforeEach, describe, expect, test } from "vitest";
import { findViolations, hasBrowser } from "./browser.ts";
import { client, page, playground, press, send, useShowPage } from "./show-page.ts";

describe.skipIf(!hasBrowser)("direct messages and installs", () => {
	useShowPage();
	beforeEach(async () => {
		const commands = playground.commands
			.list()
			.map((each) => ({ ...each, integration_types: [0, 1], contexts: [0, 1, 2] }));
		await client.application.commands.set(commands as never);
	});

	/** Opens a menu by its button and presses one of its items, with the keyboard alone. */
	const choose = async (button: string, item: string) => {
		await page.getByRole("button", { name: button }).focus();
		await press("Enter");
		await page.getByRole("menuitem", { name: item }).focus();
		await press("Enter");
		await page.getByRole("menu").waitFor({ state: "detached" });
	};
	const offered = async () => {
		await page.locator("#line").fill("/");
		const found = await page.getByRole("option", { name: "/say" }).count();
		await press("Escape");
		await page.locator("#line").fill("");
		return found > 0;
	};

	test("a command can be used in direct messages with the bot, and its answer is only there", async () => {
		await choose("New message", "Herald");
		await page.getByRole("heading", { name: "Herald", exact: true }).waitFor();
		await page.getByText("This is the beginning of your direct messages with Herald.").waitFor();
		expect(await page.locator("#line").getAttribute("placeholder")).toBe("Message @Herald");
		expect(await page.locator("#chat").isVisible()).toBe(false);
		expect(await findViolations(page)).toEqual([]);
		await send("/show voice ");
		await page.locator(".voice-message").waitFor();
		await page.getByRole("button", { name: "The Playground" }).click();
		await page.locator(".voice-message").waitFor({ state: "detached" });
		await page.locator("a[data-direct]", { hasText: "Herald" }).click();
		await page.locator(".voice-message").waitFor();
	});

	test("in a group, a member's app answers for all to see, and is offered to nobody else", async () => {
		await choose("New message", "Create group");
		const form = page.getByRole("dialog", { name: "Create group" });
		await form.getByLabel("Group name").fill("Lunch");
		await form.getByRole("button", { name: "Members" }).click();
		await page.getByRole("listbox").getByRole("option", { name: "Ben" }).click();
		expect(await findViolations(page)).toEqual([]);
		await form.getByRole("button", { name: "Submit" }).click();
		await page.getByRole("heading", { name: "Lunch", exact: true }).waitFor();
		expect(await offered()).toBe(false);
		await choose("Add or remove Herald", "Add to my apps");
		await expect.poll(offered).toBe(true);
		await send("/show components ");
		await page.getByRole("button", { name: "A colour" }).waitFor();
		expect(await page.locator("article header .badge").count()).toBe(1);
		expect(await page.locator("#members").getByText("Herald").count()).toBe(0);
		expect(await findViolations(page)).toEqual([]);

		await page.locator("#member").selectOption("ben");
		await page.getByRole("button", { name: "A colour" }).waitFor();
		await expect.poll(offered).toBe(false);
	});

	test("a server without the app offers it to members who installed it, and to all once the app is back", async () => {
		await choose("Add or remove Herald", "Remove from this server");
		await page.locator("#members").getByText("Herald").waitFor({ state: "detached" });
		expect(await page.evaluate("document.activeElement.id")).toBe("installs");
		expect(await offered()).toBe(false);
		await choose("Add or remove Herald", "Add to my apps");
		await expect.poll(offered).toBe(true);
		await send("/show components ");
		await page.getByRole("button", { name: "A colour" }).waitFor();
		await page.locator("#member").selectOption("ben");
		await expect.poll(offered).toBe(false);
		await choose("Add or remove Herald", "Add to this server");
		await page.getByText("You don't have permission to do that here.").waitFor();
		await page.locator("#member").selectOption("ada");
		await choose("Add or remove Herald", "Add to this server");
		await page.locator("#members").getByText("Herald").waitFor();
		await page.locator("#member").selectOption("ben");
		await expect.poll(offered).toBe(true);
	});
});
