import { secondsPerLine } from "./script/duration.ts";
import { cutScript, estimateSeconds } from "./script.ts";

/** No script has more characters a second. */
const charactersPerSecond = 80;

/**
 * @returns the beginning of a text, of about so many seconds at most: whole sentences where they fit, else cut between
 * clauses or words; the text itself if it isn't longer
 */
export const shortenText = (text: string, maxSeconds: number, locale: string): string => {
	const beginning = text.slice(0, maxSeconds * charactersPerSecond);
	if (beginning === text && estimateSeconds(text) <= maxSeconds) return text;
	const lineMax = beginning.length;
	const cut = { firstMax: lineMax, firstSeconds: maxSeconds - secondsPerLine, lineMax, locale };
	return cutScript(beginning, cut)[0] ?? "";
};
