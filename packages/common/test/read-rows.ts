import { readFileSync } from "node:fs";

/** @returns the rows of a `.tsv` file beside the test at `testUrl`; "⏎" is the end of a line within a cell */
export const readRows = <Row extends readonly string[]>(testUrl: string, name: string): Row[] =>
	readFileSync(new URL(name, testUrl), "utf8")
		.replace(/\n$/, "")
		.split("\n")
		.map((row) => row.replaceAll("⏎", "\n").split("\t") as readonly string[] as Row);
