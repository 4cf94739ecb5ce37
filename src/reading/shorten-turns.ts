import type { SpokenTurn } from "../say/recent-requests.ts";
import { estimateSeconds } from "../speech/text/script.ts";
import { shortenText } from "../speech/text/shorten-text.ts";

/** Less than this isn't begun, in seconds. */
const leastSeconds = 1;

/** @returns the first turns, of about so many seconds at most, the last of them cut as a text is */
export const shortenTurns = (
	turns: readonly SpokenTurn[],
	maxSeconds: number,
	locale: string,
): readonly SpokenTurn[] => {
	const kept: SpokenTurn[] = [];
	let left = maxSeconds;
	for (const turn of turns) {
		if (left < leastSeconds) break;
		const speakable = shortenText(turn.speakable, left, turn.language ?? locale);
		kept.push({ ...turn, speakable });
		if (speakable !== turn.speakable) break;
		left -= estimateSeconds(speakable);
	}
	return kept;
};

/** @returns all that is said in turns, as one text */
export const joinTurns = (turns: readonly SpokenTurn[]): string =>
	turns.map(({ speakable }) => speakable).join("\n");
