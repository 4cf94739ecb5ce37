/**
 * `npm run bench`: every benchmark; `npm run bench -- NAME …`: those whose names start like that. Each prints a
 * table at its end; one whose rows take minutes tells each as it comes.
 */
import { readdirSync } from "node:fs";

type Row = Readonly<Record<string, string | number>>;

/** A benchmark's results: the rows of one table, measured in one run. */
export interface Result {
	readonly title: string;
	readonly rows: readonly Row[];
}

interface Benchmark {
	readonly name: string;
	/** @param tell - called with a row as soon as it is measured, where that takes long */
	readonly run: (args: readonly string[], tell: (row: Row) => void) => Promise<Result>;
}

/** To stderr, so that the tables can be kept by themselves. */
const tell = (row: Row): void => {
	const cells = Object.entries(row).map(([column, value]) => `${column} ${value}`);
	process.stderr.write(`${cells.join(" · ")}\n`);
};

const [wanted, ...args] = process.argv.slice(2);
const files = readdirSync(new URL(".", import.meta.url)).filter((file) => file.endsWith(".bench.ts"));
for (const file of files.sort()) {
	const benchmark = (await import(`./${file}`)) as Benchmark;
	if (wanted && !benchmark.name.startsWith(wanted)) continue;
	const { title, rows } = await benchmark.run(args, tell);
	process.stdout.write(`\n${benchmark.name}: ${title}\n`);
	console.table(rows);
}
