import type { Translate } from "../../src/texts/index.ts";

/** The longest notice of a panel, in characters: it has to fit even on the fullest page. */
export const noticeMax = 900;

/**
 * Describes entries, one per line. Those that don't fit aren't described, since there may be very many.
 *
 * @returns the heading, the lines that fit into a panel's notice with it, and how many more there are
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
