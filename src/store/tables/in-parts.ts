/** Below both databases' limit of parameters in a statement, with room for others. */
const partSize = 1_000;

/** @returns a list in parts, each short enough for one statement; @param each - how many parameters an entry takes */
export const inParts = <T>(list: readonly T[], each = 1): T[][] => {
	const size = Math.floor(partSize / each);
	return Array.from({ length: Math.ceil(list.length / size) }, (_, part) =>
		list.slice(part * size, (part + 1) * size),
	);
};
