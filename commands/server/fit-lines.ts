import { contentMax } from "../../src/discord/limits.ts";
import type { Translate } from "../../src/discord/texts/index.ts";

/** @returns as many lines as fit into one message, and how many more there are */
export const fitLines = (heading: string, lines: readonly string[], t: Translate): string => {
	const fits = (count: number) => {
		const more = lines.length - count;
		return [heading, ...lines.slice(0, count), ...(more > 0 ? [t("list.more", { count: more })] : [])].join(
			"\n",
		);
	};
	let count = lines.length;
	while (count > 0 && fits(count).length > contentMax) count -= 1;
	return fits(count);
};
