import { eventually } from "@herald/common/testing/eventually.ts";
import { describe, expect, test } from "vitest";
import { hasBrowser } from "./browser.ts";
import { page, playground, press, shown, type, useShowPage } from "./show-page.ts";

describe.skipIf(!hasBrowser)("with the keyboard alone", () => {
	const focused = () => page.locator(":focus");

	useShowPage();

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
