import { eventually } from "@herald/common/testing/eventually.ts";
import type { Member } from "@herald/playground";
import { closePage, findViolations, hasBrowser, openPage, type Page } from "@herald/playground/testing";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Herald, startHerald } from "../support/herald.ts";
import { speakWell, startUpstream, type Upstream } from "../support/upstream.ts";

/**
 * Matches the paths that need only an interaction's token. In a place without an install, an application can use no
 * others.
 */
const byToken =
	/^\/(?:interactions\/\d+\/[^/]+\/callback|webhooks\/\d+\/[^/]+(?:\/messages\/(?:\d+|%40original))?)$/;

describe.skipIf(!hasBrowser)("a member who installed Herald", () => {
	let upstream: Upstream;
	let herald: Herald;
	let page: Page;
	let errors: readonly string[];

	beforeAll(async () => {
		upstream = await startUpstream();
		upstream.behave(speakWell);
		herald = await startHerald({ SPEECH_BASE_URL: upstream.baseUrl, SPEECH_API_KEY: "sk", INSTALLS: "both" });
	});
	afterAll(async () => {
		await herald?.stop();
		await upstream?.close();
	});
	beforeEach(async () => {
		({ page, errors } = await openPage(herald.playground.url));
		await page.getByRole("button", { name: "Add or remove Herald" }).click();
		await page.getByRole("menuitem", { name: "Add to my apps" }).click();
	});
	afterEach(async () => {
		expect(errors).toEqual([]);
		await closePage(page);
		herald.playground.world.setInstalled(herald.playground.home.owner.user, false);
	});

	const article = (text: string) => page.locator("article.message", { hasText: text });
	/** Uses `/say`, then **Speak** on an existing message. @returns the requests that Herald sent for both */
	const speakTwice = async (words: string, written: string) => {
		const before = herald.playground.requests.length;
		await page.locator("#line").fill(`/say ${words}`);
		await page.keyboard.press("Enter");
		await article(words).locator(".player, .voice-message").waitFor();
		await article(written).first().focus();
		await page.keyboard.press("Enter");
		await page.getByRole("menuitem", { name: "Apps" }).click();
		await page.getByRole("menuitem", { name: "Speak" }).click();
		await eventually(async () => expect(await page.locator(".player, .voice-message").count()).toBe(2));
		expect(await findViolations(page)).toEqual([]);
		return herald.playground.requests.slice(before);
	};

	const friendOf = ({ playground }: Herald) => playground.home.ordinary;
	test.each([
		[
			"direct messages",
			async () => {
				await page.getByRole("button", { name: "New message" }).click();
				await page.getByRole("menuitem", { name: "Herald" }).click();
				await page.getByRole("heading", { name: "Herald", exact: true }).waitFor();
				return herald.playground.openDirect(herald.playground.home.owner);
			},
		],
		[
			"a group",
			async (): Promise<Member> => {
				const { owner } = herald.playground.home;
				const [, friend] = herald.playground.openGroup("Lunch", owner, friendOf(herald)) as [Member, Member];
				await page.locator("a[data-direct]", { hasText: "Lunch" }).click();
				await page.getByRole("heading", { name: "Lunch", exact: true }).waitFor();
				return friend;
			},
		],
		[
			"a server without Herald",
			async () => {
				const guild = herald.playground.world.addGuild({
					name: "The Harbour",
					presence: "none",
					members: [{ username: "eve", name: "Eve" }, { username: "ada" }],
					channels: [{ name: "quay" }],
				});
				await page.getByRole("button", { name: "The Harbour" }).click();
				await page.getByRole("heading", { name: "quay", exact: true }).waitFor();
				return guild.owner;
			},
		],
	] as const)(
		"uses /say and Speak in %s, and Herald sends Discord nothing but its answers",
		async (place, go) => {
			const writer = await go();
			herald.playground.post(writer, `Written in ${place}`);
			await article(`Written in ${place}`).waitFor();
			const asked = await speakTwice(`Said in ${place}`, `Written in ${place}`);
			expect(asked.length).toBeGreaterThan(1);
			expect(asked.filter(({ path, status }) => !byToken.test(path) || status >= 300)).toEqual([]);
		},
	);

	test("uses Herald in direct messages on a phone, in another language", async () => {
		const { playground } = herald;
		const phone = await openPage(playground.url, {
			viewport: { width: 390, height: 800 },
			locale: "de-DE",
			hasTouch: true,
			isMobile: true,
		});
		const use = (name: string) => phone.page.getByRole("button", { name });
		await use("Kanäle anzeigen").tap();
		await use("Neue Nachricht").tap();
		await phone.page.getByRole("menuitem", { name: "Herald" }).tap();
		await phone.page.getByRole("heading", { name: "Herald", exact: true }).waitFor();
		await phone.page.locator("#line").fill("/say Guten Tag, Hafen");
		await phone.page.locator("#send").tap();
		await phone.page
			.locator("article", { hasText: "Guten Tag" })
			.locator(".player, .voice-message")
			.waitFor();
		expect(await phone.page.evaluate("document.documentElement.scrollWidth")).toBe(390);
		expect(await findViolations(phone.page)).toEqual([]);
		expect(phone.errors).toEqual([]);
		await closePage(phone.page);
	});
});
