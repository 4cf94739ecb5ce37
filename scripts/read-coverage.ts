import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

interface Range {
	readonly startOffset: number;
	readonly endOffset: number;
	readonly count: number;
}

/** @returns a function that tells whether the code at a position ran, by the reports in a folder of NODE_V8_COVERAGE */
export const readCoverage = (folder: string): ((path: string, position: number) => boolean) => {
	const scripts = (existsSync(folder) ? readdirSync(folder) : []).flatMap(
		(name): { url: string; functions: { ranges: Range[] }[] }[] =>
			JSON.parse(readFileSync(join(folder, name), "utf8")).result,
	);
	const ranges = Map.groupBy(scripts, ({ url }) => url);
	return (path, position) =>
		(ranges.get(pathToFileURL(path).href) ?? []).some(({ functions }) => {
			const around = functions
				.flatMap((each) => each.ranges)
				.filter(({ startOffset, endOffset }) => startOffset <= position && position < endOffset);
			const width = ({ startOffset, endOffset }: Range) => endOffset - startOffset;
			const innermost = Math.min(...around.map(width));
			return around.some((range) => width(range) === innermost && range.count > 0);
		});
};
