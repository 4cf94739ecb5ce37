/**
 * `node scripts/write-release-notes.ts v0.2.0`: prints a release's
 * part of the changelog. The tag must match `package.json`.
 */
import { readFileSync } from "node:fs";

const [tag = ""] = process.argv.slice(2);

const readNotes = (): string => {
	const { version } = JSON.parse(readFileSync("package.json", "utf8"));
	if (tag !== `v${version}`) throw new Error(`The tag is "${tag}", but package.json has version ${version}.`);
	const parts = readFileSync("CHANGELOG.md", "utf8").split(/^## /m);
	const part = parts.find((each) => each.startsWith(`[${version}] - `));
	const notes = part?.slice(part.indexOf("\n")).trim();
	if (!notes) throw new Error(`CHANGELOG.md tells nothing under "## [${version}] - DATE".`);
	return notes;
};

try {
	process.stdout.write(`${readNotes()}\n`);
} catch (error) {
	if (!(error instanceof Error)) throw error;
	process.stderr.write(`${error.message}\n`);
	process.exitCode = 1;
}
