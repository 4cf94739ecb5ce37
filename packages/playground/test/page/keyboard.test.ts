import { eventually } from "@herald/common/testing/eventually.ts";
import { beforeEach, describe, expect } from "vitest";
import { page, playground, press, shown, test, type, useShowPage } from "./show-page.ts";

useShowPage();

describe("with the keyboard alone", () => {
	const focused = () => page.locator(":focus");

	test("a slash opens the list of commands, and typing narrows it", async () => {
		await type("/");
		await page.getByRole("option", { name: /\/say.*Says something/s }).waitFor();
		expect(await page.getByRole("option", { name: /manage/ }).count()).toBe(1);
		await type("show v");
		const options = await page.locator("#panel").getByRole("option").allInnerTexts();
		expect(options).toEqual(["/show voice\nShows voice"]);
		await press("Escape");
		await page.locator("#panel").waitFor({ state: "hidden" });
	});

	test("a command is filled in option by option, with choices and completions, and sent", async () => {
		await type("/sa", "Tab");
		await type("Hello there", "Tab");
		expect(await focused().getAttribute("data-option")).toBe("voice");
		await page.getByRole("option", { name: "Kore the voice" }).waitFor();
		await type("pu");
		await page.locator('[role=option][aria-selected="true"]', { hasText: "Puck the voice" }).waitFor();
		await press("Tab", "Tab");
		expect(await focused().getAttribute("data-option")).toBe("as");
		await press("ArrowDown", "ArrowDown", "Enter");
		expect(await page.locator("#chip-as").inputValue()).toBe("A voice message");
		await press("Tab");
		expect(await focused().getAttribute("data-option")).toBe("times");
		await type("2", "Tab", "ArrowUp", "Enter", "Tab");
		await type("tr", "Tab", "Enter");
		const answer = `en-US as=voice for=${playground.home.bot.user.id} loud=true text=Hello there times=2 voice=Puck`;
		await page.getByText(answer).waitFor();
		expect(await focused().getAttribute("id")).toBe("line");
	});

	test("options and messages that would be refused are explained before they are sent, and can be corrected", async () => {
		await type("/say ", "Enter");
		await page.getByRole("alert").getByText("This option is required").waitFor();
		expect(await page.locator("#chip-text").getAttribute("aria-invalid")).toBe("true");
		await type("x".repeat(41), "Enter");
		await page.getByText("At most 40 characters (now 41).").waitFor();
		await press("Backspace");
		await page.locator("#chip-text").press("Tab");
		await page.getByRole("option", { name: "Kore the voice" }).waitFor();
		await press("Backspace");
		expect(await page.locator("#chip-voice").count()).toBe(0);
		expect(playground.requests.filter(({ path }) => path.includes("callback")).length).toBeLessThan(3);
		await page.locator("#chip-text").press("Enter");
		await page.getByText(`text=${"x".repeat(40)}`).waitFor();

		const { length } = playground.messagesFor(playground.home.owner);
		await page.locator("#line").fill(`${"word ".repeat(400)}x`);
		await press("Enter");
		await page.getByRole("alert").getByText("At most 2,000 characters (now 2,001).").waitFor();
		expect(playground.messagesFor(playground.home.owner)).toHaveLength(length);
		await press("Backspace", "Enter");
		await shown("word word").waitFor();
		expect(await page.locator("#line").inputValue()).toBe("");
	});

	test("the arrow keys reach a message, and its menu offers the app's commands", async () => {
		const { id } = playground.post(playground.home.ordinary, "Read me");
		await page.getByText("Read me").waitFor();
		await page.locator("#line").focus();
		await press("ArrowUp", "ArrowUp");
		expect(await focused().getAttribute("id")).toBe(`m${id}`);
		await press("Enter");
		await eventually(async () => expect(await focused().textContent()).toBe("Apps"));
		await press("Enter");
		await eventually(async () => expect(await focused().textContent()).toBe("Speak"));
		await press("Enter");
		await page.getByText(`Spoken: ${id}`).waitFor();
		expect(await focused().getAttribute("id")).toBe(`m${id}`);
		const dismiss = page.getByRole("button", { name: "Dismiss message" });
		await dismiss.focus();
		await press("Enter");
		await dismiss.waitFor({ state: "detached" });
	});

	test("buttons, menus and modals can be used, and the focus stays or returns to the button, or to the message if the button is gone", async () => {
		await type("/show components ", "Enter");
		await page.getByRole("button", { name: "Clicked 0" }).focus();
		await press("Enter");
		await page.getByRole("button", { name: "Clicked 1" }).waitFor();
		expect(await focused().textContent()).toBe("Clicked 1");
		await page.getByRole("button", { name: "A colour" }).focus();
		await press("ArrowDown", "ArrowDown", "Enter");
		await page.getByText("Picked blue").waitFor();

		const dialog = page.getByRole("dialog", { name: "A question" });
		const answerModal = async () => {
			await dialog.waitFor();
			await type("Forty-two", "Tab", "Enter");
			await page.getByRole("option", { name: "Very" }).waitFor();
			await press("ArrowDown", "Enter", "Tab", "Tab", "Enter");
			await dialog.waitFor({ state: "hidden" });
		};
		await page.getByRole("button", { name: "Ask", exact: true }).focus();
		await press("Enter");
		await dialog.waitFor();
		await press("Escape");
		await expect.poll(() => focused().textContent()).toBe("Ask");
		await press("Enter");
		await answerModal();
		await page.getByText("Asked").waitFor();
		await expect.poll(() => focused().textContent()).toContain("Asked");
		expect(await focused().getAttribute("class")).toContain("message");

		await page.locator("#line").focus();
		await type("/show modal ", "Enter");
		await answerModal();
		await page.getByText("Answered Forty-two, very sure").waitFor();
	});

	test("radio buttons, checkboxes, files and channels can be filled in and sent", async () => {
		await type("/show form ", "Enter");
		await page.getByRole("dialog", { name: "A form" }).waitFor();
		const often = page.getByRole("group", { name: "How often" });
		expect(await often.getAttribute("aria-describedby")).toBe("field-0-note");
		await eventually(async () => expect(await focused().getAttribute("value")).toBe("daily"));
		await press("ArrowDown", "Tab", "Space", "Tab", "Tab", "Space");
		expect(await page.getByRole("checkbox", { name: "Tuesday" }).isDisabled()).toBe(true);
		await press("Tab");
		await focused().setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("one") });
		await press("Tab", "Space", "Tab", "Enter");
		await page.getByRole("option", { name: "Lounge" }).waitFor();
		await press("l", "Enter");
		await page.getByRole("button", { name: "Where: Lounge" }).waitFor();
		await press("Tab", "Tab", "Enter");
		await page.getByText("weekly, monday, friday, notes.txt (3 bytes), news, Lounge").waitFor();
		await expect.poll(() => focused().getAttribute("id")).toBe("line");
	});

	test("an edit keeps unchanged elements, with their focus and an open list", async () => {
		await type("/show layout ", "Enter");
		const button = page.getByRole("button", { name: "In a box" });
		const people = page.getByRole("button", { name: "People: @Ada" });
		await people.focus();
		await people.evaluate((each) => {
			Object.assign(each, { isKept: true });
		});
		await button.evaluate((each: { click: () => void }) => each.click());
		await page.getByRole("button", { name: /Clicked/ }).waitFor();
		expect(await focused().evaluate((each) => "isKept" in each)).toBe(true);
		await press("Enter");
		const listbox = page.getByRole("listbox", { name: "People" });
		expect(await listbox.getByRole("option", { selected: true }).innerText()).toContain("@Ada");
		await press("Enter", "Escape");
		await page.getByText("Picked 0").waitFor();
		expect(await page.getByRole("button", { name: "A voice channel" }).count()).toBe(1);
	});
});

