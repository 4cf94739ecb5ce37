import { closePage, hasBrowser, openPage, type Page } from "@herald/playground/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { textsFor } from "../../src/texts/index.ts";
import { type Herald, startHerald } from "../support/herald.ts";

let herald: Herald;

beforeAll(async () => {
	if (hasBrowser) herald = await startHerald();
});
afterAll(async () => {
	await herald?.stop();
});

const panelOf = (page: Page) => page.locator("article.message").last();

const press = async (page: Page, name: string) => {
	await panelOf(page).getByRole("button", { name, exact: true }).last().click();
};

/** @returns by how many pixels the last message is taller than the area of messages; 0 if it fits */
const measure = async (page: Page): Promise<number> => {
	const [panel, area] = await Promise.all(
		[panelOf(page), page.getByRole("log")].map((each) =>
			each.evaluate(({ clientHeight }: { readonly clientHeight: number }) => clientHeight),
		),
	);
	return Math.max(0, (panel ?? Number.NaN) - (area ?? Number.NaN));
};

const open = async (page: Page, command: string, shows: string) => {
	await page.locator("#line").fill(command);
	await page.locator("#panel").getByRole("option", { name: command }).first().click();
	await page.keyboard.press("Enter");
	await panelOf(page).getByText(shows).first().waitFor();
};

const screens = [
	{ width: 1280, height: 720 },
	{ width: 390, height: 844 },
];
const languages = [
	{ locale: "en-US", server: "/server", me: "/voice me" },
	{ locale: "de", server: "/server", me: "/stimme meine" },
	{ locale: "fr", server: "/serveur", me: "/voix réglages" },
	{ locale: "ja", server: "/サーバー", me: "/声 設定" },
];

test
	.skipIf(!hasBrowser)
	.each(screens.flatMap((viewport) => languages.map((language) => ({ ...viewport, ...language }))))(
	"every page of both panels fits the screen, even after a change: $width×$height in $locale",
	async ({ width, height, locale, server, me }) => {
		const { page, errors } = await openPage(herald.playground.url, { locale, viewport: { width, height } });
		const t = textsFor(locale);
		const menu = () => panelOf(page).locator('[data-custom-id="server:page"]');
		const tooLong: Record<string, number> = {};
		const check = async (name: string) => {
			const excess = await measure(page);
			if (excess > 0) tooLong[name] = excess;
		};
		await open(page, server, t("setting.speed"));
		await menu().click();
		const names = await page.getByRole("listbox").getByRole("option").allTextContents();
		await page.keyboard.press("Escape");
		for (const [index, name] of names.entries()) {
			await menu().click();
			await page.getByRole("option", { name, exact: true }).click();
			// Until Herald has answered, the menu shows the option's name without "(2/12)".
			const place = { at: index + 1, count: names.length, name };
			const shown = index === 0 ? name : t("panel.page", place);
			await menu().filter({ hasText: shown }).waitFor();
			if (
				(await panelOf(page)
					.getByRole("button", { name: t("panel.reset") })
					.count()) > 0
			) {
				await press(page, t("panel.reset"));
				await press(page, t("panel.reset_page"));
				await panelOf(page).getByText(t("panel.page_reset")).waitFor();
			}
			await check(name);
		}
		expect(names.length).toBeGreaterThan(5);
		await open(page, me, t("setting.spokenName"));
		await check(me);
		expect(tooLong).toEqual({});
		expect(errors).toEqual([]);
		await closePage(page);
	},
);
