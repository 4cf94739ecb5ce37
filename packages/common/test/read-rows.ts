import { readFileSync } from "node:fs";

const characterOf = (code: string) => String.fromCharCode(Number.parseInt(code, 16));

/**
 * @returns the rows of a `.tsv` file beside the test at `testUrl`. Within a cell, "⏎" is the end of a line, and
 * "\u200b" the character with this code
 */
export const readRows = <Row extends readonly string[]>(testUrl: string, name: string): Row[] =>
	readFileSync(new URL(name, testUrl), "utf8")
		.replace(/\n$/, "")
		.split("\n")
		.map((row) => {
			const cells = row.replaceAll("⏎", "\n").split("\t");
			return cells.map((cell) =>
				cell.replace(/\\u([0-9a-f]{4})/g, (_, code: string) => characterOf(code)),
			) as readonly string[] as Row;
		});
