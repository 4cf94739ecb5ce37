import { eventually } from "@herald/common/testing/eventually.ts";
import { MessageFlags } from "discord.js";
import { describe, expect, test } from "vitest";
import { findViolations, hasBrowser } from "./browser.ts";
import { chooseAt, clock, page, playground, press, send, shown, type, useShowPage } from "./show-page.ts";

describe.skipIf(!hasBrowser)("what members do on the page", () => {
	useShowPage();

	const line = () => page.locator("#line").inputValue();
	const contents = () => playground.messagesFor(playground.home.owner).map(({ content }) => content);
	test("the arrow up edits one's last message, and Escape leaves it unchanged", async () => {
		playground.post(playground.home.owner, "helo");
		playground.post(playground.home.ordinary, "Theirs");
		await page.getByText("Theirs").waitFor();
		await page.locator("#line").focus();
		await press("ArrowUp");
		expect(await line()).toBe("helo");
		await press("Escape");
		expect(await line()).toBe("");
		await press("ArrowUp");
		await send("hello");
		await shown("hello (edited)").waitFor();
		expect(contents()).toEqual(["hello", "Theirs"]);
		await page.getByText("Editing a message").waitFor({ state: "detached" });
	});

	test("a message can be answered, with or without a ping, forwarded to another channel, and deleted", async () => {
		const { owner, ordinary } = playground.home;
		const news = playground.createChannel({ name: "news" });
		playground.post(ordinary, "A question");
		await page.getByText("A question").waitFor();
		await chooseAt("A question", "Reply");
		await page.getByText("Replying to Ben").waitFor();
		await page.locator("#line").fill("Half an answer");
		await press("Escape");
		expect(await line()).toBe("Half an answer");
		await chooseAt("A question", "Reply");
		await page.getByRole("button", { name: "@ on" }).click();
		await press("Enter");
		await page.locator("article.replies", { hasText: "Half an answer" }).waitFor();
		const [question, reply] = playground.messagesFor(ordinary);
		expect(reply?.raw).toMatchObject({ mentions: [], message_reference: { message_id: question?.id } });
		await chooseAt("Half an answer", "Delete message");
		await eventually(() => expect(contents()).toEqual(["A question"]));

		await chooseAt("A question", "Forward", "#news");
		await page.getByText("Forwarded to #news.").waitFor();
		await chooseAt("A question", "Reply");
		await page.getByText("Replying to").waitFor();
		await page.locator(`[data-channel="${news.id}"]`).click();
		await page.getByText("Replying to").waitFor({ state: "detached" });
		await page.locator(".forwarded", { hasText: "A question" }).waitFor();
		expect(playground.messagesFor(owner)).toHaveLength(2);
	});

	test("a button makes members chat, and stops them", async () => {
		const begin = page.getByRole("button", { name: "Let members chat" });
		await begin.click();
		clock.advance(20_000);
		await page.locator("article.message").nth(3).waitFor();
		await page.getByRole("button", { name: "Stop the chat" }).click();
		await begin.waitFor();
		expect(await page.locator("#silence").textContent()).toBe("");
	});

	test("a poll can be voted in, and its end is shown", async () => {
		const { ordinary } = playground.home;
		const poll = playground.postPoll(ordinary, { question: "Tea?", answers: ["Yes", "No"] });
		const yes = page.getByRole("group", { name: "Tea?" }).getByRole("button", { name: "Yes" });
		await yes.click();
		await page.getByRole("button", { name: "Yes 1 vote", pressed: true }).waitFor();
		expect(await findViolations(page)).toEqual([]);
		playground.endPoll(ordinary, poll);
		await page.getByText("The poll “Tea?” is over: Yes won.").waitFor();
		expect(await yes.isDisabled()).toBe(true);
	});

	test("the Apps menu opens when the pointer is over it, beside its item and completely inside the window", async () => {
		playground.post(playground.home.ordinary, "Read me");
		await page.setViewportSize({ width: 700, height: 420 });
		await shown("Read me").click({ button: "right", position: { x: 380, y: 8 } });
		await page.getByRole("menuitem", { name: "Apps" }).hover();
		const submenu = page.getByRole("menu", { name: "Apps" });
		await submenu.waitFor();
		const item = await page.getByRole("menuitem", { name: "Apps" }).boundingBox();
		const at = await submenu.boundingBox();
		const between = (item?.x ?? 0) - (at?.x ?? 0) - (at?.width ?? 0);
		expect(between).toBeGreaterThanOrEqual(0);
		expect(between).toBeLessThan(20);
		expect(Math.min(at?.x ?? -1, at?.y ?? -1)).toBeGreaterThanOrEqual(0);
		expect((at?.x ?? 0) + (at?.width ?? 999)).toBeLessThanOrEqual(700);
		expect((at?.y ?? 0) + (at?.height ?? 999)).toBeLessThanOrEqual(420);
		await page.getByRole("menuitem", { name: "Speak" }).click();
		await page.getByText("Spoken:").waitFor();
	});

	test("people, emoji and channels are completed while they are typed, and @silent notifies nobody", async () => {
		const { ordinary, voice } = playground.home;
		await page.locator("#line").focus();
		await type("Hi @be");
		await page.getByRole("option", { name: "@Ben" }).waitFor();
		await press("Tab");
		await type("and :tad");
		await page.getByRole("option", { name: ":tada:" }).waitFor();
		await press("Enter");
		await type(":wave: at 10:30 in #lou");
		await page.getByRole("option", { name: "#Lounge" }).waitFor();
		await press("Tab", "Enter");
		const written = `Hi <@${ordinary.user.id}> and 🎉 👋 at 10:30 in <#${voice.id}>`;
		await eventually(() => expect(contents()).toEqual([written]));
		await send("@silent psst");
		await shown("psst").waitFor();
		const flags = MessageFlags.SuppressNotifications;
		expect(playground.messagesFor(ordinary).at(-1)?.raw).toMatchObject({ content: "psst", flags });
	});

	test("Tab stays within an open command; Escape closes the list, then the command, and keeps the text", async () => {
		await page.locator("#line").fill("/say Hello");
		await page.locator("#chip-text").waitFor();
		await press("Escape");
		await page.locator("#panel").waitFor({ state: "hidden" });
		await page.locator("#send").focus();
		await press("Tab");
		expect(await page.locator(":focus").getAttribute("id")).toBe("chip-text");
		await press("Shift+Tab");
		expect(await page.locator(":focus").getAttribute("id")).toBe("send");
		await page.locator("#chip-text").focus();
		await press("Escape");
		expect(await page.locator("#command").isVisible()).toBe(true);
		await press("Escape");
		await page.locator("#command").waitFor({ state: "hidden" });
		expect(await line()).toBe("/say text:Hello");
		await type(" there");
		expect(await page.locator("#chip-text").inputValue()).toBe("Hello there");
	});

	test("a voice channel is joined by a press, its sound has a volume, and moderators can mute, move and disconnect members there", async () => {
		const { home, voice } = playground;
		voice.join(home.ordinary);
		await page.locator(".channel.voice", { hasText: "Lounge" }).locator(".channel-name").click();
		await page.locator("#voice").getByText("In Lounge").waitFor();
		await page.getByRole("button", { name: "Mute sound" }).click();
		await page.getByRole("button", { name: "Unmute sound", pressed: true }).waitFor();
		await page.getByRole("slider", { name: "Volume" }).fill("40");
		await page.getByRole("button", { name: "Mute sound", pressed: false }).waitFor();
		expect(await page.getByRole("slider", { name: "Volume" }).inputValue()).toBe("40");
		const state = () => home.guild.voiceStates.get(home.ordinary.user.id);
		const ben = page.locator(".voice-person", { hasText: "Ben" });
		const measure = async (name: string) => {
			await ben.click({ button: "right" });
			await page.getByRole("menu", { name: "Ben" }).waitFor();
			expect(await findViolations(page)).toEqual([]);
			await page.getByRole("menuitem", { name, exact: true }).click();
		};
		// The menu's items depend on the state that the page knows, so each step waits until the page shows it.
		await measure("Server mute");
		await ben.getByRole("img", { name: "muted" }).waitFor();
		expect(home.ordinary.mute).toBe(true);
		await measure("End server mute");
		await ben.getByRole("img", { name: "muted" }).waitFor({ state: "detached" });
		expect(home.ordinary.mute).toBe(false);
		await measure("Move to Studio");
		await page.getByRole("list", { name: "In Studio: Ben" }).waitFor();
		expect(state()?.channelId).toBe(home.secondVoice.id);
		await measure("Disconnect");
		await ben.waitFor({ state: "detached" });
		expect(state()).toBeUndefined();

		voice.join(home.ordinary);
		await page.locator("#member").selectOption("ben");
		await page.locator(".voice-person", { hasText: "Ada" }).click({ button: "right" });
		await page.getByRole("menuitem", { name: "Disconnect", exact: true }).click();
		await page.getByText("You don't have permission to do that here.").waitFor();
	});

	test("a notice covers neither the end of the messages nor the input line", async () => {
		await page.locator("#line").fill("/nothing");
		await press("Escape", "Enter");
		const note = page.locator(".toast");
		await note.waitFor();
		const { y = 9_999, height = 0 } = (await note.boundingBox()) ?? {};
		const composer = await page.locator("#composer").boundingBox();
		expect(y + height).toBeLessThan((composer?.y ?? 0) - 200);
	});

	test("a sound's slider reaches its end with the sound, and names the duration that it named before", async () => {
		await send("/show voice ");
		const player = page.locator(".voice-message");
		await player.waitFor();
		const said = await player.locator(".times").textContent();
		await player.getByRole("button", { name: "Play" }).click();
		await player.getByRole("button", { name: "Pause" }).waitFor();
		await player.getByRole("button", { name: "Play" }).waitFor();
		await eventually(async () => {
			const slider = player.getByRole("slider");
			expect(await slider.inputValue()).toBe(await slider.getAttribute("max"));
			expect(await player.locator("rect:not(.heard)").count()).toBe(0);
			expect(await slider.getAttribute("aria-valuetext")).toBe(`${said} of ${said}`);
			expect(await player.locator(".times").textContent()).toBe(said);
		});
	});
});
