import { contentMax } from "../../src/discord/limits.ts";
import type { Translate } from "../../src/texts/index.ts";

/**
 * Describes entries in a line each. There may be very many: those that don't fit aren't described.
 *
 * @returns as many as fit into one message, and how many more there are
 */
export const fitLines = <T>(
	heading: string,
	entries: readonly T[],
	describe: (entry: T) => string,
	t: Translate,
): string => {
	const room = contentMax - t("list.more", { count: entries.length }).length - 1;
	const lines = [heading];
	let length = heading.length;
	for (const [index, entry] of entries.entries()) {
		const line = describe(entry);
		length += line.length + 1;
		const isLast = index === entries.length - 1;
		if (length > (isLast ? contentMax : room))
			return [...lines, t("list.more", { count: entries.length - index })].join("\n");
		lines.push(line);
	}
	return lines.join("\n");
};
