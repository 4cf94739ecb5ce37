import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { VoiceSource } from "../../src/index.ts";
import { askPage } from "../support.ts";
import { playground, useDiscord } from "../use-playground.ts";
import { closePage, findViolations, hasBrowser, openPage, type Page } from "./browser.ts";

const obstacle = { en: "Install the engine first.", de: "Installiere erst die Engine." };
const offered = {
	...{ name: "anna", language: "de-DE", quality: "medium", speakers: 2 },
	...{ bytes: 63_000_000, from: "voices.test" },
};

const asked: string[] = [];
const usual: VoiceSource = {
	speaking: () => [],
	obstacle: () => undefined,
	list: async () => {
		asked.push("list");
		return [offered];
	},
	describe: async () => undefined,
	get: async (name, signal) => {
		asked.push(name);
		await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
	},
};
const source: { -readonly [K in keyof VoiceSource]: VoiceSource[K] } = { ...usual };

useDiscord({ voices: source });
beforeEach(() => {
	asked.length = 0;
	Object.assign(source, usual);
});

const get = (name: unknown) => askPage(playground, "voices/get", { name });

test("one voice is downloaded at a time, and only if it could be used", async () => {
	source.obstacle = () => obstacle;
	expect(await (await get("anna")).json()).toMatchObject({ texts: obstacle });
	source.obstacle = () => undefined;
	expect((await get("anna")).status).toBe(200);
	for (const other of ["ben", ["ben"]]) expect((await get(other)).status).toBe(400);
	expect(asked).toEqual(["anna"]);
});

describe.skipIf(!hasBrowser)("the voices on the page", () => {
	let page: Page;
	const open = async () => {
		({ page } = await openPage(playground.url));
		await page.getByRole("button", { name: "Voices", exact: true }).click();
		return page.getByRole("dialog", { name: "Voices" });
	};
	afterEach(() => closePage(page));

	test("say what prevents a download before anything is requested, or why the list can't be loaded, and try again", async () => {
		source.obstacle = () => obstacle;
		const voices = await open();
		await voices.getByText("Install the engine first.").waitFor();
		expect(await findViolations(page)).toEqual([]);
		expect(asked).toEqual([]);
		source.obstacle = () => undefined;
		source.list = () => Promise.reject(new Error("voices.test can't be reached."));
		await voices.getByRole("button", { name: "Try again" }).click();
		await voices.getByText("voices.test can't be reached.").waitFor();
		source.list = usual.list;
		await voices.getByRole("button", { name: "Try again" }).click();
		await voices.getByText("medium · 2 voices · voices.test").waitFor();
	});

	test("can be used with the keyboard alone, and show a voice's size once it is known", async () => {
		const voices = await open();
		await voices.getByText("License and origin").press("Enter");
		await voices.getByText("The publisher lists no license.").waitFor();
		await voices.getByRole("button", { name: "Get (63 MB): anna" }).press("Enter");
		await voices.getByRole("button", { name: "Pause" }).press("Enter");
		await voices.getByText("The download of anna is paused.").first().waitFor();
		expect(await page.evaluate("document.activeElement.textContent")).toBe("Continue");
		await page.keyboard.press("Escape");
		expect(await page.evaluate("document.activeElement.id")).toBe("open-voices");
		await page.locator("#locale").selectOption("de");
		await page.getByRole("button", { name: "Natürliche Stimme holen (63 MB)" }).waitFor();
	});
});
