import { UsageError } from "./run-command.ts";

const formats = ["text", "csv", "json"] as const;
export type Format = (typeof formats)[number];

/** @returns the format of `--format`, text unless given */
export const readFormat = (value = "text"): Format => {
	const format = formats.find((known) => known === value);
	if (!format) throw new UsageError(`--format must be text, csv or json, not "${value}".`);
	return format;
};

type Cell = string | number | boolean | null;
export type Row = Readonly<Record<string, Cell>>;

/** Writes rows of the same columns, under a heading with the column names. */
export const writeRows = (columns: readonly string[], rows: readonly Row[], format: Format): string => {
	if (format === "json") return `${JSON.stringify(rows, undefined, "\t")}\n`;
	const cells = rows.map((row) => columns.map((column) => String(row[column] ?? "")));
	const table = [[...columns], ...cells];
	if (format === "csv") return table.map((row) => `${row.map(quote).join(",")}\r\n`).join("");
	const widths = columns.map((_, n) => Math.max(...table.map((row) => row[n]?.length ?? 0)));
	return table
		.map(
			(row) =>
				`${row
					.map((cell, n) => cell.padEnd(widths[n] ?? 0))
					.join("  ")
					.trimEnd()}\n`,
		)
		.join("");
};

const quote = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** @returns a time in ISO 8601; null for null */
export const writeTime = (time: number | null): string | null =>
	time === null ? null : new Date(time).toISOString();
