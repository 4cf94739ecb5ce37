import { readFileSync } from "node:fs";
import { eventually } from "@herald/common/testing/eventually.ts";
import { Events, type Message, Routes, type TextChannel } from "discord.js";
import fc from "fast-check";
import { describe, expect } from "vitest";
import { logIn, nextEvent } from "../support.ts";
import { findViolations, loopSounds } from "./browser.ts";
import { client, clock, page, playground, press, send, shown, test, useShowPage } from "./show-page.ts";

useShowPage();

describe("what a member sees", () => {
	test("Markdown as on Discord, while HTML stays text", async () => {
		const { owner, ordinary, text } = playground.home;
		playground.post(
			ordinary,
			[
				`**bold *both*** __under__ ~~gone~~ \`a*b*\` ||hidden|| snake_case_name \\*plain\\*`,
				`<@${owner.user.id}> <#${text.id}> <t:${Math.floor(Date.now() / 1_000) - 3_600}:R> [here](https://example.com/a_b)`,
				"> quoted",
				"# Title",
				"- one",
				"- two",
				"1. first",
				"```js",
				"<b>code</b>",
				"```",
				"<img src=x onerror=alert(1)>",
			].join("\n"),
		);
		const message = page.locator("article.message .markdown");
		await message.waitFor();
		for (const html of [
			"<strong>bold <em>both</em></strong> <u>under</u> <s>gone</s> <code>a*b*</code>",
			"snake_case_name *plain*",
		])
			expect(await message.innerHTML()).toContain(html);
		expect(await message.locator(".mention").allInnerTexts()).toEqual(["@Ada", "#general"]);
		expect(await message.locator("time").textContent()).toBe("1 hour ago");
		expect(await message.locator("a").getAttribute("href")).toBe("https://example.com/a_b");
		expect(await message.locator("blockquote").textContent()).toBe("quoted");
		expect(await message.locator("li").allInnerTexts()).toEqual(["one", "two", "first"]);
		expect(await message.locator("pre").textContent()).toBe("<b>code</b>");
		expect(await message.textContent()).toContain("<img src=x onerror=alert(1)>");
		expect(await message.locator("img").count()).toBe(0);
		await message.getByRole("button", { name: "Spoiler" }).click();
		expect(await message.locator(".spoiler-shown").textContent()).toBe("hidden");
	});

	test("the text above a reply as one line without markup, with spoilers covered", async () => {
		const { owner, ordinary } = playground.home;
		const question = playground.post(
			ordinary,
			`**Who** did it, <@${owner.user.id}>? ||The __butler__|| ||${"did it ".repeat(20)}||`,
		);
		playground.reply(owner, question, "No idea");
		const snippet = shown("No idea").locator(".snippet");
		await snippet.waitFor();
		expect(await snippet.textContent()).toMatch(/^ Who did it, @Ada\? \u00a0{10} \u00a0+$/);
		expect(await snippet.getByRole("img", { name: "Spoiler" }).count()).toBe(2);
		expect(await findViolations(page)).toEqual([]);
	});

	test("an awaited answer, which changes in place when it is edited", async () => {
		const { owner } = playground.home;
		const trace = playground.command(owner, "show thinking");
		const answer = page.locator("article.message");
		await answer.getByText("Herald is thinking…").waitFor();
		const path = Routes.webhookMessage(client.application.id, trace.interaction.token);
		await client.rest.patch(path, { auth: false, body: { content: "Here it is" } });
		await answer.getByText("Here it is").waitFor();
		expect(await answer.count()).toBe(1);
		expect(await page.getByText("Herald is thinking").count()).toBe(0);
	});

	test("that a silent application did not respond, and that a silent button failed", async () => {
		await send("/show nothing ");
		await page.getByText("Sending command…").waitFor();
		clock.advance(3_001);
		const note = page.locator("article", { hasText: "The application did not respond" });
		await note.waitFor();
		await note.getByRole("button", { name: "Dismiss message" }).click();
		await note.waitFor({ state: "detached" });

		playground.command(playground.home.owner, "show components");
		const button = page.getByRole("button", { name: "Silent" });
		await button.click();
		expect(await button.getAttribute("aria-busy")).toBe("true");
		clock.advance(3_001);
		await page.getByText("This interaction failed").waitFor();
		expect(await button.getAttribute("aria-busy")).toBe(null);
	});

	test("a voice message with its waveform, whose head moves as it plays", async () => {
		await loopSounds(page);
		playground.command(playground.home.owner, "show voice");
		const voice = page.getByRole("group", { name: "Voice message, 3 s" });
		await voice.waitFor();
		const heights = (all: { getAttribute(name: string): string | null }[]) =>
			all.map((bar) => Number(bar.getAttribute("height")));
		const bars = await voice.locator("rect").evaluateAll(heights);
		expect(Math.max(...bars)).toBeGreaterThan(20);
		expect(new Set(bars).size).toBeGreaterThan(1);
		expect(await voice.locator(".heard").count()).toBe(0);
		await voice.getByRole("button", { name: "Play" }).click();
		await eventually(async () => expect(await voice.locator(".heard").count()).toBeGreaterThan(8));
		const later = await voice.locator(".heard").count();
		await eventually(async () => expect(await voice.locator(".heard").count()).not.toBe(later));
	});

	test("a layout with its texts, pictures and files, and files from elsewhere as links", async () => {
		const { owner } = playground.home;
		playground.command(owner, "show layout");
		const message = shown("A layout");
		await message.locator(".heading", { hasText: "A layout" }).waitFor();
		expect(await message.locator(".body .mention").textContent()).toBe("@Ada");
		const isShown = (element: { complete: boolean; naturalWidth: number }) =>
			element.complete && element.naturalWidth === 64;
		for (const name of ["A small square", "A square"]) {
			const picture = message.getByRole("img", { name, exact: true });
			await eventually(async () => expect(await picture.evaluate(isShown)).toBe(true));
		}
		const far = message.getByRole("link", { name: "Far away" });
		expect(await far.getAttribute("href")).toBe("https://example.com/far.png");
		expect(await message.getByRole("link", { name: "words.txt" }).getAttribute("href")).toMatch(
			/^\/attachments\//,
		);
		expect(await message.locator("hr.separator.wide").count()).toBe(1);
		expect(await message.getByRole("link", { name: "More" }).count()).toBe(1);

		expect(await message.getByRole("img", { name: "A hidden square" }).count()).toBe(0);
		await message.getByRole("button", { name: "Spoiler" }).first().click();
		await message.getByRole("img", { name: "A hidden square" }).waitFor();
		expect(await message.getByText("The end of the story").count()).toBe(0);
		await message.getByRole("button", { name: "Spoiler" }).click();
		await message.getByText("The end of the story").waitFor();
		await message.getByRole("button", { name: "In a box" }).click();
		await message.getByRole("button", { name: "Clicked 1" }).waitFor();
		/** Resolves to the description that screen readers say after a button's name. */
		const described = async (name: string) => {
			const ids = await message.getByRole("button", { name }).getAttribute("aria-describedby");
			return message.locator(`#${ids}`).innerText();
		};
		expect(await described("A voice channel")).toBe("Where it is heard");
		expect(await described("Remove it")).toBe("A section with its button");
		const bytes = readFileSync(new URL("square.png", import.meta.url));
		playground.post(owner, "Look", {}, [{ filename: "square.png", contentType: "image/png", bytes }]);
		await shown("Look").getByRole("img", { name: "square.png" }).waitFor();
	});

	test("a mentioned command, which a press fills in", async () => {
		const commands = playground.commands.list();
		const idOf = (name: string) => commands.find((command) => command.name === name)?.id;
		playground.post(playground.home.ordinary, `Try </say:${idOf("say")}> or </show private:${idOf("show")}>`);
		await page.locator("#locale").selectOption("de");
		await page.getByRole("button", { name: "/sagen", exact: true }).click();
		await page.locator("#chip-text").waitFor();
		expect(await page.locator(".command-name").innerText()).toBe("/sagen");
		await press("Escape");
		await page.getByRole("button", { name: "/show private", exact: true }).click();
		expect(await page.locator(".command-name").innerText()).toBe("/show private");
	});

	test("an option for a file, of which the one chosen last is sent once with the command, however long the uploads take", async () => {
		const begin = async () => {
			await page.locator("#line").fill("/say Listen");
			for (let options = 6; options > 0; options--)
				await page.getByRole("button", { name: `+${options} optional` }).click();
		};
		await begin();
		const choose = (name: string, buffer = Buffer.from(name)) =>
			page.locator("#chip-file").setInputFiles({ name, mimeType: "text/plain", buffer });
		await choose("book.txt", Buffer.alloc(10 * 1_048_576 + 1));
		await page.getByRole("alert").getByText("Files can be 10 MB at most.").waitFor();

		const uploaded = (name: string) => page.waitForResponse(new RegExp(`/upload\\?.*name=${name}`));
		const held = { "first.txt": Promise.withResolvers<void>(), "last.txt": Promise.withResolvers<void>() };
		for (const [name, { promise }] of Object.entries(held))
			await page.route(new RegExp(`name=${name}`), async (route) => {
				await promise;
				await route.continue();
			});
		const [first, second] = [uploaded("first.txt"), uploaded("second.txt")];
		await choose("first.txt");
		await choose("second.txt");
		await second;
		held["first.txt"].resolve();
		await (await first).finished();
		await page.locator("#send").click();
		await page.getByText("second.txt (10 bytes)").waitFor();

		await begin();
		await choose("last.txt");
		await page.locator("#send").dblclick();
		held["last.txt"].resolve();
		await page.getByText("last.txt (8 bytes)").waitFor();
		expect(await page.getByText("last.txt (8 bytes)").count()).toBe(1);
		await page.unrouteAll();
	});

	test("their own private answers, permissions and language", async () => {
		playground.command(playground.home.owner, "show private");
		await page.getByText("Just for you").waitFor();
		await page.locator("#member").selectOption("ben");
		await page.getByText("Just for you").waitFor({ state: "detached" });
		await page.locator("#line").fill("/");
		await page.getByRole("option", { name: "/say" }).waitFor();
		expect(await page.getByRole("option", { name: "/manage" }).count()).toBe(0);
		playground.setPermissions(playground.home.ordinary, { deny: ["UseApplicationCommands"] });
		await page.locator(".try").first().waitFor({ state: "detached" });
		playground.setPermissions(playground.home.ordinary, {});
		await page.locator(".try").first().waitFor();

		await page.locator("#locale").selectOption("de");
		await page.getByRole("textbox", { name: "Nachricht an #general" }).fill("/");
		await page.getByRole("option", { name: "Sagt etwas" }).waitFor();
		await send("/say Servus");
		await page.getByText("de text=Servus").waitFor();
		await page.locator(".used", { hasText: "Ben verwendete /sagen" }).waitFor();

		await send("/nichts da");
		await page.getByText("Es gibt keinen Befehl /nichts.").waitFor();
		client.removeAllListeners("interactionCreate");
		await send("/say Moin");
		await page.locator(".pending .used", { hasText: "Ben verwendete /sagen" }).waitFor();
		await page.locator("#line").fill("");
		await page.locator("#troubles summary").click();
		await page.locator('[data-trouble="kick-bot"]').click();
		await page.getByText("Herald ist in keinem Sprachkanal.").waitFor();

		await page.reload();
		await page.getByText("Willkommen in #general!").waitFor();
		expect(await page.locator("#member").inputValue()).toBe("ben");
	});
});

