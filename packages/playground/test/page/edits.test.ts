import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hasBrowser } from "./browser.ts";
import { page, useShowPage } from "./show-page.ts";

const word = fc.constantFrom("Red", "Blue", "Green");
const once = (layout: fc.Arbitrary<object>) => layout.map((component) => [component]);

const content = fc.oneof(
	word,
	word.map((hidden) => `||${hidden}||`),
	fc.tuple(word, word).map(([label, path]) => `||[${label}](https://example.com/${path})||`),
);
const textDisplay = content.map((text) => ({ type: 10, id: 1, content: text }));
const button = fc.record({
	type: fc.constant(2),
	style: fc.constantFrom(2, 4),
	custom_id: word,
	label: word,
	disabled: fc.boolean(),
});
const option = fc.record(
	{ label: word, value: word, description: word, default: fc.boolean() },
	{ requiredKeys: ["label", "value"] },
);
const menu = fc.record({
	type: fc.constant(3),
	custom_id: word,
	max_values: fc.constantFrom(1, 2),
	options: fc.uniqueArray(option, { minLength: 1, maxLength: 3, selector: ({ value }) => value }),
});
const channelMenu = fc.record({
	type: fc.constant(8),
	custom_id: word,
	channel_types: fc.constantFrom([0], [2], [0, 2]),
});
const row = fc
	.oneof(once(menu), once(channelMenu), fc.array(button, { minLength: 1, maxLength: 3 }))
	.map((components) => ({ type: 1, components }));
const media = fc.record({
	media: word.map((name) => ({ url: `https://example.com/${name}.png` })),
	description: word,
	spoiler: fc.boolean(),
});
const gallery = fc.array(media, { minLength: 1, maxLength: 2 }).map((items) => ({ type: 12, items }));
const file = fc.record({
	type: fc.constant(13),
	file: fc.constantFrom("a.txt", "b.txt", "c.ogg").map((name) => ({ url: `attachment://${name}` })),
	spoiler: fc.boolean(),
});
const section = fc.record({
	type: fc.constant(9),
	components: once(textDisplay),
	accessory: fc.oneof(
		button,
		media.map((item) => ({ type: 11, ...item })),
	),
});
const separator = fc.record({ type: fc.constant(14), divider: fc.boolean(), spacing: fc.constantFrom(1, 2) });
const inContainer = fc.oneof(textDisplay, row, gallery, file, section, separator);
const container = fc.record({
	type: fc.constant(17),
	components: fc.array(inContainer, { minLength: 1, maxLength: 2 }),
	accent_color: fc.constantFrom(null, 255),
	spoiler: fc.boolean(),
});
const layout = fc.array(fc.oneof(inContainer, container), { minLength: 1, maxLength: 3 });

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

describe.skipIf(!hasBrowser)("edits of components", () => {
	useShowPage();

	test("show the same as a new message, after any edit, also in menus and behind spoilers", async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(layout, { minLength: 2, maxLength: 20 }), async (layouts) => {
				const shown = await page.evaluate<[string, string][]>(`(${showBoth})(${JSON.stringify(layouts)})`);
				for (const [edited, fresh] of shown) expect(edited).toBe(fresh);
			}),
			{ numRuns: 20 },
		);
	});
});
