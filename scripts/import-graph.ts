import type { SourceFile } from "./read-imports.ts";

/** The imports among some files. Packages and other files are left out. */
export interface ImportGraph {
	/** Files that import each other, by path; empty if all is well. */
	readonly circles: readonly (readonly string[])[];
	/** The longest chain of imports from a file, starting with it. A circle on the way counts with all its files. */
	wayDown(path: string): readonly string[];
}

/** @returns the graph of the imports among these files, including types */
export const buildGraph = (files: readonly SourceFile[]): ImportGraph => {
	const known = new Map(files.map((file) => [file.path, file.imports]));
	const importsOf = (path: string) => (known.get(path) ?? []).filter((name) => known.has(name));
	const groups = findGroups([...known.keys()], importsOf);
	const groupOf = new Map<string, readonly string[]>(
		groups.flatMap((group) => group.map((path) => [path, group] as const)),
	);
	const ways = new Map<readonly string[], readonly string[]>();
	const wayDownFrom = (group: readonly string[]): readonly string[] => {
		const found = ways.get(group);
		if (found) return found;
		const below = new Set<readonly string[]>(
			group.flatMap(importsOf).map((path) => groupOf.get(path) ?? [path]),
		);
		below.delete(group);
		const longest = [...below]
			.map(wayDownFrom)
			.reduce<readonly string[]>((best, way) => (way.length > best.length ? way : best), []);
		const way = [...group, ...longest];
		ways.set(group, way);
		return way;
	};
	return {
		circles: groups.filter(
			(group) => group.length > 1 || group.some((path) => importsOf(path).includes(path)),
		),
		wayDown: (path) => wayDownFrom(groupOf.get(path) ?? [path]),
	};
};

/** Tarjan's strongly connected components: each file alone, or together with the files in its circle. */
const findGroups = (paths: readonly string[], importsOf: (path: string) => string[]): string[][] => {
	const groups: string[][] = [];
	const order = new Map<string, number>();
	const stack: string[] = [];
	const visit = (path: string): number => {
		const own = order.size;
		order.set(path, own);
		stack.push(path);
		let lowest = own;
		for (const next of importsOf(path))
			if (!order.has(next)) lowest = Math.min(lowest, visit(next));
			else if (stack.includes(next)) lowest = Math.min(lowest, order.get(next) ?? own);
		if (lowest === own) groups.push(stack.splice(stack.indexOf(path)));
		return lowest;
	};
	for (const path of paths) if (!order.has(path)) visit(path);
	return groups;
};
