/** Below the limit of parameters per statement in both databases, with room for others. */
const partSize = 1_000;

/** @returns a list in parts that each fit into a statement; @param each - the number of parameters per entry */
export const inParts = <T>(list: readonly T[], each = 1): T[][] => {
	const size = Math.floor(partSize / each);
	return Array.from({ length: Math.ceil(list.length / size) }, (_, part) =>
		list.slice(part * size, (part + 1) * size),
	);
};
