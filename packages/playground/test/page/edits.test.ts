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
