import type { Translate } from "../../src/texts/index.ts";

/** The most that a panel says of a press, in characters: a page at its fullest has to fit. */
export const noticeMax = 900;

/**
 * Describes entries in a line each. There may be very many: those that don't fit aren't described.
 *
 * @returns as many as fit into what a panel says of a press, and how many more there are
 */
export const fitLines = <T>(
	heading: string,
	entries: readonly T[],
	describe: (entry: T) => string,
	t: Translate,
): string => {
	const room = noticeMax - t("list.more", { count: entries.length }).length - 1;
	const lines = [heading];
	let length = heading.length;
	for (const [index, entry] of entries.entries()) {
		const line = describe(entry);
		length += line.length + 1;
		const isLast = index === entries.length - 1;
		if (length > (isLast ? noticeMax : room))
			return [...lines, t("list.more", { count: entries.length - index })].join("\n");
		lines.push(line);
	}
	return lines.join("\n");
};
