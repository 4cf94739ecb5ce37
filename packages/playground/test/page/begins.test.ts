import { describe, expect, test } from "vitest";
import { closePage, findViolations, hasBrowser, openPage } from "./browser.ts";
import { chooseAt, heading, page, playground, press, send, shown, type, useShowPage } from "./show-page.ts";

describe.skipIf(!hasBrowser)("what members begin on the page", () => {
	useShowPage();

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

	test("a thread begins with its first message or on a message, and opens", async () => {
		await begin("Create thread");
		await page.getByRole("dialog", { name: "Create thread" }).waitFor();
		await type("Lunch", "Tab");
		await type("Soup?");
		expect(await findViolations(page)).toEqual([]);
		await page.getByRole("button", { name: "Submit" }).click();
		await heading("Lunch").waitFor();
		await shown("Soup?").waitFor();
		await page.locator("a.channel", { hasText: "general" }).click();
		await heading("general").waitFor();
		await send("About tea");
		await chooseAt("About tea", "Create thread");
		await type("Tea", "Enter");
		await heading("Tea").waitFor();
	});

	test("a poll is written with its answers, and its form stays open until it can be posted", async () => {
		await begin("Create poll");
		await type("Tea or coffee?", "Tab");
		await type(`Tea\n${"x".repeat(56)}`);
		await page.getByRole("checkbox", { name: "Allow multiple answers" }).check();
		await page.getByRole("button", { name: "Submit" }).click();
		await page.getByRole("alert").getByText("At most 55 characters (now 56).").waitFor();
		await page.getByRole("textbox", { name: "Answers, one a line" }).fill("Tea\nCoffee\n");
		await page.getByRole("button", { name: "Submit" }).click();
		const poll = page.getByRole("group", { name: "Tea or coffee?" });
		await poll.getByRole("button", { name: /Coffee/ }).waitFor();
		expect(last()?.raw.poll).toMatchObject({ allow_multiselect: true });
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

	test("a phone shows hints for fingers, and none about keys", async () => {
		const phone = { viewport: { width: 360, height: 480 }, hasTouch: true, isMobile: true };
		const { page: small } = await openPage(playground.url, phone);
		await small.getByText("Tap ⋯ beside a message").waitFor();
		// The welcome is shown from its top.
		const place = await small.getByRole("heading", { name: "Welcome" }).boundingBox();
		expect(place?.y).toBeGreaterThan(0);
		await small.locator("#line").fill("/");
		await small.getByRole("option", { name: "/say" }).waitFor();
		expect(await small.getByText("Esc to close").isVisible()).toBe(false);
		await closePage(small);
	});
});
