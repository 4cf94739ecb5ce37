import { eventually } from "@herald/common/testing/eventually.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { hasBrowser } from "./browser.ts";
import { page, playground, press, shown, type, useShowPage } from "./show-page.ts";

describe.skipIf(!hasBrowser)("a command typed key by key", () => {
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

	useShowPage();
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
