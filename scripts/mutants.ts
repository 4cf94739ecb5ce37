/** Shows which changes of the code no test notices: `npm run mutants -- src/voice test/voice`. Works in a copy of the repository. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { joinNegatives, offerHelp } from "@herald/common/process/command-line.ts";
import { copyRepository } from "./copy-repository.ts";
import { findMutants, type Mutant } from "./find-mutants.ts";
import { readCoverage } from "./read-coverage.ts";
import { readImports } from "./read-imports.ts";

const usage = `Show which changes of the code no test notices.

  npm run mutants -- FOLDER_OR_FILE… [TESTS…] [--every N] [--from N]
      Each change is tried with those of the test files that reach it, of all or of TESTS (test/…).
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
		const isTest = (word: string) => /(?:^|\/)test\//.test(word);
		const targets = positionals.filter((word) => !isTest(word));
		if (targets.length > 0 && [every, from].every((number) => Number.isInteger(number) && number > 0))
			return { every, from, targets, tests: positionals.filter(isTest) };
	} catch {
		// An unknown option: the usage follows.
	}
	process.stderr.write(usage);
	process.exit(2);
};

offerHelp(usage);
const { every, from, targets, tests } = readWords();

/** A mutant's tests are killed after this many times their usual duration, plus `patienceMs`. */
const slower = 3;
const patienceMs = 30_000;
/** What Vitest prints if something took too long, because of the mutant or because the machine is busy. */
const lateness = /timed out in|did not succeed in time/;

const { copy, run } = copyRepository();

/** Runs test files, one after the other, until one fails. */
const runTests = (paths: readonly string[], limitMs?: number, env?: NodeJS.ProcessEnv) => {
	const options = ["--config=scripts/mutants.config.ts", "--bail=1", "--reporter=dot"];
	const files = paths.map((path) => join(copy, path));
	return run(["node_modules/vitest/vitest.mjs", "run", ...options, ...files], limitMs, env);
};

/** @returns whether the code compiles; tests needn't notice a change that doesn't */
const compiles = async (): Promise<boolean> =>
	(await run(["node_modules/typescript/bin/tsc", "--incremental", "--tsBuildInfoFile", "built"])).code === 0;

type PlacedMutant = Mutant & { readonly path: string };
const files = targets.flatMap((target) =>
	target.endsWith(".ts") ? [target] : readImports([target]).map(({ path }) => path),
);
const all = files.flatMap((path): PlacedMutant[] =>
	findMutants(readFileSync(path, "utf8")).map((mutant) => ({ path, ...mutant })),
);
const chosen = all.filter((_, index) => index >= from - 1 && (index + 1 - from) % every === 0);
const tell = (line: string) => process.stdout.write(`${line}\n`);

if (!(await compiles())) throw new Error("The compiler refuses the code without a mutant");
const testFiles: { path: string; ms: number; reached: ReadonlySet<PlacedMutant> }[] = [];
for (const { path } of readImports(["test", "packages"])) {
	if (!path.endsWith(".test.ts") || (tests.length > 0 && !tests.some((test) => path.includes(test))))
		continue;
	const coverage = join(copy, "coverage");
	const env = { NODE_V8_COVERAGE: coverage, NODE_DISABLE_COMPILE_CACHE: "1" };
	const { code, ms } = await runTests([path], undefined, env);
	const hasRun = readCoverage(coverage);
	rmSync(coverage, { recursive: true, force: true });
	const reached = chosen.filter((mutant) => hasRun(join(copy, mutant.path), mutant.start));
	if (code === 0) testFiles.push({ path, ms, reached: new Set(reached) });
	else tell(`Left out, as it fails without a mutant: ${path}`);
}
testFiles.sort((a, b) => a.ms - b.ms);
const sumMs = (some: typeof testFiles) => some.reduce((sum, { ms }) => sum + ms, 0);
tell(`${all.length} mutants, ${chosen.length} of them tried`);
tell(`${testFiles.length} test files take ${Math.round(sumMs(testFiles) / 1_000)} s`);

/**
 * For each source file, the test files that killed its mutants,
 * the latest first: they are the likeliest to kill the next.
 */
const killers = new Map<string, string[]>();
type Outcome = "killed" | "survives" | "late" | "isn't reached";
const tryMutant = async (mutant: PlacedMutant): Promise<Outcome> => {
	const reaching = testFiles.filter(({ reached }) => reached.has(mutant));
	if (reaching.length === 0) return "isn't reached";
	const file = join(copy, mutant.path);
	const text = readFileSync(file, "utf8");
	writeFileSync(file, text.slice(0, mutant.start) + mutant.replacement + text.slice(mutant.end));
	const limitMs = sumMs(reaching) * slower + patienceMs;
	const known = killers.get(mutant.path) ?? [];
	const cheapest = reaching.map(({ path }) => path);
	const names = [
		...known.filter((name) => cheapest.includes(name)),
		...cheapest.filter((name) => !known.includes(name)),
	];
	const { code, said } = await runTests(names, limitMs);
	const killer = names.filter((name) => code !== 0 && said.includes(name));
	killers.set(mutant.path, [...new Set([...killer, ...known])]);
	const survives = code === 0 && (await compiles());
	writeFileSync(file, text);
	if (survives) return "survives";
	return code === null || lateness.test(said) ? "late" : "killed";
};

const counts = { killed: 0, survives: 0, late: 0, "isn't reached": 0 };
const settle = (mutant: PlacedMutant, outcome: Outcome) => {
	counts[outcome] += 1;
	if (outcome === "killed") return;
	const text = readFileSync(join(copy, mutant.path), "utf8");
	const line = text.slice(0, mutant.start).split("\n").length;
	const was = text.slice(mutant.start, mutant.end).replace(/\s+/g, " ").trim();
	const change = `[${was} → ${mutant.replacement.trim() || "nothing"}]`;
	tell(`${outcome}: ${mutant.path}:${line}  ${text.split("\n")[line - 1]?.trim()}  ${change}`);
};
const again: PlacedMutant[] = [];
for (const mutant of chosen) {
	const outcome = await tryMutant(mutant);
	if (outcome === "late") again.push(mutant);
	else settle(mutant, outcome);
}
for (const mutant of again) settle(mutant, await tryMutant(mutant));
tell(
	`Of ${chosen.length}, ${counts.survives} survive and ${counts["isn't reached"]} aren't reached; ${counts.late} were late both times`,
);
