import { closePage, findViolations, hasBrowser, openPage, type Page } from "@herald/playground/testing";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type PanelPage, pages } from "../../commands/server/server-settings.ts";
import { textsFor } from "../../src/texts/index.ts";
import { type Herald, startHerald } from "../support/herald.ts";
import { serverPanel } from "../support/server-panel.ts";

/** Uses the panel as a manager does, by mouse or keyboard. */
interface Hands {
	/** How often a key or button was pressed. Typed letters don't count. */
	readonly presses: () => number;
	open(command?: string): Promise<void>;
	press(customId: string): Promise<void>;
	choose(customId: string, name: string, several?: boolean): Promise<void>;
	submit(text: string): Promise<void>;
}

const byId = (page: Page, customId: string) =>
	page.locator("article.message").last().locator(`[data-custom-id="${customId}"]`);

const mouse = (page: Page): Hands => {
	let presses = 0;
	const click = async (what: ReturnType<Page["locator"]>) => {
		presses += 1;
		await what.click();
	};
	const press = (customId: string) => click(byId(page, customId));
	return {
		presses: () => presses,
		open: async (command = "/server") => {
			await page.locator("#line").fill(command);
			await click(page.locator("#panel").getByRole("option", { name: command }));
			presses += 1;
			await page.keyboard.press("Enter");
		},
		press,
		choose: async (customId, name, several = false) => {
			await press(customId);
			await click(page.getByRole("option", { name }));
			if (!several) return;
			presses += 1;
			await page.keyboard.press("Escape");
		},
		submit: async (text) => {
			await page.getByRole("dialog").getByRole("textbox").fill(text);
			presses += 1;
			await page.keyboard.press("Enter");
		},
	};
};

const keyboard = (page: Page): Hands => {
	let presses = 0;
	const key = async (name: string) => {
		presses += 1;
		await page.keyboard.press(name);
	};
	const focused = () => page.locator(":focus");
	const isOn = (customId: string) => byId(page, customId).evaluate((each) => each.matches(":focus"));
	const press = async (customId: string) => {
		await byId(page, customId).waitFor();
		// 4 is DOCUMENT_POSITION_FOLLOWING: the focus comes after the control, so Shift+Tab leads back to it.
		const isAbove = await byId(page, customId).evaluate((each) => {
			const { activeElement } = each.ownerDocument;
			return !activeElement || Boolean(each.compareDocumentPosition(activeElement) & 4);
		});
		while (!(await isOn(customId))) await key(isAbove ? "Shift+Tab" : "Tab");
		await key("Enter");
	};
	return {
		presses: () => presses,
		open: async () => {
			await page.keyboard.type("/server");
			await key("Tab");
			await key("Enter");
		},
		press,
		choose: async (customId, name, several = false) => {
			await press(customId);
			while (!(await focused().textContent())?.includes(name)) await key("ArrowDown");
			await key("Enter");
			if (several) await key("Escape");
		},
		submit: async (text) => {
			await page.getByRole("dialog").waitFor();
			await page.keyboard.type(text);
			await key("Enter");
		},
	};
};

let herald: Herald;

beforeAll(async () => {
	if (hasBrowser) herald = await startHerald();
});
afterEach(async () => {
	const panel = serverPanel(herald.playground, herald.playground.home.owner);
	await panel.reset();
	await panel.remove("channels", "#");
});
afterAll(async () => {
	await herald?.stop();
});

test.skipIf(!hasBrowser).each([
	["the mouse", mouse, 19],
	["the keyboard alone", keyboard, 68],
])(
	"a manager sets a channel, names, a role and quiet hours for reading aloud by %s, in few presses",
	async (_, take, most) => {
		const { page, errors } = await openPage(herald.playground.url);
		const hands = take(page);
		const { text } = herald.playground.home;
		const role = [...herald.playground.home.guild.roles.values()].at(-1)?.name ?? "";
		const says = (line: RegExp) => page.locator("article.message").last().getByText(line).first().waitFor();
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

test.skipIf(!hasBrowser)(
	"the panel on a phone in French is accessible and doesn't scroll sideways, in all of its states",
	async () => {
		const panel = serverPanel(herald.playground, herald.playground.home.owner);
		await panel.add("channels", { channels: [herald.playground.home.text.id] });
		await panel.add("dictionary", { word: "brb", say: "be right back" });
		const { page, errors } = await openPage(herald.playground.url, {
			colorScheme: "light",
			locale: "fr",
			viewport: { width: 360, height: 800 },
		});
		const check = async (where: string) => {
			expect(await findViolations(page), where).toEqual([]);
			expect(await page.evaluate("document.documentElement.scrollWidth"), where).toBe(360);
		};
		const hands = mouse(page);
		await hands.open("/serveur");
		await byId(page, "server:page").waitFor();
		await check("voice");
		await hands.press("server:voices");
		await byId(page, "server:hear").waitFor();
		await check("voices");
		await hands.press("server:ask:voice");
		await page.getByRole("dialog").waitFor();
		await check("search");
		await hands.submit("kore");
		await byId(page, "server:choose:voice").waitFor();
		await check("found");
		await hands.choose("server:choose:voice", "Kore, ");
		await byId(page, "server:voices").waitFor();
		const go = async (to: PanelPage, shows: string) => {
			await byId(page, "server:page").click();
			const name = textsFor("fr")(`page.${to}`);
			// The current page's label also has its number: "Voix (1/12)".
			await page
				.getByRole("option", { name: new RegExp(`^${RegExp.escape(name)}(?: \\(\\d+/\\d+\\))?$`) })
				.click();
			await byId(page, shows).waitFor();
		};
		await byId(page, "server:page").click();
		await check("menu");
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
			await go(to, shown[to]);
			await check(to);
		}
		await go("words", "server:list:dictionary:0");
		await hands.press("server:list:dictionary:0");
		await byId(page, "server:try").waitFor();
		await check("list");
		await hands.press("server:try");
		await page.getByRole("dialog").waitFor();
		await check("try");
		await page.keyboard.press("Escape");
		await go("voice", shown.voice);
		await hands.press("server:askReset:voice");
		await byId(page, "server:resetAll").waitFor();
		await check("reset");
		expect(errors).toEqual([]);
		await closePage(page);
	},
);
