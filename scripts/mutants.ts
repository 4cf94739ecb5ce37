/** Shows which changes of the code no test notices: `npm run mutants -- src/voice test/voice`. Works in a copy of the repository. */
import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { joinNegatives, offerHelp } from "@herald/common/process/command-line.ts";
import { findMutants, type Mutant } from "./find-mutants.ts";
import { readImports } from "./read-imports.ts";

const usage = `Show which changes of the code no test notices.

  npm run mutants -- FOLDER_OR_FILE [TESTS…] [--every N] [--from N]
      --every 10 tries each tenth, --from 3 begins with the third.
`;

const readWords = () => {
	try {
		const { values, positionals } = parseArgs({
			args: joinNegatives(process.argv.slice(2)),
			allowPositionals: true,
			options: { every: { type: "string", default: "1" }, from: { type: "string", default: "1" } },
		});
		const [every, from] = [Number(values.every), Number(values.from)];
		if (positionals.length > 0 && [every, from].every((number) => Number.isInteger(number) && number > 0))
			return { every, from, positionals };
	} catch {
		// An unknown option.
	}
	process.stderr.write(usage);
	process.exit(2);
};

offerHelp(usage);
const {
	every,
	from,
	positionals: [target = "", ...tests],
} = readWords();

/** A mutant that never ends is killed, in ms: how much longer than the tests without it, and at least. */
const slower = 3;
const patienceMs = 30_000;

const left = new Set([".git", "node_modules", "data"]);
const copy = mkdtempSync(join(tmpdir(), "herald-mutants-"));
const tidyUp = () => rmSync(copy, { recursive: true, force: true });
process.once("exit", tidyUp);
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
cpSync(".", copy, { recursive: true, filter: (path) => !left.has(basename(path)) });
symlinkSync(resolve("node_modules"), join(copy, "node_modules"));

/** @returns whether the tests pass, and how long they took, in ms */
const runTests = (limitMs: number): Promise<{ passed: boolean; ms: number }> =>
	new Promise((done) => {
		const startedAt = performance.now();
		const words = ["node_modules/vitest/vitest.mjs", "run", "--bail=1", "--reporter=dot", ...tests];
		const child = spawn(process.execPath, words, { cwd: copy, stdio: "ignore", detached: true });
		const end = () => child.pid && process.kill(-child.pid, "SIGKILL");
		const timer = setTimeout(end, limitMs);
		process.once("exit", end);
		child.once("close", (code) => {
			clearTimeout(timer);
			process.off("exit", end);
			done({ passed: code === 0, ms: performance.now() - startedAt });
		});
	});

const files = target.endsWith(".ts") ? [target] : readImports([target]).map(({ path }) => path);
const all = files.flatMap((path) =>
	findMutants(readFileSync(path, "utf8")).map((mutant) => ({ path, ...mutant })),
);
const chosen = all.filter((_, index) => index >= from - 1 && (index + 1 - from) % every === 0);

const plain = await runTests(2 ** 31 - 1);
if (!plain.passed) throw new Error("The tests fail without a mutant");
const limitMs = plain.ms * slower + patienceMs;
const tell = (line: string) => process.stdout.write(`${line}\n`);
tell(
	`${all.length} mutants, ${chosen.length} of them tried; the tests take ${Math.round(plain.ms / 1_000)} s`,
);

const survivors: (Mutant & { readonly path: string })[] = [];
for (const mutant of chosen) {
	const file = join(copy, relative(".", mutant.path));
	const text = readFileSync(mutant.path, "utf8");
	writeFileSync(file, text.slice(0, mutant.start) + mutant.replacement + text.slice(mutant.end));
	const { passed } = await runTests(limitMs);
	writeFileSync(file, text);
	if (!passed) continue;
	survivors.push(mutant);
	const line = text.slice(0, mutant.start).split("\n").length;
	const was = text.slice(mutant.start, mutant.end).replace(/\s+/g, " ").trim();
	const code = text.split("\n")[line - 1]?.trim();
	tell(`${mutant.path}:${line}  ${code}  [${was} → ${mutant.replacement.trim() || "nothing"}]`);
}
tell(`${survivors.length} of ${chosen.length} survive`);
