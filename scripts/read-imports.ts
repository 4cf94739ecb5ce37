import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

/** A source file, and the files it imports: values, types and dynamic imports. Paths start at the repository's root. */
export interface SourceFile {
	readonly path: string;
	readonly lines: number;
	readonly imports: readonly string[];
}

const importPattern = /\b(?:from|import)\s*\(?\s*"(\.[^"\n]+)"/g;

const listFiles = (folder: string, endings: RegExp): string[] =>
	readdirSync(folder).flatMap((name) => {
		const path = join(folder, name);
		if (name === "node_modules") return [];
		if (statSync(path).isDirectory()) return listFiles(path, endings);
		return endings.test(name) ? [path] : [];
	});

/** @returns every TypeScript and JavaScript file below the folders */
export const readImports = (folders: readonly string[]): SourceFile[] =>
	folders
		.flatMap((folder) => listFiles(folder, /(?<!\.d)\.(?:ts|js)$/))
		.map((path) => {
			const text = readFileSync(path, "utf8");
			const imports = [...text.matchAll(importPattern)].map(([, name = ""]) =>
				normalize(join(dirname(path), name)),
			);
			return { path, lines: text.split("\n").length - 1, imports: [...new Set(imports)] };
		});
