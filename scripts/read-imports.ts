import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

/**
 * A source file and the files that it imports, including types
 * and dynamic imports. Paths start at the repository's root.
 */
export interface SourceFile {
	readonly path: string;
	readonly text: string;
	readonly lines: number;
	readonly imports: readonly string[];
	/** The imports by relative paths. */
	readonly relative: readonly string[];
}

const importPattern = /\b(?:from|import)\s*\(?\s*"((?:\.|@herald\/)[^"\n]+)"/g;

/** The exports of each package: a pattern of the specifier, and the path. */
const exported = readdirSync("packages")
	.map((folder) => ({
		folder,
		file: JSON.parse(readFileSync(join("packages", folder, "package.json"), "utf8")),
	}))
	.flatMap(({ folder, file }) =>
		Object.entries<string>(file.exports ?? {}).map(([name, target]) => ({
			specifier: new RegExp(`^${RegExp.escape(join(file.name, name)).replace("\\*", "(.+)")}$`),
			path: join("packages", folder, target).replace("*", "$1"),
		})),
	);

/** @returns the path of a specifier from a package; the specifier itself if no package exports it */
const resolvePackage = (specifier: string): string => {
	const found = exported.find((entry) => entry.specifier.test(specifier));
	return found ? specifier.replace(found.specifier, found.path) : specifier;
};

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
			const names = [...new Set([...text.matchAll(importPattern)].map(([, name = ""]) => name))];
			const relative = names
				.filter((name) => name.startsWith("."))
				.map((name) => normalize(join(dirname(path), name)));
			const packaged = names.filter((name) => !name.startsWith(".")).map(resolvePackage);
			return {
				path,
				text,
				lines: text.split("\n").length - 1,
				imports: [...relative, ...packaged],
				relative,
			};
		});
