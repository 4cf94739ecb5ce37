import { closePage, findViolations, hasBrowser, openPage, type Page } from "@herald/playground/testing";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type PanelPage, pages } from "../../commands/server/server-settings.ts";
import { textsFor } from "../../src/texts/index.ts";
import { type Herald, startHerald } from "../support/herald.ts";
import { serverPanel } from "../support/server-panel.ts";

const lastOf = (page: Page) => page.locator("article.message").last();
const byId = (page: Page, customId: string) => lastOf(page).locator(`[data-custom-id="${customId}"]`);

/** Uses the panel as a manager does, and counts how often a key or button is pressed. Typed letters don't count. */
const handsOn = (page: Page, how: "mouse" | "keyboard" = "mouse") => {
	let presses = 0;
	const key = async (name: string) => {
		presses += 1;
		await page.keyboard.press(name);
	};
	const click = async (what: ReturnType<Page["locator"]>) => {
		presses += 1;
		await what.click();
	};
	const focused = () => page.locator(":focus");
	const press = async (customId: string) => {
		const control = byId(page, customId);
		if (how === "mouse") return click(control);
		await control.waitFor();
		// 4 is DOCUMENT_POSITION_FOLLOWING: the focus comes after the control, so Shift+Tab leads back to it.
		const isAbove = await control.evaluate((each) => {
			const { activeElement } = each.ownerDocument;
			return !activeElement || Boolean(each.compareDocumentPosition(activeElement) & 4);
		});
		while (!(await control.evaluate((each) => each.matches(":focus"))))
			await key(isAbove ? "Shift+Tab" : "Tab");
		await key("Enter");
	};
	return {
		presses: () => presses,
		press,
		open: async (command = "/server") => {
			if (how === "mouse") {
				await page.locator("#line").fill(command);
				await click(page.locator("#panel").getByRole("option", { name: command }).first());
			} else {
				await page.keyboard.type(command);
				await key("Tab");
			}
			await key("Enter");
		},
		choose: async (customId: string, name: string, several = false) => {
			await press(customId);
			if (how === "mouse") await click(page.getByRole("option", { name }));
			else {
				while (!(await focused().textContent())?.includes(name)) await key("ArrowDown");
				await key("Enter");
			}
			if (several) await key("Escape");
		},
		/** Writes into the open form, whose field has the focus. */
		submit: async (text: string) => {
			await page.getByRole("dialog").waitFor();
			await page.keyboard.type(text);
			await key("Enter");
		},
	};
};

let herald: Herald;
/** The panel of a server's settings, which has its defaults again and no channels after the test. */
const usePanel = () => {
	const panel = serverPanel(herald.playground, herald.playground.home.owner);
	onTestFinished(async () => {
		await panel.reset();
		await panel.remove("channels", "#");
	});
	return panel;
};

beforeAll(async () => {
	if (hasBrowser) herald = await startHerald();
});
afterAll(() => herald?.stop());