describe("a command typed key by key", () => {
	const focused = () => page.locator(":focus").getAttribute("id");
	const textOf = (option: string) => page.locator(`#chip-${option}`).inputValue();
	const answer = async (text: string) => {
		await page.locator("article.message .body", { hasText: text }).waitFor();
		// The answer may arrive before the form is gone.
		await page.locator("#line").waitFor();
	};
	const active = () => page.locator('[role=option][aria-selected="true"]').innerText();
	const channelId = (name: string) =>
		[...playground.home.guild.channels.values()].find((channel) => channel.name === name)?.id;

	beforeEach(async () => {
		await page.locator("#line").focus();
	});

	test("may repeat the name of the current option, goes to an option whose name follows a space, and replaces a value", async () => {
		await type("/say text:Hello voice:Pu");
		expect(await focused()).toBe("chip-voice");
		await page.getByRole("option", { name: "Puck the voice" }).waitFor();
		await type("ck times:2");
		expect(await focused()).toBe("chip-times");
		expect([await textOf("text"), await textOf("times")]).toEqual(["Hello", "2"]);
		await type(" text:Good day");
		expect([await textOf("text"), await textOf("times")]).toEqual(["Good day", "2"]);
		await press("Enter");
		await answer("en-US text=Good day times=2 voice=Puck");
	});

	test("shows nothing of the previous option, however quickly the member goes on", async () => {
		const held = playground.faults.hold({ path: /callback$/ });
		await type("/say Hello there", "Tab");
		expect(await focused()).toBe("chip-voice");
		expect(await page.locator("#panel .panel-head").innerText()).toMatch(/^voice/);
		expect(await page.locator("#panel").getByRole("option").count()).toBe(0);
		held.release();
	});

	test("keeps the line breaks of a text, pasted or typed, and ignores them in other options", async () => {
		await page.locator("#line").fill("/say first line\nsecond line times:2");
		expect([await textOf("text"), await textOf("times")]).toEqual(["first line\nsecond line", "2"]);
		await page.locator("#chip-text").focus();
		await press("Control+End", "Shift+Enter");
		await type("third line");
		expect(await textOf("text")).toBe("first line\nsecond line\nthird line");
		await page.locator("#chip-times").fill("2\n");
		expect(await textOf("times")).toBe("2 ");
	});

	test("keeps words that only look like an option's name, and leaves an empty option for the one that is named in it", async () => {
		await type("/say text: note: buy milk, at:8 (voice:less)");
		expect(await page.locator(".chip textarea").count()).toBe(1);
		expect(await textOf("text")).toBe("note: buy milk, at:8 (voice:less)");
		await press("Tab");
		expect(await focused()).toBe("chip-voice");
		await type("as:");
		expect(await focused()).toBe("chip-as");
		expect(await page.locator("#chip-voice").count()).toBe(0);
	});

	test.each(["Enter", "Tab"])(
		"picks the choice whose name was written out or pasted, with %s",
		async (key) => {
			await type("/visit channel:Studio");
			expect(await active()).toBe("Studio");
			await press(key);
			expect(await textOf("channel")).toBe("Studio");
			await type(" all:false");
			expect(await active()).toBe("False");
			await press(key, "Enter");
			await answer(`all=false channel=${channelId("Studio")}`);
			await page.locator("#line").fill("/say Hello as:a voice message");
			await eventually(async () => expect(await active()).toBe("A voice message"));
			await press(key, "Enter");
			await answer("en-US as=voice text=Hello");
		},
	);

	test("sends no choice from a list made for earlier input", async () => {
		await type("/say Hello voice:L");
		await eventually(async () => expect(await active()).toBe("Leda the voice"));
		const asked = playground.faults.hold({ path: /callback/ });
		await type("ouder");
		await asked.arrived;
		await press("Enter");
		asked.release();
		await answer("voice=Louder");
	});

	test("without required options lists its options, is closed by deleting them one by one, and is sent by Enter", async () => {
		await type("/visit ");
		expect(await focused()).toBe("option-field");
		const options = await page.locator("#panel").getByRole("option").allInnerTexts();
		expect(options).toEqual(["channel\nWhich one", "all\nEverywhere", "note\nThe note"]);
		await type("all:", "Backspace");
		expect(await focused()).toBe("option-field");
		await press("Tab");
		expect(await focused()).toBe("chip-channel");
		await press("Backspace", "Backspace");
		expect(await page.locator("#line").inputValue()).toBe("/visit");
		await type(" ", "Enter");
		await shown("/visit").waitFor();
		await page.locator("#line:focus").waitFor();
	});

	test("without required options accepts their names, complete or begun, and a value without a name for the first one", async () => {
		await type("/visit channel:Studio", "Enter", "Enter");
		await answer(`channel=${channelId("Studio")}`);
		await type("/visit al");
		expect(await active()).toBe("all\nEverywhere");
		await press("Enter");
		expect(await focused()).toBe("chip-all");
		await type("True", "Enter", "Enter");
		await answer("all=true");
		await type("/visit note Mind the step", "Enter");
		await answer("note=Mind the step");
		await type("/visit Stud");
		expect(await focused()).toBe("chip-channel");
		expect(await active()).toBe("Studio");
		await press("Enter", "Enter");
		const both = page.getByText(`channel=${channelId("Studio")}`);
		await both.nth(1).waitFor();
	});
});
