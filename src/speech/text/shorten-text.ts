import { measureSpeech, secondsPerLine } from "./lines/duration.ts";
import { cutIntoLines } from "./lines.ts";

/** No script has more characters a second: what has none of its own mustn't be endless either. */
const charactersPerSecond = 80;
/** Characters that are looked at behind a cut, to find where a sentence or word ends. */
const lookAhead = 64;

/** @returns how many UTF-16 units of a text are said in so many seconds; undefined when it is all of it */
const findReach = (text: string, seconds: number): number | undefined => {
	const most = Math.floor(seconds * charactersPerSecond);
	let left = seconds - secondsPerLine;
	for (const { index, seconds: taken } of measureSpeech(text)) {
		left -= taken;
		if (left < 0) return Math.min(index, most);
	}
	return text.length > most ? most : undefined;
};

/**
 * @returns the beginning of a text, of about so many seconds at most: whole sentences where they fit, else cut between
 * clauses or words; the text itself if it isn't longer
 */
export const shortenText = (text: string, maxSeconds: number, locale: string): string => {
	const reach = findReach(text, maxSeconds);
	if (reach === undefined) return text;
	const beginning = text.slice(0, reach + lookAhead);
	const cut = {
		firstMax: reach,
		firstSeconds: maxSeconds - secondsPerLine,
		lineMax: beginning.length,
		locale,
	};
	return cutIntoLines(beginning, cut)[0] ?? "";
};
