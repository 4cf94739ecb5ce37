import { Problem } from "../problem.ts";
import type { SpokenLine } from "../speech/spoken.ts";
import type { SpeechMonths } from "../store/speech-months.ts";

/** @returns sound that was made for these Lines, in ms */
export const sumMadeMs = (spoken: readonly SpokenLine[]): number =>
	spoken.reduce((sum, { madeMs }) => sum + madeMs, 0);

/** Adds a text to its guild's month. Errors are ignored: statistics matter less than the sound. */
export const recordSpeech = async (
	months: SpeechMonths,
	guildId: string,
	spoken: readonly SpokenLine[],
): Promise<void> => {
	if (spoken.length === 0) return;
	const sum = (of: (line: SpokenLine) => number) => spoken.reduce((total, line) => total + of(line), 0);
	try {
		await months.add(guildId, {
			texts: 1,
			madeMs: sumMadeMs(spoken),
			promptTokens: sum(({ usage }) => usage?.promptTokens ?? 0),
			audioTokens: sum(({ usage }) => usage?.audioTokens ?? 0),
			lines: spoken.length,
			cachedLines: sum(({ usage }) => (usage ? 0 : 1)),
		});
	} catch (error) {
		if (!(error instanceof Problem)) throw error;
	}
};
