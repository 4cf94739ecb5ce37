import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";

const slugOf = (heading: string): string =>
	heading
		.toLowerCase()
		.replace(/[^\p{L}\p{N}_\- ]/gu, "")
		.replaceAll(" ", "-");

test("every link between documents leads to an existing file and heading", () => {
	const documents = globSync(["*.md", "docs/**/*.md", "packages/playground/README.md"]);
	const headings = new Map(
		documents.map((file) => [
			file,
			new Set(
				[...readFileSync(file, "utf8").matchAll(/^#{1,4} (.+)$/gm)].map(([, text = ""]) => slugOf(text)),
			),
		]),
	);
	const broken = documents.flatMap((file) =>
		[...readFileSync(file, "utf8").matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].flatMap(
			([link, path = "", anchor]) => {
				const target = path === "" ? file : normalize(join(dirname(file), path));
				const leads =
					existsSync(target) && (anchor === undefined || headings.get(target)?.has(anchor) !== false);
				return leads ? [] : [`${file}: ${link}`];
			},
		),
	);
	expect(broken).toEqual([]);
	expect(documents.length).toBeGreaterThan(15);
});

test("every file of code that a document names exists", () => {
	const documents = globSync(["*.md", "docs/**/*.md", "test/README.md"]);
	const code = globSync("{src,commands,packages,test,bench,scripts,migrations}/**/*.{ts,js}", {
		exclude: (name) => name === "node_modules",
	}).map((file) => `/${file.replaceAll("\\", "/")}`);
	const missing = documents.flatMap((file) =>
		[...readFileSync(file, "utf8").matchAll(/`([\w./-]+\.(?:ts|js))`/g)].flatMap(([, named = ""]) =>
			/NAME/.test(named) || code.some((each) => each.endsWith(`/${named}`)) ? [] : [`${file}: ${named}`],
		),
	);
	expect(missing).toEqual([]);
});
