import { eventually } from "@herald/common/testing/eventually.ts";
import { MessageFlags } from "discord.js";
import { expect, onTestFinished } from "vitest";
import { channelOf } from "../support.ts";
import { closePage, findViolations, openPage } from "./browser.ts";
import {
	chooseAt,
	client,
	heading,
	page,
	playground,
	press,
	send,
	shown,
	test,
	type,
	useShowPage,
} from "./show-page.ts";

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

test("Escape closes the list, then the command, and then discards its text, and Tab stays within an open command", async () => {
	const [command, text] = [page.locator("#command"), page.locator("#chip-text")];
	await page.locator("#line").fill("/say Hello");
	await text.waitFor();
	await press("Escape");
	await page.locator("#panel").waitFor({ state: "hidden" });
	await page.locator("#send").focus();
	await press("Tab");
	expect(await page.locator(":focus").getAttribute("id")).toBe("chip-text");
	await press("Shift+Tab");
	expect(await page.locator(":focus").getAttribute("id")).toBe("send");
	await text.focus();
	await press("Escape");
	expect(await command.isVisible()).toBe(true);
	await press("Escape");
	await command.waitFor({ state: "hidden" });
	expect(await line()).toBe("/say text:Hello");
	await type(" there");
	expect(await text.inputValue()).toBe("Hello there");
	await press("Escape", "Escape", "Escape");
	expect([await command.isVisible(), await line()]).toEqual([false, ""]);
});

