import { eventually } from "@herald/common/testing/eventually.ts";
import { closePage, findViolations, hasBrowser, openPage, type Page } from "@herald/playground/testing";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Herald, startHerald } from "../support/herald.ts";

/** A text of about twenty seconds, so that a test can look while it is spoken. */
const longText = "The quick brown fox jumps over the lazy dog, and the dog sleeps on. ".repeat(6);
/** The least loudness that counts as speech. Speech is around 0.1, silence is 0. */
const audible = 0.02;

describe.skipIf(!hasBrowser)("voice on the page", () => {
	let herald: Herald;
	let page: Page;
	let errors: readonly string[];
	const panel = () => page.locator("#voice");
	const heardFrames = async () => Number(await panel().getAttribute("data-frames"));
	const personIn = (name: string) => page.locator(".voice-person", { hasText: name });
	const pressTrouble = async (name: string, done: "Done" | "Ended" = "Done") => {
		// A press before the page knows that the trouble is on would show another toast.
		const isOn = done === "Ended" && { pressed: true };
		await page.getByRole("button", { name, ...isOn }).click();
		// The previous toast may still be there.
		await page.getByText(`${done}: ${name}.`).last().waitFor();
	};
	const sayInLounge = async () => {
		await page.getByRole("button", { name: "Join voice: Lounge" }).click();
		await panel().getByText("In Lounge").waitFor();
		await page.locator("#line").fill(`/say ${longText} as:voice channel`);
		await page.locator("#chip-as").waitFor();
		await page.locator("#send").click();
		await page.locator(".voice-person.speaking", { hasText: "Herald" }).waitFor();
	};

	beforeAll(async () => {
		herald = await startHerald();
	});
	afterAll(() => herald?.stop());
	beforeEach(async () => {
		({ page, errors } = await openPage(herald.playground.url));
	});
	afterEach(async () => {
		const { voice, home } = herald.playground;
		voice.leave(home.owner);
		if (home.guild.voiceStates.has(home.bot.user.id)) voice.kick(home.bot);
		await closePage(page);
	});

	test("a member joins, hears Herald live, also after a dropped connection, and sees that it speaks", async () => {
		await sayInLounge();
		await eventually(async () => expect(await heardFrames()).toBeGreaterThan(50));
		expect(Number(await panel().getAttribute("data-loudest"))).toBeGreaterThan(audible);
		expect(await personIn("Ada").getAttribute("class")).not.toContain("speaking");
		expect(await findViolations(page)).toEqual([]);
		await page.locator("#troubles summary").click();
		await pressTrouble("Drop the voice connection");
		await eventually(() => expect(herald.playground.voice.counts.resumed).toBe(1));
		const before = await heardFrames();
		await eventually(async () => expect(await heardFrames()).toBeGreaterThan(before + 25));

		await panel().getByRole("button", { name: "Leave voice" }).click();
		await panel().waitFor({ state: "hidden" });
		expect(await personIn("Ada").count()).toBe(0);
		expect(errors).toEqual([]);
	});

	test("the chat of a member's own voice channel opens for a vote that Herald shows there", async () => {
		const { playground } = herald;
		await sayInLounge();
		playground.voice.join(playground.home.ordinary);
		playground.command(playground.home.ordinary, "skip");
		await page.getByRole("button", { name: "Open chat: Lounge" }).click();
		const vote = page.locator("article", { hasText: "wants to skip @Ada's text: 1 of 2 votes." });
		await vote.getByRole("button", { name: "Skip" }).click();
		await page.getByText("@Ada's text was skipped, as").waitFor();
		playground.voice.leave(playground.home.ordinary);
		expect(errors).toEqual([]);
	});

	test("the troubles mute, move and kick Herald, and members see it", async () => {
		await sayInLounge();
		await page.locator("#troubles summary").click();
		const answer = page.locator("article", { hasText: / in #(Lounge|Studio) · / }).last();
		await pressTrouble("Server-mute Herald");
		await personIn("Herald").getByRole("img", { name: "muted" }).waitFor();
		await answer.getByText("Herald is server muted").waitFor();
		await expect.poll(() => personIn("Herald").getAttribute("class")).not.toContain("speaking");
		await pressTrouble("Server-mute Herald", "Ended");
		await personIn("Herald").getByRole("img", { name: "muted" }).waitFor({ state: "detached" });
		await answer.getByText("Herald is server muted").waitFor({ state: "detached" });

		await pressTrouble("Move Herald to another voice channel");
		await page.getByRole("list", { name: "In Studio: Herald" }).waitFor();
		await pressTrouble("Kick Herald from voice");
		await personIn("Herald").waitFor({ state: "detached" });
		await answer.getByText("Herald was removed from #Studio.").waitFor();
		await page.getByRole("button", { name: "Kick Herald from voice" }).click();
		await page.getByText("Herald is in no voice channel.").waitFor();
	});

	test("on a stage, the owner and Herald can speak or be in the audience", async () => {
		const { home } = herald.playground;
		const isAudience = (id: string) => home.guild.voiceStates.get(id)?.suppress;
		await page.getByRole("button", { name: "Join voice: Stage" }).click();
		await panel().getByRole("button", { name: "Become a speaker" }).click();
		await panel().getByRole("button", { name: "Move to the audience" }).waitFor();
		expect(isAudience(home.owner.user.id)).toBe(false);
		await page.locator("#troubles summary").click();
		const tool = page.locator('[data-trouble="speaker-bot"]');
		await tool.click();
		await page.getByText("Herald is on no stage.").waitFor();

		await page.locator("#line").fill("/join ");
		await page.locator("#send").click();
		await personIn("Herald").getByRole("img", { name: "muted" }).waitFor();
		await pressTrouble("Herald as a speaker of the stage");
		expect(isAudience(home.bot.user.id)).toBe(false);
		await page.locator("#line").fill("/say On the stage ");
		await page.keyboard.press("Enter");
		await page.locator(".voice-person.speaking", { hasText: "Herald" }).waitFor();
		expect(await findViolations(page)).toEqual([]);
		await pressTrouble("Herald as a speaker of the stage", "Ended");
		expect(isAudience(home.bot.user.id)).toBe(true);
		await pressTrouble("Herald as a speaker of the stage");
		await pressTrouble("Kick Herald from voice");
		await page.locator('[data-trouble="speaker-bot"][aria-pressed="false"]').waitFor();

		await page.locator("#member").selectOption("ben");
		await page.getByRole("button", { name: "Join voice: Stage" }).click();
		await panel().getByText("In Stage").waitFor();
		expect(
			await panel()
				.getByRole("button", { name: /speaker|audience/ })
				.count(),
		).toBe(0);
		herald.playground.voice.leave(home.ordinary);
		expect(errors).toEqual([]);
	});

	test("a browser that can't decode the sound says so", async () => {
		const { page: other, errors: others } = await openPage(herald.playground.url, {});
		await other.addInitScript("delete globalThis.AudioDecoder");
		await other.reload();
		await other.getByRole("button", { name: "Join voice: Lounge" }).click();
		await other.getByText("This browser can't play voice channels live").waitFor();
		expect(others).toEqual([]);
		await closePage(other);
	});
});
