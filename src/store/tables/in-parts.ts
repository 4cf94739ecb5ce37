/** As many parameters as a statement may have in either database, with room for others. */
const partSize = 1_000;

/** @returns a list in parts, each short enough for one statement */
export const inParts = <T>(list: readonly T[]): T[][] =>
	Array.from({ length: Math.ceil(list.length / partSize) }, (_, part) =>
		list.slice(part * partSize, (part + 1) * partSize),
	);
