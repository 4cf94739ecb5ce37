import { eventually } from "@herald/common/testing/eventually.ts";
import { Events } from "discord.js";
import { describe, expect } from "vitest";
import { nextEvent } from "../support.ts";
import { closePage, findViolations, openPage, type Page } from "./browser.ts";
import {
	client,
	clock,
	errors,
	heading,
	page,
	playground,
	press,
	send,
	shown,
	start,
	test,
	useShowPage,
} from "./show-page.ts";

useShowPage();

const write = async (text: string) => {
	await send(text);
	await shown(text).waitFor();
};
const channel = (name: string) => page.locator("a.channel", { hasText: name });

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

test("the invite page adds the bot to a server with the invite's permissions, and installs it for the member who opens it", async () => {
	playground.world.addGuild({ name: "Harbour", presence: "none", members: [{ username: "ada" }] });
	const open = (query: string) => page.goto(`${playground.url}/oauth2/authorize?${query}`);
	await open("client_id=123456789012345678&scope=bot");
	await page.getByText("There is no such app here.").waitFor();
	const bot = `client_id=${client.user.id}`;
	await open(`${bot}&scope=bot+applications.commands&permissions=3072`);
	const add = page.getByRole("button", { name: "Add to Harbour" });
	await add.waitFor();
	expect(await page.getByRole("heading").textContent()).toBe("Add Herald");
	for (const colorScheme of ["dark", "light"] as const) {
		await page.emulateMedia({ colorScheme });
		expect(await findViolations(page), colorScheme).toEqual([]);
	}
	const arrived = nextEvent(client, Events.GuildCreate);
	await add.click();
	await page.getByText("Herald is in Harbour.").waitFor();
	const [{ name, members }] = await arrived;
	const role = members.me?.roles.cache.find(({ managed }) => managed);
	expect([name, role?.permissions.bitfield]).toEqual(["Harbour", 3_072n]);
	await page.reload();
	await page.getByText("Herald is already in this server.").waitFor();
	await open(`${bot}&scope=applications.commands&integration_type=1`);
	await page.getByRole("button", { name: "Add to my apps" }).click();
	await page.getByText("Herald is in your apps.").waitFor();
	expect(playground.world.installedBy.size).toBe(1);
	expect(errors).toEqual([]);
});

describe("the live page", () => {
	test.each([
		["message", "Is anybody there?", "#line"],
		["command", "/say Is anybody there?", "#chip-text"],
	])(
		"shows that the connection is lost, reconnects by itself, and keeps its member and unsent %s",
		async (_what, text, field) => {
			await page.locator("#member").selectOption("ben");
			await write("Before the restart");
			await page.locator("#line").fill(text);
			await page.locator(field).waitFor();
			await client.destroy();
			await playground.stop();
			await page.getByText("Connection lost. Trying again…").waitFor();
			await press("Enter");
			const trouble = page.getByText("Can't reach the playground.");
			await trouble.waitFor();

			await start();
			await page.getByText("Connected again.").waitFor();
			for (const gone of [page.getByText("Connection lost"), shown("Before the restart"), trouble])
				await gone.waitFor({ state: "detached" });
			expect(await page.locator("#member").inputValue()).toBe("ben");
			expect(await page.locator(field).inputValue()).toBe("Is anybody there?");
		},
	);

	test("leaves voice when it is closed, and stays there when it is reloaded, or if its member rejoins without it", async () => {
		const { home, voice } = playground;
		const inVoice = () => [...home.guild.voiceStates.keys()];
		const closed = async (opened: Page, stays: string) => {
			await closePage(opened);
			await eventually(() => {
				clock.advance(1_000);
				expect(inVoice()).toEqual([stays]);
			});
		};
		const join = async (opened: Page) => {
			await opened.getByRole("button", { name: "Join voice: Lounge" }).click();
			await opened.locator("#voice").getByText("In Lounge").waitFor();
		};
		voice.join(home.ordinary);
		const { page: first } = await openPage(playground.url, {});
		await join(first);
		await first.reload();
		await first.locator("#voice").getByText("In Lounge").waitFor();
		clock.advance(60_000);
		await first.locator("#member").selectOption("ben");
		await first.locator(".voice-person", { hasText: "Ada" }).waitFor();
		clock.advance(60_000);
		expect(inVoice()).toEqual([home.ordinary.user.id, home.owner.user.id]);
		await closed(first, home.ordinary.user.id);

		const { page: second } = await openPage(playground.url, {});
		await join(second);
		for (const member of [home.owner, home.ordinary]) voice.leave(member);
		voice.join(home.owner);
		await second.locator("#member").selectOption("ben");
		await join(second);
		await closed(second, home.owner.user.id);
	});

	test("leaves 500 shown messages untouched when another one comes", async () => {
		const { owner, ordinary } = playground.home;
		for (let at = 0; at < 500; at++)
			playground.post(at % 3 ? owner : ordinary, `Message ${at} with **some** words and \`code\``);
		await page.reload();
		await shown("Message 499").waitFor();
		expect(await page.locator("article.message").count()).toBe(500);
		await page.evaluate(`{
			globalThis.touched = 0;
			new MutationObserver((changes) => {
				for (const { addedNodes, removedNodes } of changes) touched += addedNodes.length + removedNodes.length;
			}).observe(document.getElementById("list"), { childList: true, subtree: true });
		}`);
		for (let at = 0; at < 20; at++) playground.post(owner, `News ${at}`);
		await page.locator("#line").pressSequentially("Typing goes on");
		await shown("News 19").waitFor();
		expect(await page.locator("article.message").count()).toBe(500);
		expect(await page.evaluate("touched")).toBeLessThan(100);
	});
});