test("becoming another member discards an open command", async () => {
	await page.locator("#line").fill("/say ");
	await page.locator("#chip-text").waitFor();
	await page.locator("#member").selectOption("ben");
	await page.locator("#command").waitFor({ state: "hidden" });
	expect(await line()).toBe("");
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
	const slider = await page.getByRole("slider", { name: "Volume" }).elementHandle();
	expect(await slider?.inputValue()).toBe("40");
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
	// It was shown all the time, so it could be dragged.
	expect(await slider?.isVisible()).toBe(true);
	expect(state()).toBeUndefined();

	voice.join(home.ordinary);
	await page.locator("#member").selectOption("ben");
	await page.locator(".voice-person", { hasText: "Ada" }).click({ button: "right" });
	await page.getByRole("menuitem", { name: "Disconnect", exact: true }).click();
	await page.getByText("You don't have permission to do that here.").waitFor();
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

const last = () => playground.messagesFor(playground.home.owner).at(-1);
const begin = async (name: string) => {
	await page.getByRole("button", { name: "More", exact: true }).last().click();
	await page.getByRole("menuitem", { name }).click();
};
/** Drops or pastes a text file onto an element, with the browser's own events. */
const give = (how: "drop" | "paste", selector: string, name: string) =>
	page.evaluate(`
		(() => {
			const files = new DataTransfer();
			files.items.add(new File(["of ${name}"], "${name}", { type: "text/plain" }));
			const more = { bubbles: true, cancelable: true, dataTransfer: files, clipboardData: files };
			const event = ${how === "drop"} ? new DragEvent("drop", more) : new ClipboardEvent("paste", more);
			document.querySelector("${selector}").dispatchEvent(event);
		})()`);

test("files come with a message by button, drop and paste, can be removed before, and may not be too large", async () => {
	const chosen = page.waitForEvent("filechooser");
	await begin("Upload a file");
	await (await chosen).setFiles({ name: "a.txt", mimeType: "text/plain", buffer: Buffer.from("of a") });
	await page.getByRole("list", { name: "Files to send" }).getByText("a.txt").waitFor();
	await give("drop", "#messages", "b.txt");
	await give("paste", "#line", "c.txt");
	await page.getByRole("button", { name: "Remove b.txt" }).click();
	expect(await findViolations(page)).toEqual([]);
	await press("Enter");
	await shown("c.txt").waitFor();
	expect(await page.locator("#files").isVisible()).toBe(false);
	const { attachments } = last() ?? {};
	expect(attachments?.map(({ filename, bytes }) => [filename, String(Buffer.from(bytes))])).toEqual([
		["a.txt", "of a"],
		["c.txt", "of c.txt"],
	]);
	playground.home.guild.attachmentLimit = 3;
	await page.locator("#locale").selectOption("fr");
	await give("drop", "#messages", "long.txt");
	await send("Voilà");
	await page.getByText("Un fichier peut faire 10 Mo au maximum.").waitFor();
	expect(await page.locator("#line").inputValue()).toBe("Voilà");
	await page.locator("#files").getByText("long.txt").waitFor();
});

test("a file dropped on a command goes into its option, whose list leaves room below the page's head", async () => {
	await page.locator("#line").fill("/say Listen");
	await page.locator("#chip-text").waitFor();
	await give("drop", "#messages", "words.txt");
	await page.locator("#chip-file").waitFor();
	await page.locator("#send").click();
	await page.getByText("words.txt (12 bytes)").waitFor();
	await page.locator("#line").fill(`/say ${"A long text. ".repeat(450)}`);
	const head = await page.locator("#top").boundingBox();
	const panel = await page.locator("#panel").boundingBox();
	expect(panel?.y).toBeGreaterThanOrEqual((head?.y ?? 0) + (head?.height ?? 0));
});

test("a message may begin with two slashes, and Discord's own commands write their texts", async () => {
	await send("// to do");
	await shown("// to do").waitFor();
	await page.locator("#line").fill("/shr");
	await page.getByRole("option", { name: "/shrug" }).waitFor();
	await press("Tab");
	await type("who knows", "Enter");
	await shown("who knows ¯\\_(ツ)_/¯").waitFor();
	expect(last()?.content).toBe("who knows ¯\\_(ツ)_/¯");
	await send("/spoiler the end");
	await page.getByRole("button", { name: "Spoiler: press to show" }).waitFor();
	expect(last()?.content).toBe("||the end||");
	await send("/nonsense");
	await page.getByText("There is no command /nonsense.").waitFor();
});

test("a field names a list's active option only if that exists, even when another field takes over the list", async () => {
	await type("/sa");
	await page.getByRole("option", { name: /\/say/ }).waitFor();
	expect(await page.locator("#line").getAttribute("aria-activedescendant")).toBe("option-0");
	await press("Tab");
	await page.locator("#chip-text").waitFor();
	expect(await page.locator("#line").getAttribute("aria-activedescendant")).toBeNull();
	const named = await page.evaluate(
		"[...document.querySelectorAll('[aria-activedescendant]')].map((each) => each.getAttribute('aria-activedescendant')).filter((id) => !document.getElementById(id))",
	);
	expect(named).toEqual([]);
});

test("a thread begins with its first message or on a message, opens, and is listed under its channel until it is archived", async () => {
	const channel = (name: string) => page.locator("a.channel", { hasText: name });
	await begin("Create thread");
	await page.getByRole("dialog", { name: "Create thread" }).waitFor();
	await type("Lunch", "Tab");
	await type("Soup?");
	expect(await findViolations(page)).toEqual([]);
	await page.getByRole("button", { name: "Submit" }).click();
	await heading("Lunch").waitFor();
	await shown("Soup?").waitFor();
	expect(await findViolations(page)).toEqual([]);
	await channel("general").click();
	await heading("general").waitFor();
	await shown("Soup?").waitFor({ state: "detached" });
	await send("About tea");
	await chooseAt("About tea", "Create thread");
	await type("Tea", "Enter");
	await heading("Tea").waitFor();
	await channel("Lunch").waitFor();
	const lunch = channelOf(playground.home.guild, "Lunch");
	if (lunch.thread) lunch.thread.archived = true;
	playground.world.changeChannel(lunch, {});
	await channel("Lunch").waitFor({ state: "detached" });
});

test("a poll is written with its answers in a form that stays open until it can be posted, can be voted in, and its end is shown", async () => {
	await begin("Create poll");
	await type("Tea or coffee?", "Tab");
	await type(`Tea\n${"x".repeat(56)}`);
	await page.getByRole("checkbox", { name: "Allow multiple answers" }).check();
	await page.getByRole("button", { name: "Submit" }).click();
	await page.getByRole("alert").getByText("At most 55 characters (now 56).").waitFor();
	await page.getByRole("textbox", { name: "Answers, one a line" }).fill("Tea\nCoffee\n");
	await page.getByRole("button", { name: "Submit" }).click();
	const coffee = page.getByRole("group", { name: "Tea or coffee?" }).getByRole("button", { name: "Coffee" });
	await coffee.click();
	await page.getByRole("button", { name: "Coffee 1 vote", pressed: true }).waitFor();
	expect(await findViolations(page)).toEqual([]);
	const poll = last();
	expect(poll?.raw.poll).toMatchObject({ allow_multiselect: true });
	if (poll) playground.endPoll(playground.home.owner, poll);
	await page.getByText("The poll “Tea or coffee?” is over: Coffee won.").waitFor();
	expect(await coffee.isDisabled()).toBe(true);
});

test("a voice channel's chat opens without joining the channel", async () => {
	await page.getByRole("button", { name: "Open chat: Lounge" }).click();
	await heading("Lounge").waitFor();
	await send("Anyone here?");
	await shown("Anyone here?").waitFor();
	expect(last()?.raw.channel_id).toBe(playground.home.voice.id);
	expect(playground.home.guild.voiceStates.size).toBe(0);
	expect(await findViolations(page)).toEqual([]);
});

test("a phone shows hints for fingers, and none about keys, and a tap beside the drawer only closes the drawer", async () => {
	const phone = { viewport: { width: 390, height: 480 }, hasTouch: true, isMobile: true };
	const { page: small } = await openPage(playground.url, phone);
	onTestFinished(() => closePage(small));
	await small.getByText("Tap ⋯ beside a message").waitFor();
	// The welcome is shown from its top.
	const place = await small.getByRole("heading", { name: "Welcome" }).boundingBox();
	expect(place?.y).toBeGreaterThan(0);
	await small.locator("#line").fill("/");
	await small.getByRole("option", { name: "/say" }).waitFor();
	expect(await small.getByText("Esc to close").isVisible()).toBe(false);
	await small.locator("#line").fill("");

	await small.locator("#open-sidebar").click();
	await small.locator("#sidebar.open").waitFor();
	const { x = 0, y = 0 } = (await small.locator("#open-people").boundingBox()) ?? {};
	await small.mouse.click(x + 5, y + 5);
	await small.locator("#sidebar:not(.open)").waitFor({ state: "attached" });
	expect(await small.locator("#people.open").count()).toBe(0);
	await small.locator("#open-people").click();
	await small.locator("#people.open").waitFor();
});

test("typing after a click on a message or a button goes into the message box", async () => {
	playground.post(playground.home.ordinary, "Click me");
	await shown("Click me").click();
	await type("hello");
	expect(await line()).toBe("hello");
	await page.locator("#theme").click();
	await type("!");
	expect(await line()).toBe("hello!");
});

test("Enter picks no command that only its description matches, and the notice about it covers neither the messages' end nor the input line", async () => {
	await page.locator("#line").fill("/something");
	await page.locator("#panel .option").first().waitFor();
	await press("Enter");
	await page.getByText("There is no command /something.").waitFor();
	expect(await page.locator("#command").isVisible()).toBe(false);
	const { y = 9_999, height = 0 } = (await page.locator(".toast").boundingBox()) ?? {};
	const composer = await page.locator("#composer").boundingBox();
	expect(y + height).toBeLessThan((composer?.y ?? 0) - 200);
});

test("an incomplete command lists those that it may be, and one for other members only is explained", async () => {
	await page.locator("#line").fill("/show ");
	await page.locator("#send").click();
	await page.locator("#panel").getByRole("option", { name: "/show voice" }).waitFor();
	expect(await page.getByText("There is no command /show").count()).toBe(0);
	await page.locator("#member").selectOption("ben");
	await page.locator("#you .avatar", { hasText: "B" }).waitFor();
	await page.locator("#line").fill("/manage");
	await page.locator("#send").click();
	await page.getByText("/manage is only for Ada here.").waitFor();
});

test("members in voice are sorted by name, and whoever joins sees all of them", async () => {
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
	await page.getByRole("button", { name: "Leave voice" }).click();
	await below.waitFor({ state: "hidden" });
});

test("a voice channel's chat has an icon of its own", async () => {
	const shape = () => page.locator("#top h1 .icon path").getAttribute("d");
	const before = await shape();
	await page.getByRole("button", { name: "Open chat: Lounge" }).click();
	await eventually(async () => expect(await shape()).not.toBe(before));
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
