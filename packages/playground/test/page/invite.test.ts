import { type Client, Events } from "discord.js";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Playground } from "../../src/index.ts";
import { logIn, nextEvent, startTestPlayground } from "../support.ts";
import { closePage, findViolations, hasBrowser, openPage, type Page } from "./browser.ts";

describe.skipIf(!hasBrowser)("the invite page", () => {
	let playground: Playground;
	let client: Client<true>;
	let page: Page;
	let errors: string[];
	beforeEach(async () => {
		const harbour = { name: "Harbour", presence: "none", members: [{ username: "ada" }] } as const;
		playground = await startTestPlayground({ botName: "Herald", guilds: [harbour] });
		client = await logIn(playground, []);
		({ page, errors } = await openPage(`${playground.url}/`));
	});
	afterEach(async () => {
		await closePage(page);
		await client.destroy();
		await playground.stop();
	});
	const open = (query: string) =>
		page.goto(`${playground.url}/oauth2/authorize?client_id=${client.user.id}&${query}`);

	test.each(["dark", "light"] as const)(
		"adds the bot to a server by a press, in the %s theme",
		async (colorScheme) => {
			await page.emulateMedia({ colorScheme });
			await open("scope=bot+applications.commands&permissions=3072");
			await page.getByRole("button", { name: "Add to Harbour" }).waitFor();
			expect(await page.getByRole("heading").textContent()).toBe("Add Herald");
			expect(await findViolations(page)).toEqual([]);
			const arrived = nextEvent(client as Client, Events.GuildCreate);
			await page.getByRole("button", { name: "Add to Harbour" }).click();
			await page.getByText("Herald is in Harbour.").waitFor();
			expect((await arrived)[0].name).toBe("Harbour");
			await page.reload();
			await page.getByText("Herald is already in this server.").waitFor();
			expect(errors).toEqual([]);
		},
	);

	test("installs the application for the member who opens it", async () => {
		await open("scope=applications.commands&integration_type=1");
		await page.getByRole("button", { name: "Add to my apps" }).click();
		await page.getByText("Herald is in your apps.").waitFor();
		expect(playground.world.installedBy.size).toBe(1);
	});
});
