import type { Line } from "../speech/line.ts";
import { cutScript, estimateSeconds } from "../speech/text/script.ts";
import type { SayRequest } from "./recent-requests.ts";

/** The most characters of a Line: about 45 s of speech, and quality drifts after a minute. */
const lineMaxCharacters = 600;
/** In a voice channel, the first Line determines the time to the first word. */
const firstLineMaxCharacters = 120;

/** @returns the Lines of a text; @param locale - BCP 47, whose sentences are looked for */
export const writeLines = (
	request: Pick<SayRequest, "speakable" | "voice" | "style" | "startsShort" | "asBefore">,
	locale: string,
): readonly Line[] => {
	const { speakable, voice, style, startsShort, asBefore } = request;
	const cut = {
		lineMax: lineMaxCharacters,
		locale,
		...(startsShort && { firstMax: firstLineMaxCharacters }),
	};
	return cutScript(speakable, cut).map((text) => ({
		text,
		voice,
		...(style !== undefined && { style, ...(asBefore && { plainWillDo: true }) }),
	}));
};

/** @returns how long Lines will be, in ms, by the words in them */
export const estimateMs = (lines: readonly Line[]): number =>
	lines.reduce((sum, { text }) => sum + estimateSeconds(text) * 1_000, 0);