describe("the page shows what a bot does in a channel:", () => {
	const channel = () => client.channels.fetch(playground.home.text.id) as Promise<TextChannel>;
	const say = async (text: string): Promise<Message> => {
		const message = await (await channel()).send(text);
		await shown(text).waitFor();
		return message;
	};
	const isPressed = (name: string, pressed: boolean) =>
		page.getByRole("button", { name, exact: true, pressed }).waitFor();

	test("reactions, which a press or a message's menu adds or removes, and the bot is told", async () => {
		const message = await say("What do you think?");
		await message.react("👍");
		await isPressed("👍 1", false);
		await page.getByRole("button", { name: "👍 1" }).click();
		await isPressed("👍 2", true);
		expect(await message.fetch().then(({ reactions }) => reactions.cache.get("👍")?.count)).toBe(2);
		expect(await page.locator(":focus").textContent()).toBe("👍2");
		expect(await findViolations(page)).toEqual([]);
		await page.getByRole("button", { name: "👍 2" }).click();
		await isPressed("👍 1", false);
		await message.reactions.cache.get("👍")?.users.remove();
		await page.locator(".reaction").waitFor({ state: "detached" });
		for (const isOn of [true, false]) {
			await shown("What do").click({ button: "right" });
			await page.getByRole("menuitem", { name: "React with 🎉" }).waitFor();
			expect(await findViolations(page)).toEqual([]);
			await page.getByRole("menuitem", { name: "React with 🎉" }).click();
			if (isOn) await isPressed("🎉 1", true);
		}
		await page.locator(".reaction").waitFor({ state: "detached" });
	});

	test("edits and pins with marks on the message, a notice in the channel, and deletions", async () => {
		playground.setPermissions(playground.home.bot, { allow: ["PinMessages"] });
		const message = await say("The ruels");
		await message.edit("The rules");
		await shown("The rules").getByText("(edited)").waitFor();
		expect(await shown("The ruels").count()).toBe(0);
		await message.pin();
		await shown("The rules").getByRole("img", { name: "Pinned" }).waitFor();
		await page.getByText("Herald pinned a message to this channel.").waitFor();
		expect(await findViolations(page)).toEqual([]);
		await message.unpin();
		await page.getByRole("img", { name: "Pinned" }).waitFor({ state: "detached" });
		await message.delete();
		await shown("The rules").waitFor({ state: "detached" });
	});

	test("a thread at its message, which leads there", async () => {
		const message = await say("Lunch?");
		const thread = await message.startThread({ name: "Where to eat", autoArchiveDuration: 60 });
		await thread.send("The usual place");
		await shown("Lunch?").getByRole("button", { name: "Where to eat" }).click();
		await shown("The usual place").waitFor();
		await page.getByText("Herald started this thread.").waitFor();
		await send("Good idea");
		await shown("Good idea").waitFor();
		const contents = async () => (await thread.messages.fetch()).map(({ content }) => content);
		await eventually(async () => expect(await contents()).toContain("Good idea"));
		await (await channel()).threads.create({ name: "Something else" });
		await page.locator("a.channel", { hasText: "general" }).click();
		await page.getByText("Herald started a thread:").waitFor();
		await page.locator("article").getByRole("button", { name: "Something else" }).waitFor();
	});

	test("typing until the message arrives, and the bot is told when a member types", async () => {
		await (await channel()).sendTyping();
		await page.getByText("Herald is typing…").waitFor();
		expect(await findViolations(page)).toEqual([]);
		await say("Here it is");
		await page.getByText("is typing…").waitFor({ state: "detached" });

		const heard = nextEvent(client, Events.TypingStart);
		await page.locator("#line").pressSequentially("Hm");
		const [{ user }] = await heard;
		expect(user.id).toBe(playground.home.owner.user.id);
	});

	test("a trouble that is started on the page, when the bot goes offline, and when it is back", async () => {
		await page.locator("#troubles summary").click();
		const resumed = nextEvent(client, Events.ShardResume);
		await page.getByRole("button", { name: "Drop the gateway connection" }).click();
		await page.getByText("Done: Drop the gateway connection.").waitFor();
		await resumed;
		expect(playground.gateway.counts.resumed).toBe(1);
		const offline = page.getByText("Herald is offline");
		await offline.waitFor({ state: "detached" });
		await client.destroy();
		await offline.waitFor();
		const again = await logIn(playground);
		await offline.waitFor({ state: "detached" });
		await again.destroy();
	});
});

