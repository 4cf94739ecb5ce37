/**
 * `npm run bench`: every benchmark; `npm run bench -- NAME …`: those whose names start like that. Each prints a table.
 */
import { readdirSync } from "node:fs";

/** A benchmark's results: the rows of one table, measured in one run. */
export interface Result {
	readonly title: string;
	readonly rows: readonly Readonly<Record<string, string | number>>[];
}

interface Benchmark {
	readonly name: string;
	readonly run: (args: readonly string[]) => Promise<Result>;
}

const [wanted, ...args] = process.argv.slice(2);
const files = readdirSync(new URL(".", import.meta.url)).filter((file) => file.endsWith(".bench.ts"));
for (const file of files.sort()) {
	const benchmark = (await import(`./${file}`)) as Benchmark;
	if (wanted && !benchmark.name.startsWith(wanted)) continue;
	const { title, rows } = await benchmark.run(args);
	process.stdout.write(`\n${benchmark.name}: ${title}\n`);
	console.table(rows);
}
