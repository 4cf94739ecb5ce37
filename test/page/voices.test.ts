import { readFileSync } from "node:fs";
import { closePage, findViolations, hasBrowser, openPage, type Page } from "@herald/playground/testing";
import {
	canSpeakNaturally,
	piperVoice,
	naturalTimeout as timeout,
} from "@herald/service/testing/speech-tools.ts";
import { openMirror, serve } from "@herald/service/testing/voices/mirror.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type LaunchedHerald, launch } from "./launched.ts";

const model = "/en/joe/en_US-joe-medium.onnx";

describe.skipIf(!hasBrowser || !canSpeakNaturally)("a newcomer who gets a natural voice", { timeout }, () => {
	let mirror: Awaited<ReturnType<typeof openMirror>>;
	let herald: LaunchedHerald;
	let page: Page;
	let errors: readonly string[];
	beforeAll(async () => {
		mirror = await openMirror();
		mirror.publishJoe(readFileSync(String(piperVoice)));
		herald = await launch(0, { VOICES_URL: mirror.address });
		({ page, errors } = await openPage(herald.url));
		page.setDefaultTimeout(timeout / 2);
	});
	afterAll(async () => {
		await closePage(page);
		await herald?.stop();
		mirror?.close();
	});

	const lastSound = async (): Promise<Buffer> => {
		const player = page.locator("article audio").last();
		const address = await player.evaluate(
			(each: { currentSrc: string; src: string }) => each.currentSrc || each.src,
		);
		return Buffer.from(await (await fetch(address)).arrayBuffer());
	};
	/** Clicks the first suggested command. @returns the sound of the answer */
	const sayAtOnce = async (): Promise<Buffer> => {
		const players = page.locator("article audio");
		const before = await players.count();
		await page.locator("#start .try").first().click();
		await players.nth(before).waitFor({ state: "attached" });
		return lastSound();
	};
	/** Checks that the page is accessible and the dialog of voices fits its width: in light, in dark and on a phone. */
	const look = async (name: string) => {
		for (const [colorScheme, width] of [
			["light", 1280],
			["dark", 1280],
			["dark", 390],
		] as const) {
			await page.emulateMedia({ colorScheme });
			await page.setViewportSize({ width, height: 800 });
			expect(await findViolations(page), `${name} ${colorScheme} ${width}`).toEqual([]);
			const wide = await page.evaluate(
				"document.querySelector('#voices').scrollWidth > document.querySelector('#voices').clientWidth",
			);
			expect(wide).toBe(false);
		}
		await page.setViewportSize({ width: 1280, height: 800 });
	};

	test("reads that Herald sounds like a robot, and nothing is requested from the publisher before a press", async () => {
		await page.locator("#start").getByText("Herald sounds like a robot now.").waitFor();
		await look("card");
		expect(mirror.asked).toEqual([]);
	});

	test("gets one by two presses, can stop and resume the download, and hears the voice", async () => {
		const robot = await sayAtOnce();
		mirror.answers.set(model, (response) => {
			const bytes = readFileSync(String(piperVoice));
			response.writeHead(200, { "content-length": bytes.length });
			response.write(bytes.subarray(0, 20_000_000));
		});
		await page.getByRole("button", { name: "Get a natural voice" }).click();
		const voices = page.getByRole("dialog", { name: "Voices" });
		await voices.getByText("License and origin").click();
		await voices.getByText("* License: CC0\\u001b[31m").waitFor();
		await look("voices");
		await voices.getByRole("button", { name: /^Get \(63 MB\): en_US-joe-medium$/ }).click();
		await voices.getByText("20 MB of 63 MB").waitFor();
		await look("downloading");
		await voices.getByRole("button", { name: "Pause" }).click();
		await voices.getByText("The download of en_US-joe-medium is paused.").first().waitFor();

		mirror.answers.set(model, (response) => response.writeHead(500).end());
		await voices.getByRole("button", { name: "Continue" }).click();
		await voices
			.getByText(/en_US-joe-medium wasn't added\. .+ answers 500/)
			.first()
			.waitFor();
		await look("failed");

		mirror.answers.set(model, serve(readFileSync(String(piperVoice))));
		await voices.getByRole("button", { name: "Try again" }).click();
		await voices.getByText("en_US-joe-medium speaks now.").first().waitFor();
		expect(mirror.asked.findLast(({ url }) => url === model)?.headers.range).toMatch(/^bytes=20\d{6}-$/);
		await voices.getByText("In other languages, Herald sounds like a robot.").waitFor();
		await look("added");
		await page.keyboard.press("Escape");
		await page.locator("#start").getByText("robot").waitFor({ state: "detached" });
		let natural = robot;
		while (natural.equals(robot)) natural = await sayAtOnce();
		expect(errors).toEqual([]);
	});

	test("is offered one for the page's language if no voice speaks it", async () => {
		await page.locator("#locale").selectOption("de");
		await page.getByText("Noch spricht keine natürliche Stimme diese Sprache: Deutsch.").waitFor();
		expect(await findViolations(page)).toEqual([]);
		expect(errors).toEqual([]);
	});
});
