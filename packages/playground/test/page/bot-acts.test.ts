import { eventually } from "@herald/common/testing/eventually.ts";
import { Events, type Message, type TextChannel, ThreadAutoArchiveDuration } from "discord.js";
import { describe, expect, test } from "vitest";
import { nextEvent } from "../support.ts";
import { findViolations, hasBrowser } from "./browser.ts";
import { client, page, playground, shown, useShowPage } from "./show-page.ts";

describe.skipIf(!hasBrowser)("the page shows what a bot does in a channel:", () => {
	const channel = () => client.channels.fetch(playground.home.text.id) as Promise<TextChannel>;
	const send = async (text: string): Promise<Message> => {
		const message = await (await channel()).send(text);
		await shown(text).waitFor();
		return message;
	};
	const isPressed = (name: string, pressed: boolean) =>
		page.getByRole("button", { name, exact: true, pressed }).waitFor();

	useShowPage();

	test("reactions, which a press adds or removes, and the bot is told", async () => {
		const message = await send("What do you think?");
		await message.react("👍");
		await isPressed("👍 1", false);
		await page.getByRole("button", { name: "👍 1" }).click();
		await isPressed("👍 2", true);
		expect(await message.fetch().then(({ reactions }) => reactions.cache.get("👍")?.count)).toBe(2);
		expect(await page.locator(":focus").textContent()).toBe("👍2");
		expect(await findViolations(page)).toEqual([]);
		await page.getByRole("button", { name: "👍 2" }).click();
		await isPressed("👍 1", false);
		await message.reactions.cache.get("👍")?.users.remove();
		await page.locator(".reaction").waitFor({ state: "detached" });
	});

	test("reactions in a message's menu", async () => {
		await send("Well?");
		await shown("Well?").click({ button: "right" });
		await page.getByRole("menuitem", { name: "React with 🎉" }).waitFor();
		expect(await findViolations(page)).toEqual([]);
		await page.getByRole("menuitem", { name: "React with 🎉" }).click();
		await isPressed("🎉 1", true);
		await shown("Well?").click({ button: "right" });
		await page.getByRole("menuitem", { name: "React with 🎉" }).click();
		await page.locator(".reaction").waitFor({ state: "detached" });
	});

	test("edits with a mark, and deletions", async () => {
		const message = await send("Frist");
		await message.edit("First");
		await shown("First").getByText("(edited)").waitFor();
		expect(await shown("Frist").count()).toBe(0);
		await message.delete();
		await shown("First").waitFor({ state: "detached" });
	});

	test("pins with a mark on the message and a notice in the channel", async () => {
		playground.setPermissions(playground.home.bot, { allow: ["PinMessages"] });
		const message = await send("The rules");
		await message.pin();
		await shown("The rules").getByRole("img", { name: "Pinned" }).waitFor();
		await page.getByText("Herald pinned a message to this channel.").waitFor();
		expect(await findViolations(page)).toEqual([]);
		await message.unpin();
		await page.getByRole("img", { name: "Pinned" }).waitFor({ state: "detached" });
	});

	test("a thread at its message, which leads there", async () => {
		const message = await send("Lunch?");
		const thread = await message.startThread({
			name: "Where to eat",
			autoArchiveDuration: ThreadAutoArchiveDuration.OneHour,
		});
		await thread.send("The usual place");
		await shown("Lunch?").getByRole("button", { name: "Where to eat" }).click();
		await shown("The usual place").waitFor();
		await page.getByText("Herald started this thread.").waitFor();
		await page.locator("#line").fill("Good idea");
		await page.locator("#line").press("Enter");
		await shown("Good idea").waitFor();
		await eventually(async () =>
			expect((await thread.messages.fetch()).map(({ content }) => content)).toContain("Good idea"),
		);
		await (await channel()).threads.create({ name: "Something else" });
		await page.locator("a.channel", { hasText: "general" }).click();
		await page.getByText("Herald started a thread:").waitFor();
		await page.locator("article").getByRole("button", { name: "Something else" }).waitFor();
	});

	test("typing until the message arrives, and the bot is told when a member types", async () => {
		await (await channel()).sendTyping();
		await page.getByText("Herald is typing…").waitFor();
		expect(await findViolations(page)).toEqual([]);
		await send("Here it is");
		await page.getByText("is typing…").waitFor({ state: "detached" });

		const heard = nextEvent(client, Events.TypingStart);
		await page.locator("#line").pressSequentially("Hm");
		const [{ user }] = await heard;
		expect(user.id).toBe(playground.home.owner.user.id);
	});
});