const word = fc.constantFrom("Red", "Blue", "Green");
const once = (layout: fc.Arbitrary<object>) => layout.map((component) => [component]);

const content = fc.oneof(
	word,
	word.map((hidden) => `||${hidden}||`),
	fc.tuple(word, word).map(([label, path]) => `||[${label}](https://example.com/${path})||`),
);
/** A component of a type, with arbitrary fields. */
const part = (type: number, fields: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<object> =>
	fc.record({ type: fc.constant(type), ...fields });
const few = <T>(one: fc.Arbitrary<T>, maxLength: number) => fc.array(one, { minLength: 1, maxLength });
const spoiler = fc.boolean();

const textDisplay = part(10, { id: fc.constant(1), content });
const style = fc.constantFrom(2, 4);
const button = part(2, { style, custom_id: word, label: word, disabled: fc.boolean() });
const option = fc.record(
	{ label: word, value: word, description: word, default: fc.boolean() },
	{ requiredKeys: ["label", "value"] },
);
const options = fc.uniqueArray(option, { minLength: 1, maxLength: 3, selector: ({ value }) => value });
const menu = part(3, { custom_id: word, max_values: fc.constantFrom(1, 2), options });
const channelMenu = part(8, { custom_id: word, channel_types: fc.constantFrom([0], [2], [0, 2]) });
const row = part(1, { components: fc.oneof(once(menu), once(channelMenu), few(button, 3)) });
const media = word.map((name) => ({ url: `https://example.com/${name}.png` }));
const item = { media, description: word, spoiler };
const gallery = part(12, { items: few(fc.record(item), 2) });
const attached = fc.constantFrom("a.txt", "b.txt", "c.ogg").map((name) => ({ url: `attachment://${name}` }));
const file = part(13, { file: attached, spoiler });
const section = part(9, { components: once(textDisplay), accessory: fc.oneof(button, part(11, item)) });
const separator = part(14, { divider: fc.boolean(), spacing: fc.constantFrom(1, 2) });
const inContainer = fc.oneof(textDisplay, row, gallery, file, section, separator);
const inside = { components: few(inContainer, 2), accent_color: fc.constantFrom(null, 255), spoiler };
const layout = few(fc.oneof(inContainer, part(17, inside)), 3);

/**
 * Runs in the page: renders each layout both as an edit of the layout before and afresh, and presses every cover and
 * menu in both.
 */
const showBoth = `async (layouts) => {
	const [{ renderComponents }, { patch }] = await Promise.all(
		["/messages/components.js", "/messages/patch.js"].map((path) => import(path)),
	);
	const attachments = ["a.txt", "b.txt", "c.ogg"].map((filename, id) => ({
		id: String(id), filename, size: id, url: \`https://example.com/\${filename}\`, content_type: filename.endsWith("ogg") ? "audio/ogg" : "text/plain",
	}));
	const render = (components) => {
		const body = document.createElement("div");
		body.className = "body";
		body.append(...renderComponents({ id: "1", attachments, components }));
		return body;
	};
	const main = document.getElementById("main");
	const told = (body) => {
		main.append(body);
		for (let cover; (cover = body.querySelector(".covered, .spoiler")); ) cover.click();
		const lists = [...body.querySelectorAll(".picker")].map((picker) => {
			picker.click();
			const popup = document.querySelector(".popup:popover-open");
			const list = popup.firstElementChild.outerHTML;
			popup.hidePopover();
			return list;
		});
		body.remove();
		return [body.innerHTML, ...lists].join("\\n");
	};
	return layouts.slice(1).map((after, at) => {
		const body = render(layouts[at]);
		patch(body, render(after));
		return [told(body), told(render(after))];
	});
}`;

test("show the same as a new message, after any edit, also in menus and behind spoilers", async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(layout, { minLength: 2, maxLength: 20 }), async (layouts) => {
			const shown = await page.evaluate<[string, string][]>(`(${showBoth})(${JSON.stringify(layouts)})`);
			for (const [edited, fresh] of shown) expect(edited).toBe(fresh);
		}),
		{ numRuns: 20 },
	);
});
