import { spawnSync } from "node:child_process";
import { copyFileSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { newFolder } from "@herald/common/testing/afterwards.ts";
import { expect, test } from "vitest";

/** Asks for the release notes of a tag while `package.json` has this version. */
const notesFor = (tag: string, version: string) => {
	const cwd = newFolder();
	writeFileSync(join(cwd, "package.json"), JSON.stringify({ version }));
	copyFileSync(resolve("test/release-changelog.md"), join(cwd, "CHANGELOG.md"));
	const script = resolve("scripts/write-release-notes.ts");
	return spawnSync(process.execPath, [script, tag], { cwd, encoding: "utf8" });
};

test("a release's notes are its section of the changelog", () => {
	const notes = { stdout: "### Added\n\n- Whales.\n", stderr: "", status: 0 };
	expect(notesFor("v0.2.0", "0.2.0")).toMatchObject(notes);
	expect(notesFor("v0.1.0", "0.1.0").stdout).toBe("The first version.\n");
});

test("a tag is refused if it isn't package.json's version or the changelog has no section for it", () => {
	const refusals = [
		["v0.2.0", "0.1.0", 'The tag is "v0.2.0", but package.json has version 0.1.0.\n'],
		["v0.0.9", "0.0.9", 'CHANGELOG.md tells nothing under "## [0.0.9] - DATE".\n'],
		["v0.3.0", "0.3.0", 'CHANGELOG.md tells nothing under "## [0.3.0] - DATE".\n'],
		["vUnreleased", "Unreleased", 'CHANGELOG.md tells nothing under "## [Unreleased] - DATE".\n'],
	] as const;
	for (const [tag, version, stderr] of refusals)
		expect(notesFor(tag, version)).toMatchObject({ stdout: "", stderr, status: 1 });
});

test("workflows pin actions by digest, with the version in a comment", () => {
	const used = globSync(".github/workflows/*.yml").flatMap((file) =>
		[...readFileSync(file, "utf8").matchAll(/uses: (.+)$/gm)].map(([, action = ""]) => action),
	);
	expect(used.length).toBeGreaterThan(8);
	expect(
		used.filter((action) => !/^(?:\.\/|[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$)/.test(action)),
	).toEqual([]);
});
