import { eventually } from "@herald/common/testing/eventually.ts";
import { Events, type Message, type TextChannel } from "discord.js";
import { describe, expect, test } from "vitest";
import { logIn, nextEvent } from "../support.ts";
import { findViolations, hasBrowser } from "./browser.ts";
import { client, page, playground, send, shown, useShowPage } from "./show-page.ts";

describe.skipIf(!hasBrowser)("the page shows what a bot does in a channel:", () => {
	const channel = () => client.channels.fetch(playground.home.text.id) as Promise<TextChannel>;
	const say = async (text: string): Promise<Message> => {
		const message = await (await channel()).send(text);
		await shown(text).waitFor();
		return message;
	};
	const isPressed = (name: string, pressed: boolean) =>
		page.getByRole("button", { name, exact: true, pressed }).waitFor();

	useShowPage();

	test("reactions, which a press or a message's menu adds or removes, and the bot is told", async () => {
		const message = await say("What do you think?");
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
		for (const isOn of [true, false]) {
			await shown("What do").click({ button: "right" });
			await page.getByRole("menuitem", { name: "React with 🎉" }).waitFor();
			expect(await findViolations(page)).toEqual([]);
			await page.getByRole("menuitem", { name: "React with 🎉" }).click();
			if (isOn) await isPressed("🎉 1", true);
		}
		await page.locator(".reaction").waitFor({ state: "detached" });
	});

	test("edits and pins with marks on the message, a notice in the channel, and deletions", async () => {
		playground.setPermissions(playground.home.bot, { allow: ["PinMessages"] });
		const message = await say("The ruels");
		await message.edit("The rules");
		await shown("The rules").getByText("(edited)").waitFor();
		expect(await shown("The ruels").count()).toBe(0);
		await message.pin();
		await shown("The rules").getByRole("img", { name: "Pinned" }).waitFor();
		await page.getByText("Herald pinned a message to this channel.").waitFor();
		expect(await findViolations(page)).toEqual([]);
		await message.unpin();
		await page.getByRole("img", { name: "Pinned" }).waitFor({ state: "detached" });
		await message.delete();
		await shown("The rules").waitFor({ state: "detached" });
	});

	test("a thread at its message, which leads there", async () => {
		const message = await say("Lunch?");
		const thread = await message.startThread({ name: "Where to eat", autoArchiveDuration: 60 });
		await thread.send("The usual place");
		await shown("Lunch?").getByRole("button", { name: "Where to eat" }).click();
		await shown("The usual place").waitFor();
		await page.getByText("Herald started this thread.").waitFor();
		await send("Good idea");
		await shown("Good idea").waitFor();
		const contents = async () => (await thread.messages.fetch()).map(({ content }) => content);
		await eventually(async () => expect(await contents()).toContain("Good idea"));
		await (await channel()).threads.create({ name: "Something else" });
		await page.locator("a.channel", { hasText: "general" }).click();
		await page.getByText("Herald started a thread:").waitFor();
		await page.locator("article").getByRole("button", { name: "Something else" }).waitFor();
	});

	test("typing until the message arrives, and the bot is told when a member types", async () => {
		await (await channel()).sendTyping();
		await page.getByText("Herald is typing…").waitFor();
		expect(await findViolations(page)).toEqual([]);
		await say("Here it is");
		await page.getByText("is typing…").waitFor({ state: "detached" });

		const heard = nextEvent(client, Events.TypingStart);
		await page.locator("#line").pressSequentially("Hm");
		const [{ user }] = await heard;
		expect(user.id).toBe(playground.home.owner.user.id);
	});

	test("a trouble that is started on the page, when the bot goes offline, and when it is back", async () => {
		await page.locator("#troubles summary").click();
		const resumed = nextEvent(client, Events.ShardResume);
		await page.getByRole("button", { name: "Drop the gateway connection" }).click();
		await page.getByText("Done: Drop the gateway connection.").waitFor();
		await resumed;
		expect(playground.gateway.counts.resumed).toBe(1);
		const offline = page.getByText("Herald is offline");
		await offline.waitFor({ state: "detached" });
		await client.destroy();
		await offline.waitFor();
		const again = await logIn(playground);
		await offline.waitFor({ state: "detached" });
		await again.destroy();
	});
});