test.skipIf(!hasBrowser).each<["mouse" | "keyboard", number]>([
	["mouse", 19],
	["keyboard", 68],
])(
	"a manager sets a channel, names, a role and quiet hours for reading aloud by %s alone, in few presses",
	async (how, most) => {
		usePanel();
		const { page, errors } = await openPage(herald.playground.url);
		const hands = handsOn(page, how);
		const { text } = herald.playground.home;
		const role = [...herald.playground.home.guild.roles.values()].at(-1)?.name ?? "";
		const says = (line: RegExp) => lastOf(page).getByText(line).first().waitFor();
		await hands.open();
		await hands.choose("server:page", "Reading");
		await hands.choose("server:channels", text.name, true);
		await says(/Saved\. Channels that are read: /);
		await hands.choose("server:page", "How messages are read");
		await hands.choose("server:choose:names", "before every message");
		await says(/Saved\. Say the author's name: before every message/);
		await hands.choose("server:page", "Members & roles");
		await hands.choose("server:choose:readRole", role);
		await says(/Saved\. .*@/);
		await hands.choose("server:page", "Speaking time & quiet hours");
		await hands.press("server:ask:quietHours");
		await hands.submit("22-7");
		await says(/Saved\. Quiet hours: 10\spm – 7\sam/);
		expect(hands.presses()).toBeLessThanOrEqual(most);
		expect(errors).toEqual([]);
		await closePage(page);
	},
);

/** @returns by how many pixels the last message is taller than the area of messages; 0 if it fits */
const measure = async (page: Page): Promise<number> => {
	const heightOf = (what: ReturnType<Page["locator"]>) =>
		what.evaluate(({ clientHeight }: { readonly clientHeight: number }) => clientHeight);
	const [panel, area] = [await heightOf(lastOf(page)), await heightOf(page.getByRole("log"))];
	return Math.max(0, panel - area);
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
		const hands = handsOn(page);
		const button = (name: string) => lastOf(page).getByRole("button", { name, exact: true }).last();
		const tooLong: Record<string, number> = {};
		const check = async (name: string) => {
			const excess = await measure(page);
			if (excess > 0) tooLong[name] = excess;
		};
		const says = (words: string) => lastOf(page).getByText(words).first().waitFor();
		await hands.open(server);
		await says(t("setting.speed"));
		await hands.press("server:page");
		const names = await page.getByRole("listbox").getByRole("option").allTextContents();
		await page.keyboard.press("Escape");
		for (const [index, name] of names.entries()) {
			await hands.press("server:page");
			await page.getByRole("option", { name, exact: true }).click();
			// Until Herald has answered, the menu shows the option's name without "(2/12)".
			const place = { at: index + 1, count: names.length, name };
			const shown = index === 0 ? name : t("panel.page", place);
			await byId(page, "server:page").filter({ hasText: shown }).waitFor();
			if ((await button(t("panel.reset")).count()) > 0) {
				await button(t("panel.reset")).click();
				await button(t("panel.reset_page")).click();
				await says(t("panel.page_reset"));
			}
			await check(name);
		}
		expect(names.length).toBeGreaterThan(5);
		await hands.open(me);
		await says(t("setting.spokenName"));
		await check(me);
		expect(tooLong).toEqual({});
		expect(errors).toEqual([]);
		await closePage(page);
	},
);

test.skipIf(!hasBrowser)(
	"the panel on a phone in French is accessible and doesn't scroll sideways, in all of its states",
	async () => {
		const panel = usePanel();
		await panel.add("channels", { channels: [herald.playground.home.text.id] });
		await panel.add("dictionary", { word: "brb", say: "be right back" });
		const { page, errors } = await openPage(herald.playground.url, {
			colorScheme: "light",
			locale: "fr",
			viewport: { width: 360, height: 800 },
		});
		const hands = handsOn(page);
		/** Checks the page once it shows this. */
		const check = async (where: string, shows: string | ReturnType<Page["locator"]>) => {
			await (typeof shows === "string" ? byId(page, shows) : shows).waitFor();
			expect(await findViolations(page), where).toEqual([]);
			expect(await page.evaluate("document.documentElement.scrollWidth"), where).toBe(360);
		};
		const go = async (to: PanelPage) => {
			await hands.press("server:page");
			// The current page's label also has its number: "Voix (1/12)".
			const name = RegExp.escape(textsFor("fr")(`page.${to}`));
			await page.getByRole("option", { name: new RegExp(`^${name}(?: \\(\\d+/\\d+\\))?$`) }).click();
		};
		const dialog = page.getByRole("dialog");
		await hands.open("/serveur");
		await byId(page, "server:page").waitFor();
		await hands.press("server:page");
		await check("menu", page.getByRole("listbox"));
		await page.keyboard.press("Escape");
		const shown = {
			voice: "server:voices",
			texts: "server:choose:delivery",
			reading: "server:put:voiceChat:on",
			filter: "server:list:ignores:0",
			messages: "server:choose:names",
			channel: "server:choose:autoJoin",
			who: "server:choose:readRole",
			bots: "server:list:sources:0",
			limits: "server:ask:quietHours",
			words: "server:list:dictionary:0",
			presets: "server:add:presets",
		};
		for (const to of pages) {
			await go(to);
			await check(to, shown[to]);
		}
		await go("words");
		await hands.press("server:list:dictionary:0");
		await check("list", "server:try");
		await hands.press("server:try");
		await check("try", dialog);
		await page.keyboard.press("Escape");
		await go("voice");
		await hands.press("server:voices");
		await check("voices", "server:hear");
		await hands.press("server:ask:voice");
		await check("search", dialog);
		await hands.submit("kore");
		await check("found", "server:choose:voice");
		await hands.choose("server:choose:voice", "Kore, ");
		await hands.press("server:askReset:voice");
		await check("reset", "server:resetAll");
		expect(errors).toEqual([]);
		await closePage(page);
	},
);
