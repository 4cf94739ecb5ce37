/**
 * `npm run bench`: runs benchmarks. Each prints a table at its end. A benchmark whose rows take minutes prints each row
 * early, too.
 */
import { readdirSync } from "node:fs";
import { offerHelp } from "@herald/common/process/command-line.ts";

const usage = `Measure Herald.

  npm run bench [-- NAME [ARGUMENTS]]
      Runs every benchmark, or those whose names begin like NAME.
  npm run bench -- list
      Lists their names.
`;

type Row = Readonly<Record<string, string | number>>;

export interface Result {
	readonly title: string;
	readonly rows: readonly Row[];
}

interface Benchmark {
	/** @param tell - called with each row that takes long, as soon as it is measured */
	readonly run: (args: readonly string[], tell: (row: Row) => void) => Promise<Result>;
}

/** Prints to stderr, so that stdout has only the tables. */
const tell = (row: Row): void => {
	const cells = Object.entries(row).map(([column, value]) => `${column} ${value}`);
	process.stderr.write(`${cells.join(" · ")}\n`);
};

const run = async (name: string, args: readonly string[]): Promise<void> => {
	const benchmark = (await import(`./${name}${ending}`)) as Benchmark;
	const { title, rows } = await benchmark.run(args, tell);
	process.stdout.write(`\n${name}: ${title}\n`);
	console.table(rows);
};

offerHelp(usage);
const ending = ".bench.ts";
const [wanted = "", ...args] = process.argv.slice(2);
const names = readdirSync(new URL(".", import.meta.url))
	.filter((file) => file.endsWith(ending))
	.map((file) => file.slice(0, -ending.length))
	.sort();
const chosen = names.filter((name) => name.startsWith(wanted));
if (wanted === "list") process.stdout.write(`${names.join("\n")}\n`);
else if (chosen.length === 0) {
	process.stderr.write(`No benchmark begins with "${wanted}". There are: ${names.join(", ")}.\n`);
	process.exitCode = 2;
} else for (const name of chosen) await run(name, args);
