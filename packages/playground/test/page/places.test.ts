import { ChannelType } from "discord-api-types/v10";
import { describe, expect, test } from "vitest";
import { findViolations, hasBrowser } from "./browser.ts";
import { heading, page, playground, send, shown, useShowPage } from "./show-page.ts";

describe.skipIf(!hasBrowser)("the places to go to", () => {
	const write = async (text: string) => {
		await send(text);
		await shown(text).waitFor();
	};
	const channel = (name: string) => page.locator("a.channel", { hasText: name });

	useShowPage();

	test("a single guild needs no list; of several, each is one press away, with its own people and messages", async () => {
		await write("Hello home");
		expect(await page.locator("#guilds").isVisible()).toBe(false);
		const harbour = playground.world.addGuild({
			name: "The Harbour",
			members: [{ username: "cleo", name: "Cleo" }, { username: "ben" }],
			channels: [{ name: "quay" }],
		});
		await page.getByRole("button", { name: "The Harbour" }).click();
		await heading("quay").waitFor();
		// Ada isn't a member of this guild, so the page acts as its owner.
		expect(await page.locator("#member").inputValue()).toBe("cleo");
		await page.getByText("Hello home").waitFor({ state: "detached" });
		await write("Ahoy");
		expect(playground.messagesFor(harbour.owner).map(({ content }) => content)).toEqual(["Ahoy"]);
		expect(await findViolations(page)).toEqual([]);

		await page.locator("#member").selectOption("ben");
		await page.locator("#you .avatar", { hasText: "B" }).waitFor();
		await page.getByRole("button", { name: "The Playground" }).click();
		await page.getByText("Hello home").waitFor();
		expect(await page.locator("#member").inputValue()).toBe("ben");
		expect(await page.getByText("Ahoy").count()).toBe(0);
	});

	test("every text channel that the member can view shows its own messages and its commands' answers, until it is deleted", async () => {
		const room = playground.createChannel({ name: "side-room" });
		await channel("side-room").click();
		await heading("side-room").waitFor();
		await write("In the side room");
		await send("/show private ");
		await page.getByText("Just for you").waitFor();
		await channel("general").click();
		await page.getByText("In the side room").waitFor({ state: "detached" });
		expect(await page.getByText("Just for you").count()).toBe(0);
		expect(await channel("general").getAttribute("aria-current")).toBe("page");
		await write("Here from the start");
		playground.setPermissions("everyone", { deny: ["ViewChannel"] }, room);
		await page.locator("#member").selectOption("ben");
		await channel("side-room").waitFor({ state: "detached" });
		await page.locator("#member").selectOption("ada");
		await channel("side-room").click();
		await page.getByText("In the side room").waitFor();
		playground.world.removeChannel(room);
		await page.getByText("Here from the start").waitFor();
		expect(await page.getByText("In the side room").count()).toBe(0);
	});

	test("a link to a message leads there, also in another channel, and a link to elsewhere stays a link", async () => {
		const { home } = playground;
		const far = playground.post(home.owner, "Far up");
		for (let at = 0; at < 20; at++) playground.post(home.owner, `Line ${at}\n${"more\n".repeat(3)}`);
		const room = playground.createChannel({ name: "side-room" });
		const link = (guild: string, message: string) =>
			`https://discord.com/channels/${guild}/${home.text.id}/${message}`;
		playground.post(home.owner, `Up: ${link(home.guild.id, far.id)}`);
		playground.post(home.owner, `Else: ${link("1", far.id)}`);
		const isSeen = async () => {
			const place = await shown("Far up").boundingBox();
			return place !== null && place.y >= 0;
		};
		const go = page.getByRole("button", { name: "#general ›" });
		await go.waitFor();
		expect(await isSeen()).toBe(false);
		await go.click();
		expect(await isSeen()).toBe(true);
		const elsewhere = shown("Else").getByRole("link");
		expect(await elsewhere.getAttribute("href")).toBe(link("1", far.id));

		playground.post(home.owner, link(home.guild.id, far.id), { channel: room });
		await channel("side-room").click();
		await heading("side-room").waitFor();
		await go.click();
		await heading("general").waitFor();
		expect(await isSeen()).toBe(true);
		expect(await findViolations(page)).toEqual([]);
	});

	test("a thread is listed under its channel until it is archived", async () => {
		const { text, ordinary } = playground.home;
		const thread = playground.world.addThread(text, {
			name: "About lunch",
			type: ChannelType.PublicThread,
			owner: ordinary,
		});
		await channel("About lunch").click();
		await heading("About lunch").waitFor();
		await write("Soup?");
		expect(await findViolations(page)).toEqual([]);
		await channel("general").click();
		await page.getByText("Soup?").waitFor({ state: "detached" });
		if (thread.thread) thread.thread.archived = true;
		playground.world.emitChanged(thread);
		await channel("About lunch").waitFor({ state: "detached" });
	});
});
