import { Events } from "discord.js";
import { describe, expect, onTestFinished, test } from "vitest";
import { endBoth, logIn, nextEvent, startTestPlayground } from "../support.ts";
import { closePage, findViolations, hasBrowser, openPage } from "./browser.ts";

describe.skipIf(!hasBrowser)("the invite page", () => {
	test("adds the bot to a server by a press, and installs it for the member who opens it", async () => {
		const harbour = { name: "Harbour", presence: "none", members: [{ username: "ada" }] } as const;
		const playground = await startTestPlayground({ botName: "Herald", guilds: [harbour] });
		const client = await logIn(playground, []);
		const { page, errors } = await openPage(`${playground.url}/`);
		onTestFinished(async () => {
			await closePage(page);
			await endBoth(client, playground);
		});
		const open = (query: string) =>
			page.goto(`${playground.url}/oauth2/authorize?client_id=${client.user.id}&${query}`);
		await open("scope=bot+applications.commands&permissions=3072");
		await page.getByRole("button", { name: "Add to Harbour" }).waitFor();
		expect(await page.getByRole("heading").textContent()).toBe("Add Herald");
		for (const colorScheme of ["dark", "light"] as const) {
			await page.emulateMedia({ colorScheme });
			expect(await findViolations(page), colorScheme).toEqual([]);
		}
		const arrived = nextEvent(client, Events.GuildCreate);
		await page.getByRole("button", { name: "Add to Harbour" }).click();
		await page.getByText("Herald is in Harbour.").waitFor();
		expect((await arrived)[0].name).toBe("Harbour");
		await page.reload();
		await page.getByText("Herald is already in this server.").waitFor();
		await open("scope=applications.commands&integration_type=1");
		await page.getByRole("button", { name: "Add to my apps" }).click();
		await page.getByText("Herald is in your apps.").waitFor();
		expect(playground.world.installedBy.size).toBe(1);
		expect(errors).toEqual([]);
	});
});
