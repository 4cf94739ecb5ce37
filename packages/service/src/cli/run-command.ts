import { type ParseArgsConfig, parseArgs } from "node:util";
import {
	asksForHelp,
	joinNegatives,
	runCommandLine,
	UsageError,
} from "@herald/common/process/command-line.ts";
import { StartError } from "@herald/common/start-error.ts";
import type { Database } from "@herald/common/storage/open-database.ts";
import { unitsPerUsd } from "@herald/common/wire/prices.ts";
import { openServiceDatabase, readConfig } from "../config.ts";

/** The command is understood but can't be carried out. */
export class CommandError extends StartError {}

/** What a command works on. */
export interface Workplace {
	readonly dataDir: string;
	readonly database: Database;
}

type Command = (args: string[], place: Workplace) => Promise<void> | void;
type Options = NonNullable<ParseArgsConfig["options"]>;
type Invocation<O extends Options> = Workplace & {
	readonly values: ReturnType<typeof parseArgs<{ options: O }>>["values"];
	readonly positionals: readonly string[];
};

/** @returns a command with these options. @param allowPositionals - whether it takes words that aren't options */
export const command =
	<O extends Options>(
		options: O,
		allowPositionals: boolean,
		run: (invocation: Invocation<O>) => Promise<void> | void,
	): Command =>
	(args, place) => {
		const { values, positionals } = parseArgs({ args, options, allowPositionals });
		return run({ ...place, values, positionals });
	};

/** Prints a sentence for people to standard error. Standard output is for output that programs may read. */
export const report = (sentence: string): void => {
	process.stderr.write(`${sentence}\n`);
};

export const print = (text: string): void => {
	process.stdout.write(text);
};

/**
 * Runs a command on the service's database, even while the service is running.
 *
 * @param commands - by name, which is the first word of the command line
 */
export const runCommand = async (usage: string, commands: Readonly<Record<string, Command>>) => {
	const [name = "", ...args] = joinNegatives(process.argv.slice(2));
	if (name === "" || name === "help" || asksForHelp([name, ...args])) {
		print(usage);
		process.exitCode = name === "" ? 2 : 0;
		return;
	}
	await runCommandLine(usage, async () => {
		const run = Object.hasOwn(commands, name) ? commands[name] : undefined;
		if (!run) throw new UsageError(`Unknown command "${name}".`);
		const { dataDir } = readConfig({ DATA_DIR: process.env.DATA_DIR });
		using database = openServiceDatabase(dataDir);
		await run(args, { dataDir, database });
	});
};

export const amountOptions = {
	units: { type: "string" },
	usd: { type: "string" },
} as const satisfies ParseArgsConfig["options"];

/** The largest amount, two million dollars: a larger one is a typo. */
const unitsMax = 1_000_000_000_000;

/** @returns the amount of `--units` or `--usd` in quota units; undefined when neither was given */
export const readAmount = ({ units, usd }: { units?: string; usd?: string }): number | undefined => {
	if (units !== undefined && usd !== undefined) throw new UsageError("Give --units or --usd, not both.");
	if (units === undefined && usd === undefined) return undefined;
	if (units !== undefined && !/^\d+$/.test(units))
		throw new UsageError(`--units must be a whole number of quota units, not "${units}".`);
	if (usd !== undefined && !/^\d+(\.\d{1,4})?$/.test(usd))
		throw new UsageError(`--usd must be an amount in dollars, such as 2 or 2.50, not "${usd}".`);
	const amount = units === undefined ? Math.round(Number(usd) * unitsPerUsd) : Number(units);
	if (amount > unitsMax) throw new UsageError(`The largest amount is ${unitsMax} quota units.`);
	return amount;
};

const formats = ["text", "csv", "json"] as const;
export type Format = (typeof formats)[number];

export const readFormat = (value = "text"): Format => {
	const format = formats.find((known) => known === value);
	if (!format) throw new UsageError(`--format must be text, csv or json, not "${value}".`);
	return format;
};

type Cell = string | number | boolean | null;
export type Row = Readonly<Record<string, Cell>>;

/** Writes rows as JSON; or, under the names of the columns, as CSV or as an aligned table. */
export const writeRows = (columns: readonly string[], rows: readonly Row[], format: Format): string => {
	if (format === "json") return `${JSON.stringify(rows, undefined, "\t")}\n`;
	const cells = rows.map((row) => columns.map((column) => String(row[column] ?? "")));
	const table = [[...columns], ...cells];
	if (format === "csv") return table.map((row) => `${row.map(quote).join(",")}\r\n`).join("");
	const widths = columns.map((_, n) => Math.max(...table.map((row) => row[n]?.length ?? 0)));
	const lines = table.map((row) => row.map((cell, n) => cell.padEnd(widths[n] ?? 0)).join("  "));
	return lines.map((line) => `${line.trimEnd()}\n`).join("");
};

const quote = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

export const writeTime = (time: number | null): string | null =>
	time === null ? null : new Date(time).toISOString();
